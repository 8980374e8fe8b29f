"""Asks two builds of the program for the same pages, and compares them but for their seals:

    same-pages.py NATIVE COMMAND...

COMMAND starts the other build. If it is one file that ends in .wasm, a runtime of Python's runs it
(`pip install wasmtime`). What one build seals the other opens.
"""

import re
import secrets
import subprocess
import sys
import tempfile

QUERIES = [
    "",
    "g=nim",
    "g=maze&seed=same&size=12x9",
    "g=concentration&seed=same",
    "g=eights&seed=same",
    "g=noughts&boards=3",
    "g=tictactoe&rules",
    "g=maze&seed=same&as=json",
    "g=nothing",
    "s=A&g=nim",
    "x=" + "y" * 2100,
]
TOKEN = re.compile(rb's(?:=| value=")(A[A-Za-z0-9_-]{40,})')


def native(command):
    def run(variables):
        done = subprocess.run(command, env=variables, stdin=subprocess.DEVNULL, capture_output=True)
        assert done.returncode == 0, done
        return done.stdout

    return run


def wasi(file):
    import wasmtime

    engine = wasmtime.Engine()
    module = wasmtime.Module.from_file(engine, file)
    linker = wasmtime.Linker(engine)
    linker.define_wasi()

    def run(variables):
        store = wasmtime.Store(engine)
        config = wasmtime.WasiConfig()
        config.argv, config.env = ["parlour"], list(variables.items())
        with tempfile.NamedTemporaryFile() as out:
            config.stdout_file = out.name
            store.set_wasi(config)
            try:
                linker.instantiate(store, module).exports(store)["_start"](store)
            except wasmtime.ExitTrap as end:
                assert end.code == 0, end
            return out.read()

    return run


def main():
    program, *command = sys.argv[1:]
    key = secrets.token_hex(32).encode()
    first = native([program])
    second = wasi(command[0]) if command[0].endswith(".wasm") else native(command)

    def ask(run, query):
        request = {"REQUEST_METHOD": "GET", "PARLOUR_KEY": key.decode().strip()}
        return run(request | {"QUERY_STRING": query})

    for query in QUERIES:
        one, other = ask(first, query), ask(second, query)
        assert one.startswith(b"Status: "), one[:200]
        without = [TOKEN.sub(b"s=TOKEN", page) for page in (one, other)]
        assert without[0] == without[1], f"{query}: not the same page"
    for sealing, opening in [(first, second), (second, first)]:
        token = TOKEN.search(ask(sealing, "g=concentration&seed=same")).group(1).decode()
        page = ask(opening, f"s={token}&g=concentration&turn=1")
        assert page.startswith(b"Status: 200 OK"), page[:200]
    print(f"{len(QUERIES)} pages are the same, and links open: {' '.join(command)}")


main()
