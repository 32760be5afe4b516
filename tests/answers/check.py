#!/usr/bin/env python3
"""Whether two programs answer alike, and store the same: for changes that no client may see.

  check.py record PROGRAM FILE [--area AREA]     everything that a program answers to the recorded scenarios, and all it stores
  check.py compare FILE FILE                     prints what differs; exit 1 if something does
  check.py OLD NEW                               records both programs and compares
  check.py --self-test                           shows that differences are found and chance is not

The floors of tests/conformance see only whether a scenario agrees with the reference. This sees every header and every byte of every
answer, whatever the reference says (of /metrics names, labels and descriptions: its values are of the clock), and every value that
was ever written to the store (an etcd of its own for each part of an area). What is up to chance is masked (masks.py). By hand: it
needs two builds, and some minutes for each.
"""
import argparse
import base64
import concurrent.futures
import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
sys.path[:0] = [TESTS, os.path.join(TESTS, "conformance")]
import replaying  # noqa: E402
import run as conformance  # noqa: E402
from harness import reference  # noqa: E402
from harness.client import wait_for  # noqa: E402
from harness.etcd import Etcd  # noqa: E402
from harness.server import TOKEN, Server  # noqa: E402
from masks import Masks  # noqa: E402

# Answers are taken as they come: nothing that a step waits for is worth more.
PATIENCE_SECONDS = 0.2
FLAGS = [flag for flag in conformance.SERVER_FLAGS if not flag.startswith("--storage")]
DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
METADATA = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1"
# Of the time of the answer, or of the connection.
PASSED_HEADERS = {"date", "connection"}
# Written by servers when they like.
PASSED_KEYS = ("/registry/leases/", "/registry/masterleases/", "/registry/ranges/", "/registry/services/endpoints/default/kubernetes",
               "/registry/endpointslices/default/kubernetes", "/registry/services/specs/default/kubernetes")
# Leases are renewed by the clock.
PASSED_SERIES = b'{group="masterleases"'
SHOWN = 20


def series(text):
    """Names, labels and descriptions of what a page of metrics shows. The values are of the clock and of what was asked before; series stand in
    no order."""
    lines = (line if line.startswith(b"#") else line.rpartition(b" ")[0] for line in text.split(b"\n"))
    return b"\n".join(sorted(line for line in lines if PASSED_SERIES not in line))


def recording_client(module, masks, answers):
    """A client of the replay tool that notes every exchange. How often one is repeated until it is answered as hoped is up to the clock: of
    reads the last counts, of others those that are answered differently."""

    class Recording(module.Client):
        def nothing_terminates(self):
            """Whether all definitions that were deleted are gone: they go in the background, and their series with them."""
            status, _, data = super().call("GET", DEFINITIONS, accept=METADATA)
            assert status == 200, data
            return b'"deletionTimestamp"' not in data

        def call(self, method, path, body=None, ct=None, accept=None, headers=None, token=None):
            if path.startswith("/metrics"):
                wait_for(self.nothing_terminates, "the end of deleted definitions")
            sent = (body.encode() if isinstance(body, str) else body) or b""
            masks.see(sent)
            status, received, data = super().call(method, path, body, ct, accept, headers, token)
            kept = sorted(f"{k.lower()}: {v}" for k, v in received if k.lower() not in PASSED_HEADERS)
            if any(line.startswith("content-length") for line in kept):
                kept = [line for line in kept if not line.startswith("content-length")] + ["content-length"]
            request = masks.text(f"{method} {path} {ct} {accept} {headers} ".encode() + sent).decode("latin-1")
            answer = [masks.text(line.encode("latin-1")).decode("latin-1") for line in kept]
            is_metrics = status == 200 and path.startswith("/metrics")
            shown = masks.text(series(data) if is_metrics else data).decode("latin-1")
            noted = {"request": request, "status": status, "headers": answer, "body": shown}
            if answers and (answers[-1] == noted or method == "GET" and answers[-1]["request"] == request):
                answers.pop()
            answers.append(noted)
            return status, received, data

    return Recording


def replay(module, server, path, masks):
    """All scenarios of a corpus file, one after the other."""
    answers, hooks = [], None
    client = recording_client(module, masks, answers)(server.address, TOKEN)
    with open(path, encoding="utf-8") as file:
        for line in file:
            scenario = json.loads(line)
            answers.append({"request": scenario["id"]})
            if hooks is None and ("hooks" in scenario or "$CABUNDLE" in line):
                hooks = module.Hooks()
            try:
                for _ in module.run_scenario(client, scenario, patience=PATIENCE_SECONDS, hooks=hooks):
                    pass
            except (AssertionError, OSError, ValueError, KeyError) as error:
                answers.append({"request": f"{scenario['id']} ended with {type(error).__name__}"})
    return answers


def metrics(module, server, masks):
    """What all of that left behind in /metrics."""
    answers = []
    recording_client(module, masks, answers)(server.address, TOKEN).call("GET", "/metrics")
    assert answers[0]["status"] == 200, answers
    return [{"request": "metrics at the end"}] + answers


def history(etcd, masks):
    """{key: [what was ever stored there, in order]}"""
    watch = ["etcdctl", f"--endpoints={etcd.url}", "watch", "--prefix", "--rev=1", "-w", "json", "/"]
    process = subprocess.Popen(watch, stdout=subprocess.PIPE, text=True, env={**os.environ, "ETCDCTL_API": "3"})
    last = int(json.loads(etcd.control("put", "/end", "end", "-w", "json"))["header"]["revision"])
    stored, seen = {}, 0
    for line in process.stdout:
        for event in json.loads(line).get("Events") or []:
            record = event["kv"]
            seen = max(seen, record["mod_revision"])
            key = base64.b64decode(record["key"])
            if key.decode("latin-1").startswith(PASSED_KEYS):
                continue
            value = base64.b64decode(record.get("value", ""))
            name = masks.text(key).decode("latin-1")
            if name.startswith("/registry/ipaddresses/"):
                value = b"" if not value else b"an address"
            stored.setdefault(name, []).append(masks.stored(value).decode("latin-1") if value else "(deleted)")
        if seen >= last:
            break
    process.kill()
    process.wait()
    return {key: settled(key, values) for key, values in sorted(stored.items())}


def settled(key, values):
    """What of the values of a key does not depend on when the server was stopped, or on a name that is masked."""
    if "/customresourcedefinitions/" in key:
        values = [value for value in values if value != "(deleted)" and "deletionTimestamp" not in value]
    return sorted(values) if "XXXXX" in key or "IP" in key else values


def record_part(program, module, part):
    work = part.path + ".server"
    masks = Masks()
    etcd = Etcd(part.path + ".etcd")
    flags = FLAGS + [f"--etcd-servers={etcd.url}"] + (conformance.ACCESS_FLAGS if part.area in conformance.ACCESS_AREAS else [])
    try:
        server = Server(work, *flags, user="admin", program=program)
        try:
            answers = replay(module, server, part.path, masks)
            answers += metrics(module, server, masks)
            died = server.process.poll() is not None
            server.stop()
        finally:
            server.kill()
        stored = history(etcd, masks)
    finally:
        etcd.kill()
        shutil.rmtree(part.path + ".etcd", ignore_errors=True)
    return {"part": os.path.basename(part.path), "died": died, "answers": answers, "stored": stored}


def record(program, file_name, areas):
    folder = reference.folder("conformance")
    module = replaying.load(folder)
    work = tempfile.mkdtemp(prefix="pintle-answers-")
    names = [os.path.basename(path)[: -len(".jsonl")] for path in reference.names(os.path.join(folder, "corpus", "*.jsonl"))]
    try:
        parts = [part for area in names if not areas or area in areas for part in conformance.parts_of(folder, area, work)]
        parts.sort(key=lambda part: os.path.getsize(part.path), reverse=True)
        with concurrent.futures.ThreadPoolExecutor(conformance.AT_ONCE) as pool:
            results = list(pool.map(lambda part: record_part(program, module, part), parts))
    finally:
        shutil.rmtree(work, ignore_errors=True)
    with gzip.open(file_name, "wt", encoding="utf-8", compresslevel=1) as file:
        for result in sorted(results, key=lambda result: result["part"]):
            file.write(json.dumps(result) + "\n")
    print(f"{program}: {sum(len(r['answers']) for r in results)} answers, {sum(len(v) for r in results for v in r['stored'].values())} stored values")


def load(file_name):
    with gzip.open(file_name, "rt", encoding="utf-8") as file:
        return {part["part"]: part for part in map(json.loads, file)}


def around(a, b):
    """Both texts from a little before where they begin to differ."""
    at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
    start = max(0, at - 80)
    return f"{a[start:at + 160]!r}\n    {b[start:at + 160]!r}"


def differences(old, new):
    for name in sorted(old.keys() | new.keys()):
        if name not in old or name not in new:
            yield f"{name}: only one has it"
            continue
        a, b = old[name], new[name]
        if a["died"] or b["died"]:
            yield f"{name}: the server died"
        if len(a["answers"]) != len(b["answers"]):
            yield f"{name}: {len(a['answers'])} and {len(b['answers'])} answers"
        scenario = ""
        for x, y in zip(a["answers"], b["answers"]):
            scenario = x["request"] if "status" not in x else scenario
            if x != y:
                yield f"{name} {scenario} {x['request'][:200]}\n    {around(json.dumps(x), json.dumps(y))}"
        for key in sorted(a["stored"].keys() | b["stored"].keys()):
            x, y = a["stored"].get(key, []), b["stored"].get(key, [])
            if x != y:
                yield f"{name} stored {key}\n    {around(json.dumps(x), json.dumps(y))}"


def compare(old, new):
    old, new = load(old), load(new)
    count = 0
    for line in differences(old, new):
        count += 1
        if count <= SHOWN:
            print(line)
    answers = sum(len(part["answers"]) for part in new.values())
    values = sum(len(v) for part in new.values() for v in part["stored"].values())
    print(f"{answers} answers, {values} stored values: {count} differences")
    return 0 if count == 0 and answers and values else 1


def self_test():
    masks = Masks()
    masks.see(b'{"metadata":{"generateName":"g-"}}')
    alike = [
        (b'{"uid":"0a1b2c3d-0000-4000-8000-000000000001","name":"g-bcdfg"}', b'{"uid":"ffffffff-0000-4000-8000-000000000002","name":"g-24567"}'),
        (b'{"resourceVersion":"9","at":"2026-01-02T03:04:05Z"}', b'{"resourceVersion":"10","at":"2026-01-02T03:04:06Z"}'),
        (b"OresourceVersionA9", b"OresourceVersionB10"),
        (b"k8s\x00\x0a\x06\x08\x80\xe2\xcf\xaa\x06", b"k8s\x00\x0a\x06\x08\x81\xe2\xcf\xaa\x06"),  # seconds of a time
    ]
    for a, b in alike:
        assert masks.stored(a) == masks.stored(b), (masks.stored(a), masks.stored(b))
    for a, b in [(b'{"a":1}', b'{"a":2}'), (b"k8s\x00\x08\x01", b"k8s\x00\x08\x02"), (b"k8s\x00\x0a\x01a", b"k8s\x00\x0a\x01b")]:
        assert masks.stored(a) != masks.stored(b), (a, b)

    metrics = b'# HELP a What it is.\na{b="c d"} 1\ne 2'
    assert series(metrics) == series(metrics.replace(b"1", b"2.5e+06")) == b'# HELP a What it is.\na{b="c d"}\ne'
    assert series(metrics) == series(b"\n".join(reversed(metrics.split(b"\n"))))
    for other in (b'a{b="c e"}', b"# HELP a Else."):
        assert series(metrics) != series(metrics + b"\n" + other + b" 1"), other

    def part(**changed):
        return {"p": {"died": False, "answers": [{"request": "s"}, {"request": "GET /", "status": 200, "headers": [], "body": "x"}], "stored": {"/k": ["v"]}, **changed}}

    assert not list(differences(part(), part()))
    answer = {"request": "GET /", "status": 200, "headers": ["warning: w"], "body": "x"}
    for changed in ({"died": True}, {"answers": [{"request": "s"}, answer]}, {"answers": []}, {"stored": {}}, {"stored": {"/k": ["v", "w"]}}):
        assert list(differences(part(), part(**changed))), changed
    print("answers: the check finds what it should")
    return 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="+")
    parser.add_argument("--area", action="append", default=[], help="only this area; may be repeated")
    options = parser.parse_args()
    words = options.words
    if len(words) == 3 and words[0] == "record":
        record(os.path.abspath(words[1]), words[2], options.area)
        return 0
    if len(words) == 3 and words[0] == "compare":
        return compare(words[1], words[2])
    if len(words) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as work:
        files = [os.path.join(work, name) for name in ("old", "new")]
        for program, file_name in zip(words, files):
            record(os.path.abspath(program), file_name, options.area)
        return compare(*files)


if __name__ == "__main__":
    sys.exit(main())
