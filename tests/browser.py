#!/usr/bin/env python3
"""browser.py BUILD -- the pages of `sconce serve` in headless Chromium, driven by chromedriver.

Two pages play together: the game master's, and a player's phone.  Screenshots at three widths, in both schemes, are
left in BUILD/screens for a person to look at."""
import base64, json, os, re, subprocess, time, urllib.error, urllib.request

from scratch import build, check, free_port, sconce, score, start

screens = os.path.join(build, "screens")
os.makedirs(screens, exist_ok=True)
HOSTILE = "<img src=x onerror=window.bad=1>"
TURNED = "a \u202eyek\u200b"  # with a letter that turns the text around, and one that nobody sees


def wait_for(what, test):
    """Waits until test() gives something true, and returns that; ends the program after a minute."""
    for _ in range(600):
        found = test()
        if found:
            check(what, True)
            return found
        time.sleep(0.1)
    check(what, False, "it did not come")
    raise SystemExit(1)


class Driver:
    """A running chromedriver, and the sessions of Chromium that it has opened."""

    def __init__(self):
        self.sessions = []
        # With port 0 chromedriver takes any free port of 127.0.0.1, and then wants the same port of ::1, which may be in use.
        port = free_port()
        self.base = "http://127.0.0.1:%d" % port
        self.process = start(["chromedriver", "--port=%d" % port], stdout=subprocess.PIPE, text=True)
        said = []
        for line in self.process.stdout:
            said.append(line)
            if "started successfully" in line:
                return
        raise SystemExit("chromedriver did not start: " + "".join(said))

    def end(self):
        for session in self.sessions:
            self.call("DELETE", session)
        self.process.terminate()

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=300) as reply:
                return json.load(reply)["value"]
        except urllib.error.HTTPError as error:
            raise SystemExit("%s %s: %s" % (path, data, error.read().decode()[:400]))


class Page:
    """A page in a Chromium of its own, with a window of width x height pixels, that prefers the colour scheme."""

    def __init__(self, driver, url, width, height, scheme="dark"):
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]}
        wanted = {"alwaysMatch": {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}}
        self.driver = driver
        self.path = "/session/" + driver.call("POST", "/session", {"capabilities": wanted})["sessionId"]
        driver.sessions.append(self.path)
        self.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)
        self.go(url)

    def call(self, method, path, body=None):
        return self.driver.call(method, self.path + path, body)

    def cdp(self, command, **params):
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": params})

    def go(self, url):
        self.call("POST", "/url", {"url": url})

    def js(self, code, *values):
        return self.call("POST", "/execute/sync", {"script": code, "args": list(values)})

    def text(self, name):
        return self.js("const e = document.getElementById(arguments[0]); return e.hidden ? '' : e.innerText", name)

    def is_idle(self):
        return self.js("return document.getElementById('say').ariaBusy !== 'true'")

    def say(self, line):
        self.js("document.getElementById('line').value = arguments[0]; document.getElementById('say').requestSubmit()", line)
        wait_for("an answer to " + line, self.is_idle)

    def click(self, css):
        self.js("document.querySelector(arguments[0]).click()", css)

    def screenshot(self, name):
        with open(os.path.join(screens, name + ".png"), "wb") as file:
            file.write(base64.b64decode(self.call("GET", "/screenshot")))

    def errors(self):
        return [m["message"] for m in self.call("POST", "/se/log", {"type": "browser"}) if m["level"] == "SEVERE"]


def new_campaign(name, party, ruleset="delving", house=""):
    subprocess.run([sconce, "new", name, "--ruleset", ruleset, "--seed", "4"], check=True, stdout=subprocess.DEVNULL)
    with open(name + "/party.lua", "w") as file:
        file.write(party)
    with open(name + "/house.lua", "a") as file:
        file.write(house)


def serve(*names):
    """Starts a server of the tables named.  Returns it, its address, and a (code, key) for each table."""
    server = start([sconce, "serve", *names, "--port", "0"], stdout=subprocess.PIPE, text=True)
    tables = []
    for _ in names:
        server.stdout.readline()
        players = re.search(r"(http://\S+)/#(\w+)", server.stdout.readline())
        tables.append((players[2], re.search(r"gm#(\w+)", server.stdout.readline())[1]))
    return server, players[1], tables


def play(driver, base, code, key):
    """A game master at a computer and a player with a phone play ten turns, a question and a die, with undo, a reload and a cut connection."""
    gm = Page(driver, base + "/gm#" + key, 1280, 800)
    phone = Page(driver, base + "/#" + code, 360, 740)
    wait_for("the game master's page", lambda: gm.text("turn"))
    wait_for("the players' page", lambda: phone.text("turn"))
    check("no code in the address", phone.js("return location.hash") == "" and gm.js("return location.hash") == "")
    gm.say("move hall")
    wait_for("the room is on the phone", lambda: phone.text("place") == "hall")
    gm.say("found " + HOSTILE)
    wait_for("a hostile name is text", lambda: HOSTILE in phone.text("lines"))
    gm.say("found " + TURNED)
    wait_for("letters that mislead are spelled out", lambda: "a <202E>yek<200B>" in phone.text("lines"))
    check("and nowhere as they are", not re.search("[\u200b\u202e]", phone.js("return document.body.innerText") + gm.js("return document.body.innerText")))
    for turn in range(10):
        gm.say("rest")
        if gm.text("question"):  # an encounter: each part of it is answered as the default says
            while gm.text("question"):
                gm.click("#choices .main")
                wait_for("a question by button", gm.is_idle)
    wait_for("ten turns on the phone", lambda: phone.text("turn") == gm.text("turn") != "Turn 1  0:10")
    phone.js("const me = document.getElementById('me'); me.value = 'Bram'; me.dispatchEvent(new Event('change'))")
    gm.say("dice hand")
    gm.say("Bram try con 12")
    wait_for("the phone asks for a die", lambda: "1d20" in phone.text("die"))
    phone.screenshot("die")
    phone.js("document.querySelector('#die-faces input').value = '7'; document.getElementById('die').requestSubmit()")
    wait_for("and it is rolled", lambda: not phone.text("die") and "Bram" not in gm.text("question-text"))
    wait_for("the question that follows, or none", lambda: gm.text("prompt") and "d20" not in gm.text("prompt"))
    while gm.text("question"):
        gm.click("#undo")
        wait_for("an answer taken back", gm.is_idle)
    gm.say("found a map")
    wait_for("a line", lambda: "a map" in phone.text("lines"))
    gm.click("#undo")
    wait_for("undone on the phone", lambda: "a map" not in phone.text("lines"))
    phone.call("POST", "/refresh", {})
    wait_for("a page that is loaded again", lambda: phone.text("turn"))
    check("knows who plays", phone.js("return document.getElementById('me').value") == "Bram")
    phone.cdp("Network.enable")
    phone.cdp("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0)
    gm.say("found a bell")
    phone.cdp("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    wait_for("a connection that was cut", lambda: "a bell" in phone.text("lines"))
    for page in (gm, phone):
        check("nothing of it was obeyed", page.js("return window.bad") is None)
        errors = [e for e in page.errors() if "ERR_INTERNET_DISCONNECTED" not in e and "ERR_NETWORK" not in e]
        check("no errors", errors == [], errors)


def look(driver, base, name, code, key):
    """Takes screenshots of both pages of a table, at three widths and in both colour schemes; no page may be too wide."""
    for kind, url in (("players", "/#" + code), ("gm", "/gm#" + key)):
        page = Page(driver, base + url, 1024, 768)
        wait_for("a page of " + name, lambda: page.text("turn"))
        for scheme in ("dark", "light"):
            page.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme},
                                                             {"name": "prefers-reduced-motion", "value": "reduce"}])
            for width, height in ((360, 740), (1024, 768), (1920, 1080)):
                page.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
                wide = page.js("return document.documentElement.scrollWidth - innerWidth")
                check("%s of %s fits %d" % (kind, name, width), wide <= 0, wide)
                page.screenshot("%s-%s-%d-%s" % (name, kind, width, scheme))


COLOURS = """
const text = (e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
const parse = (c) => c.match(/[0-9.]+/g).map(Number);
const luminance = (c) => { const [r, g, b] = parse(c).map((v) => { v /= 255;
  return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const ground = (e) => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor;
  if (parse(c)[3] !== 0) return c; } return "rgb(255, 255, 255)"; };
return [...document.querySelectorAll("body *")].filter((e) => e.getClientRects().length
    && (text(e) || e.matches("input, select, .bar > i")))
  .map((e) => { const style = getComputedStyle(e), bar = e.matches(".bar > i");
    const a = luminance(bar ? style.backgroundColor : style.color), b = luminance(bar ? ground(e.parentElement) : ground(e));
    return [e.tagName + "." + e.className + " " + e.textContent.slice(0, 20),
      (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), bar ? 3 : 4.5]; })
  .filter(([, ratio, least]) => ratio < least);
"""


def contrast(driver, base, name, code, key):
    """All text of the pages, as computed by the browser, has the contrast that WCAG 2 asks of level AA: 4.5 to 1, and
    bars 3 to 1."""
    for scheme in ("dark", "light"):
        for kind, url in (("players", "/#" + code), ("gm", "/gm#" + key)):
            page = Page(driver, base + url, 1024, 768, scheme)
            page.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme},
                                                             {"name": "prefers-reduced-motion", "value": "reduce"}])
            wait_for("a page of " + name, lambda: page.text("turn"))
            wait_for("colours that stay", lambda: page.js("return !document.getAnimations().length"))
            page.js("""const list = document.getElementById("lines"); for (const as of arguments[0])
                list.append(lineElement([{ t: "a line", as }]))""", ROLES)
            check("contrast of %s, %s, %s" % (name, kind, scheme), page.js(COLOURS) == [], page.js(COLOURS))
            page.js("const place = document.getElementById('place'); place.textContent = 'somewhere';"
                    "place.style.color = getComputedStyle(document.body).backgroundColor")
            check("text without contrast is found", len(page.js(COLOURS)) == 1, page.js(COLOURS))


def nothing_jumps(driver, base, code):
    """While a torch burns in real time, its bar shrinks and nothing else moves."""
    page = Page(driver, base + "/#" + code, 1024, 768)
    wait_for("a torch in real time", lambda: page.text("lights"))
    places = """return [...document.querySelectorAll("body *")].filter((e) => !e.matches(".bar > i, .bar"))
        .map((e) => Object.values(e.getBoundingClientRect().toJSON()).join())"""
    first, left = page.js(places), page.text("lights")
    page.js("window.kept = document.querySelector('.bar > i'); window.width = kept.getBoundingClientRect().width")
    wait_for("it burns", lambda: page.text("lights") != left)
    check("nothing else moves", page.js(places) == first)
    wait_for("the bar shrinks", lambda: page.js("return kept.isConnected && kept.getBoundingClientRect().width < width"))


ROLES = ("text roll face success failure event change urgent secret warning error source name dim removed prompt dark "
         "question key turn").split()
CROWD = "".join('member "%s" { hp = %d%s }\n' % (name, hp, torch) for name, hp, torch in (
    ("Bram", 6, ', holds = "torch"'), ("Old Tom", 4, ""), ("Ysolde", 5, ', holds = "torch"'), ("Pike", 3, ""),
    ("Oda of the Long Road", 7, ""), ("Hild", 6, ', holds = "torch"'), ("Wat", 2, ""), ("Cedric", 5, ""))) + "torches = 9\n"
new_campaign("mine", 'member "Bram" { hp = 6, con = 1, holds = "torch" }\nmember "Old Tom" { hp = 4 }\ntorches = 3\n')
new_campaign("crowd", CROWD, house='light.torch.lasts = "30 real minutes"\n')
new_campaign("darkness", 'member "Bram" { hp = 6 }\nmember "Old Tom" { hp = 4 }\n')
new_campaign("turns", CROWD, "dungeon-turn")
server, base, tables = serve("mine", "crowd", "darkness", "turns")
driver = Driver()
try:
    play(driver, base, *tables[0])
    for name, table, lines in (("crowd", tables[1], ["move hall", "hp Bram 2", "hp Wat 1"]),
                               ("darkness", tables[2], ["move crypt"]),
                               ("turns", tables[3], ["move hall", "search", "search", "search", "search"])):
        gm = Page(driver, base + "/gm#" + table[1], 1024, 768)
        wait_for("the game master's page", lambda: gm.text("turn"))
        for line in lines:
            gm.say(line)
            while gm.text("question"):
                gm.click("#choices .main")
                wait_for("a question by button", gm.is_idle)
    for name, table in zip(("mine", "crowd", "darkness", "turns"), tables):
        look(driver, base, name, *table)
        contrast(driver, base, name, *table)
    nothing_jumps(driver, base, tables[1][0])
finally:
    server.terminate()
    driver.end()
score()
