"""Time of a first start: seconds from `python3 dev.py play` to the first page, a bot's move and the compiled wheel.

python bench/first_start.py [--limits]

The last commit of this repository is cloned into an empty folder, and no earlier download is used. Run it with the
development environment (`python3 dev.py setup`). With --limits it fails if the page takes more than 25 seconds or the
wheel more than 120; use it on an idle machine with two cores.
"""

import argparse
import http.client
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from websockets.sync.client import connect
from websockets.typing import Origin

ROOT = Path(__file__).resolve().parent.parent
PORT = 18486
URL = f"http://127.0.0.1:{PORT}"
GAME, BOT = "terres", "meneuse"
LIMITS = {"page": 25.0, "wheel": 120.0}
PATIENCE = 1200.0
CACHES = ("UV_CACHE_DIR", "PIP_CACHE_DIR", "npm_config_cache")


def get(path: str) -> str:
    line = http.client.HTTPConnection("127.0.0.1", PORT, timeout=10)
    line.request("GET", path)
    answer = line.getresponse()
    text = answer.read().decode()
    line.close()
    assert answer.status == 200, f"{path}: {answer.status}"
    return text


def page_is_there() -> bool:
    """Whether the page and its script are served."""
    try:
        page = get("/")
    except ConnectionError:
        return False
    source = re.search(r'<script[^>]+src="([^"]+)"', page)
    assert source is not None, page
    return bool(get(source[1]))


def bot_answers() -> bool:
    """Whether a bot moves at a new table after the guest's move."""
    line = http.client.HTTPConnection("127.0.0.1", PORT, timeout=30)
    table = {"game": GAME, "seats": [{"kind": "guest"}, {"kind": "bot", "bot": BOT}], "start": True}
    line.request("POST", "/api/tables", msgspec.json.encode(table), {"Origin": URL})
    answer = line.getresponse()
    code = msgspec.json.decode(answer.read())["code"]
    headers = {"Cookie": (answer.getheader("set-cookie") or "").partition(";")[0]}
    line.close()
    where = f"{URL.replace('http', 'ws', 1)}/socket/{code}"
    with connect(where, origin=Origin(URL), additional_headers=headers, compression=None) as socket:
        socket.send('{"do":"hello","seat":0}')
        moves = 0
        while True:
            message: dict[str, Any] = msgspec.json.decode(socket.recv(60))
            if message["is"] == "news" and not message["key"]:
                return True
            if message["is"] in ("table", "news") and message["ask"]:
                moves += 1
                action, step = message["ask"]["choices"][0]["text"], message["scene"]["step"]
                move = {"do": "play", "seat": 0, "action": action, "key": f"k{moves}", "step": step}
                socket.send(msgspec.json.encode(move).decode())


def measure(place: Path) -> dict[str, float]:
    """Start Meute in a clone at `place`; returns the seconds until each milestone."""
    clone = place / "meute"
    subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
    env = {**os.environ, "BROWSER": "echo", **{name: str(place / name) for name in CACHES}}
    own = getattr(sys, "_base_executable", sys.executable)
    begin = time.monotonic()
    command = [own, clone / "dev.py", "play", "--port", str(PORT), "--data", place / "data"]
    playing = subprocess.Popen(command, env=env)
    reached: dict[str, float] = {}

    def reach(name: str, there: Callable[[], bool]) -> None:
        while not there():
            if playing.poll() is not None or time.monotonic() - begin > PATIENCE:
                sys.exit(f"never reached: {name}")
            time.sleep(0.1)
        reached[name] = time.monotonic() - begin

    try:
        reach("page", page_is_there)
        reach("bot's answer", bot_answers)
        reach("wheel", (clone / "build/wheel/wheel.stamp").exists)
    finally:
        playing.terminate()
        playing.wait()
    return reached


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limits", action="store_true")
    arguments = parser.parse_args()
    place = Path(tempfile.mkdtemp(prefix="meute-first-start-"))
    try:
        reached = measure(place)
    finally:
        shutil.rmtree(place, ignore_errors=True)
    for name, seconds in reached.items():
        print(f"{name:<16}{seconds:7.1f} s")
    late = [name for name, limit in LIMITS.items() if reached[name] > limit]
    if arguments.limits and late:
        sys.exit(f"too late: {', '.join(late)}")


if __name__ == "__main__":
    main()
