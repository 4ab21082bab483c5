"""Development server: Meute behind Vite, with hot reload of components and a restart after changes in Python.

python build_tools/dev_server.py PYTHON [--port PORT] [ARGS of `meute serve`]

PYTHON is an interpreter with Meute's dependencies. Open the address that Vite prints; it forwards /api and /socket.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import node

SOURCES = node.ROOT / "src/meute"
WATCHED = {".json", ".md", ".po", ".py", ".toml"}
BUILT = {"page", "static"}
"""Folders of the built page, not watched: here Vite serves the page."""
VITE_PORT = "5173"
POLL_SECONDS = 0.4
STOP_SECONDS = 5


def newest_change() -> float:
    """Modification time of the file changed last."""
    times = [0.0]
    for folder, inner, files in os.walk(SOURCES):
        inner[:] = [name for name in inner if name not in BUILT and name != "__pycache__"]
        times += [Path(folder, name).stat().st_mtime for name in files if Path(name).suffix in WATCHED]
    return max(times)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def start_server(python: str, port: int, args: list[str]) -> subprocess.Popen[bytes]:
    command = [python, "-P", "-m", "meute", "serve", "--port", str(port), *args]
    return subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(SOURCES.parent)})


def start_vite(port: str, server_port: int) -> subprocess.Popen[bytes]:
    node.packages(node.WEB)
    vite = node.WEB / "node_modules/vite/bin/vite.js"
    env = {**os.environ, "MEUTE_SERVER": f"http://127.0.0.1:{server_port}"}
    return subprocess.Popen([node.NODE, vite, "--port", port, "--strictPort"], cwd=node.WEB, env=env)


def stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()


def run(python: str, port: str, args: list[str]) -> int:
    """Run Vite and Meute until Vite exits or a signal arrives; restart Meute after each change. Returns Vite's code."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    server_port = free_port()
    vite = start_vite(port, server_port)
    server, seen = start_server(python, server_port, args), newest_change()
    try:
        while vite.poll() is None:
            time.sleep(POLL_SECONDS)
            changed = newest_change()
            if changed != seen:
                print("Python or texts changed: restarting the server", flush=True)
                stop(server)
                server, seen = start_server(python, server_port, args), changed
    except KeyboardInterrupt:
        pass
    finally:
        stop(server)
        stop(vite)
    return vite.returncode or 0


if __name__ == "__main__":
    match sys.argv[1:]:
        case [python, "--port", port, *args]:
            sys.exit(run(python, port, args))
        case [python, *args]:
            sys.exit(run(python, VITE_PORT, args))
        case _:
            sys.exit(__doc__)
