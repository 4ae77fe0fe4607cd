#!/usr/bin/env python3
"""browser.py BUILD -- the pages of `sconce serve` in headless Chromium, driven by chromedriver.

Two pages play together: the game master's, and a player's phone.  Screenshots at three widths, in both schemes, are
left in BUILD/screens for a person to look at."""
import base64, json, os, re, subprocess, time, urllib.error, urllib.request

from scratch import build, check, sconce, score

screens = os.path.join(build, "screens")
os.makedirs(screens, exist_ok=True)
HOSTILE = "<img src=x onerror=window.bad=1>"



def wait_for(what, test):
    """Waits until test() gives something true; a slow machine only takes longer."""
    for _ in range(600):
        found = test()
        if found:
            check(what, True)
            return found
        time.sleep(0.1)
    check(what, False, "it did not come")
    raise SystemExit(1)


class Driver:
    def __init__(self):
        self.sessions = []
        self.process = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            port = re.search(r"started successfully on port (\d+)", line)
            if port:
                self.base = "http://127.0.0.1:" + port[1]
                return

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


def new_campaign():
    subprocess.run([sconce, "new", "mine", "--ruleset", "delving", "--seed", "4"], check=True, stdout=subprocess.DEVNULL)
    with open("mine/party.lua", "w") as file:
        file.write('member "Bram" { hp = 6, con = 1, holds = "torch" }\nmember "Old Tom" { hp = 4 }\ntorches = 3\n')


def serve():
    server = subprocess.Popen([sconce, "serve", "mine", "--port", "0"], stdout=subprocess.PIPE, text=True)
    server.stdout.readline()
    players = re.search(r"(http://\S+)/#(\w+)", server.stdout.readline())
    return server, players[1], players[2], re.search(r"gm#(\w+)", server.stdout.readline())[1]


def play(driver, base, code, key):
    gm = Page(driver, base + "/gm#" + key, 1280, 800)
    phone = Page(driver, base + "/#" + code, 360, 740)
    wait_for("the game master's page", lambda: gm.text("turn"))
    wait_for("the players' page", lambda: phone.text("turn"))
    check("no code in the address", phone.js("return location.hash") == "" and gm.js("return location.hash") == "")
    gm.say("move hall")
    wait_for("the room is on the phone", lambda: phone.text("place") == "hall")
    gm.say("found " + HOSTILE)
    wait_for("a hostile name is text", lambda: HOSTILE in phone.text("lines"))
    for turn in range(10):
        gm.say("rest")
        if gm.text("question"):  # an encounter: as the defaults say
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
    for scheme in ("dark", "light"):
        for width, height in ((360, 740), (1024, 768), (1920, 1080)):
            for name, url in (("players", "/#" + code), ("gm", "/gm#" + key)):
                page = Page(driver, base + url, width, height, scheme)
                wait_for("a page of %d" % width, lambda: page.text("turn"))
                wide = page.js("return document.documentElement.scrollWidth - innerWidth")
                check("%s fits %d" % (name, width), wide <= 0, wide)
                page.screenshot("%s-%d-%s" % (name, width, scheme))


new_campaign()
server, base, code, key = serve()
driver = Driver()
try:
    play(driver, base, code, key)
finally:
    server.terminate()
    driver.end()
score()
