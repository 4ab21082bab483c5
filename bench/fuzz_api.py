"""Sends requests that schemathesis makes from the description of the API to a server of our own.

python bench/fuzz_api.py [--requests 10000] [--seed 1]

Everything stays on 127.0.0.1. Requests come by a token with all scopes, by the cookie of a browser, and by strangers;
many break the description on purpose. Some name tables that exist. An answer must be described, and must not be an
error of the server. schemathesis is installed from the package index into a temporary folder, by the uv of
`dev.py setup`.
"""

import argparse
import asyncio
import http.client
import json
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from itertools import cycle
from pathlib import Path
from typing import Any

from described import install, make_token
from helpers.visitor import PLENTY, QUICK, Running, Visitor, running

from meute.games import GAMES
from meute.server.settings import override

TOOL = "schemathesis==4.32.5"
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
)
SETTINGS = override(
    QUICK,
    tables={"poll_seconds": (0, 1)},
    limits=dict.fromkeys(("preferences", "exports", "searches", "public_seats", "webhook_tests", "lessons"), PLENTY),
)
"""Long polling and rate limits would make up most of the time and of the answers."""
EXAMPLES = "40"
"""Random requests to each operation in a run, beside those that cover its parameters one by one."""
Headers = dict[str, str]


def refuse(host: str) -> http.client.HTTPConnection:
    """Instead of a connection to an address that was named for a webhook."""
    raise ConnectionRefusedError(host)


async def described(server: Running) -> tuple[dict[str, Any], list[Headers]]:
    """The description, with codes of tables that exist among the values of its parameters; the headers of those who
    ask."""
    async with Visitor(server, "Ana") as ana:
        codes = [await ana.new_table(game=game) for game in GAMES]
        cookie = "; ".join(f"{one.name}={one.value}" for one in ana.http.cookies.jar)
        whole: dict[str, Any] = await ana.get("/api/openapi.json")
    for path in whole["paths"].values():
        for operation in path.values():
            for parameter in operation["parameters"]:
                if parameter["name"] == "code" and parameter["in"] == "path":
                    parameter["schema"] = {"anyOf": [{"enum": codes}, parameter["schema"]]}
    token = {"Authorization": f"Bearer {await make_token(server)}"}
    return whole, [token, {"Cookie": cookie, "Origin": server.url}, {}]


def fuzz(tools: Path, schema: Path, server: str, headers: Headers, seed: int) -> tuple[int, Counter[str]]:
    """Runs schemathesis; returns its exit code, and how often each status was answered."""
    report = schema.with_suffix(".ndjson")
    words = ["run", str(schema), "--url", server, "--checks", ",".join(CHECKS), "--seed", str(seed)]
    words += ["--phases", "coverage,fuzzing", "--max-examples", EXAMPLES, "--continue-on-failure"]
    words += ["--suppress-health-check", "all", "--request-timeout", "90", "--warnings", "off", "--no-color"]
    words += ["--report", "ndjson", "--report-ndjson-path", str(report), "--generation-database", "none"]
    words += [word for name, value in headers.items() for word in ("--header", f"{name}: {value}")]
    code = subprocess.run([tools / "schemathesis", *words], cwd=schema.parent, check=False).returncode
    return code, Counter(re.findall(r'"status_code": ?(\d+)', report.read_text(encoding="utf-8")))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    begin, failed, statuses = time.perf_counter(), 0, Counter[str]()
    with tempfile.TemporaryDirectory() as name, running(Path(name) / "data", SETTINGS) as server:
        tools = install(Path(name) / "tools", TOOL)
        schema = Path(name) / "openapi.json"
        server.registry.notifications.webhooks.connect = refuse
        whole, callers = asyncio.run(described(server))
        schema.write_text(json.dumps(whole), encoding="utf-8")
        operations = sum(len(path) for path in whole["paths"].values())
        for seed, headers in enumerate(cycle(callers), arguments.seed):
            if statuses.total() >= arguments.requests:
                break
            code, found = fuzz(tools, schema, server.url, headers, seed)
            failed, statuses = failed or code, statuses + found
    told = ", ".join(f"{status}: {number:,}" for status, number in sorted(statuses.items()))
    seconds = time.perf_counter() - begin
    print(f"{statuses.total():,} requests to {operations} operations in {seconds:.0f} s; answers by status: {told}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
