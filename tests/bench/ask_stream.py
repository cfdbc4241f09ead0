#!/usr/bin/env python3
"""How long a piece of a chat model's answer takes from its arrival at this machine to whoever reads `simui ask --stream`.

    tests/bench/ask_stream.py PATH/TO/simui

A model server on loopback sends 300 pieces, one every 20 ms, each of which is the moment it is sent; the reader subtracts
it from the moment the piece's line is there. Server and reader are one process, so one clock measures both. What is measured
is the whole way: socket, HTTP, server-sent event, run, event of the desk, line. The goal is 5 ms.
"""
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading
import time

PIECES, PAUSE_S = 300, 0.02


class Model(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        for _ in range(PIECES):
            time.sleep(PAUSE_S)
            self.say({"delta": {"content": f"{time.monotonic_ns()} "}})
        self.say({"delta": {}, "finish_reason": "stop"})
        self.wfile.write(b"data: [DONE]\n\n")
        self.close_connection = True

    def say(self, choice):
        self.wfile.write(f"data: {json.dumps({'choices': [choice]})}\n\n".encode())
        self.wfile.flush()


def main(simui):
    os.environ["SIMUI_AUDIT_KEY"] = "file"
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/v1"
    with tempfile.TemporaryDirectory() as folder:
        desk = [simui, "--data-dir", folder, "--json"]

        def run(*arguments):
            subprocess.run([*desk, *arguments], check=True, stdout=subprocess.DEVNULL)

        run("reviewer", "add", "관리", "--role", "administrator")
        run("models", "chat", "endpoint", "local", "--preset", "custom", "--address", address, "--as", "관리")
        run("models", "chat", "role", "answering", "--endpoint", "local", "--model", "m", "--as", "관리")
        question = "타이레놀 하루 최대 몇 알까지 먹나요?"
        asking = subprocess.Popen(
            [*desk, "--engine", "chat", "ask", question, "--stream"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )
        took = []
        for line in asking.stderr:
            here = time.monotonic_ns()
            if line.startswith(b'{"token"'):
                took.append((here - int(json.loads(line)["token"])) / 1e6)
        if asking.wait() != 0 or len(took) != PIECES:
            sys.exit(f"{len(took)} of {PIECES} pieces came through")
    took.sort()
    median, p95 = took[len(took) // 2], took[int(0.95 * len(took))]
    verdict = "ok" if p95 <= 5 else "OVER"
    print(
        f"{len(took)} pieces passed through: median {median:.2f} ms, "
        f"p95 {p95:.2f} ms (target 5: {verdict}), slowest {took[-1]:.2f} ms"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
