"""lsp_client.py -- a client of `sconce lsp` that speaks the protocol byte by byte."""
import json
import os
import subprocess
from urllib.parse import quote


def uri(path):
    return "file://" + quote(path)


def frame(body):
    """Returns the bytes of a message.  body: an object, or the bytes that stand in place of its JSON."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return b"Content-Length: %d\r\n\r\n" % len(data) + data


class Client:
    def __init__(self, argv, cwd=None, env=None):
        self.process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=cwd, env=dict(os.environ, **(env or {})))
        self.next_id, self.known, self.versions = 1, {}, {}  # known: URI -> the version and problems that the server told last

    def send_bytes(self, data):
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def send(self, body):
        self.send_bytes(frame(body))

    def read(self):
        """The next message of the server; None when it has ended."""
        length = None
        while True:
            line = self.process.stdout.readline()
            if not line:
                return None
            if line == b"\r\n":
                break
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return json.loads(self.process.stdout.read(length))

    def notify(self, method, params=None):
        self.send({"jsonrpc": "2.0", "method": method, "params": params or {}})

    def ask(self, method, params=None):
        """Sends a request without waiting; returns its id."""
        self.next_id += 1
        self.send({"jsonrpc": "2.0", "id": self.next_id, "method": method, "params": params or {}})
        return self.next_id

    def reply_to(self, wanted):
        """Returns the answer to a request; notes the problems that come before it."""
        while True:
            message = self.read()
            if message is None:
                raise EOFError("the server ended")
            self.note(message)
            if "method" not in message and message.get("id") == wanted:
                return message

    def request(self, method, params=None):
        return self.reply_to(self.ask(method, params))

    def result(self, method, params=None):
        answer = self.request(method, params)
        if "error" in answer:
            raise ValueError("%s: %s" % (method, answer["error"]))
        return answer["result"]

    def start(self, root=None, encodings=None):
        capabilities = {"general": {"positionEncodings": encodings}} if encodings else {}
        answer = self.result("initialize", {"processId": None, "rootUri": uri(root) if root else None, "capabilities": capabilities})
        self.notify("initialized")
        return answer

    def open(self, path, text):
        self.versions[path] = 1
        self.notify("textDocument/didOpen", {"textDocument": {"uri": uri(path), "languageId": "lua", "version": 1, "text": text}})

    def change(self, path, *changes):
        """Tells the server of changes: each is a whole text, or (start, end, text) with positions (line, character)."""
        self.versions[path] += 1
        made = [{"text": c} if isinstance(c, str) else
                {"range": {"start": dict(zip(("line", "character"), c[0])), "end": dict(zip(("line", "character"), c[1]))}, "text": c[2]} for c in changes]
        self.notify("textDocument/didChange", {"textDocument": {"uri": uri(path), "version": self.versions[path]}, "contentChanges": made})

    def at(self, method, path, line, character, **more):
        """Returns the result of a request about a position; line and character count from 0."""
        return self.result("textDocument/" + method, dict({"textDocument": {"uri": uri(path)}, "position": {"line": line, "character": character}}, **more))

    def note(self, message):
        if message.get("method") == "textDocument/publishDiagnostics":
            params = message["params"]
            self.known[params["uri"]] = params.get("version", 0), params["diagnostics"]

    def problems(self, path, wanted=lambda found: True):
        """Waits until the problems of the present version of a file are such that wanted(problems) is true; returns them."""
        while True:
            version, found = self.known.get(uri(path), (None, None))
            if version == self.versions.get(path, 0) and wanted(found):
                return found
            message = self.read()
            if message is None:
                raise EOFError("the server ended")
            self.note(message)

    def end(self):
        """Shuts the server down; returns its exit status and what it said on standard error."""
        self.request("shutdown")
        self.notify("exit")
        return self.finish()

    def finish(self):
        self.process.stdin.close()
        self.process.stdout.read()
        said = self.process.stderr.read().decode()
        return self.process.wait(), said
