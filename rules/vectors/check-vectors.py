#!/usr/bin/env python3
"""Karat: independent check of the fairness test vectors, standard library only.

Written apart from rules/src/fairness.ts so that a mistake in one does not hide in the other.
Rules: docs/fairness.md.   Usage: python3 check-vectors.py [fairness-vectors.json]
"""
import hashlib
import hmac
import json
import sys
from decimal import Decimal
from pathlib import Path


def sha(text):
    return hashlib.sha256(text.encode()).hexdigest()


def words(key, message):
    block = 0
    while True:
        digest = hmac.new(key.encode(), f"{message}:{block}".encode(), hashlib.sha256).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at:at + 4], "big")
        block += 1


def uniform(n, stream):
    limit = 2**32 - 2**32 % n
    return next(word % n for word in stream if word < limit)


def pick(items, ticket):
    end = 0
    for item, bp in items:
        end += bp
        if ticket < end:
            return item
    raise ValueError("rates do not total 100")


def basis_points(rate):
    bp = rate * 100
    return int(bp) if bp == bp.to_integral_value() and 0 <= bp <= 10000 else None


def enough_edge(price, items):
    return 100 * (price * 10000 - sum(quick * bp for quick, bp in items)) >= 5 * price * 10000


path = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("fairness-vectors.json")
v = json.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
checked = 0


def check(what, got, want):
    global checked
    if got != want:
        sys.exit(f"{what}: got {got}, want {want}")
    checked += 1


check("server seed hash", sha(v["serverSeed"]), v["serverSeedHash"])
for c in v["canon"]:
    canon = {"v": c["v"], "case": c["name"], "price": c["price"], "items": sorted(c["items"])}
    check("canon", json.dumps(canon, ensure_ascii=False, separators=(",", ":")), c["text"])
    check("case hash", sha(c["text"]), c["hash"])
stream = words(v["words"]["key"], v["words"]["message"])
for word in v["words"]["first"]:
    check("word", next(stream), word)
for u in v["uniform"]:
    check("uniform", uniform(u["n"], u["words"]), u["result"])
table, case_hash = json.loads(v["canon"][0]["text"])["items"], v["canon"][0]["hash"]
for p in v["pick"]:
    check("pick", pick(table, p["ticket"]), p["item"])
for c in v["case"]:
    message = f"case/1:{c['clientSeed']}:{case_hash}:{c['entropy']}:{c['nonce']}"
    check("ticket", uniform(10000, words(v["serverSeed"], message)), c["ticket"])
    check("item", pick(table, c["ticket"]), c["item"])
    if "firstWordRejected" in c:
        first = next(words(v["serverSeed"], message))
        check("first word", first, c["firstWordRejected"])
        check("is rejected", first >= 2**32 - 2**32 % 10000, True)
for r in v["dropRate"]:
    check(f"drop rate {r['rate']}", basis_points(Decimal(r["rate"])), r["bp"])
for e in v["edge"]:
    check("edge", enough_edge(e["price"], e["items"]), e["enough"])
wheel = v["roulette"]
chain = [wheel["secret"]]
for _ in range(wheel["N"]):
    chain.append(sha(chain[-1]))
check("terminal", chain[-1], wheel["terminal"])
for r in wheel["rounds"]:
    check("game hash", chain[wheel["N"] - r["k"]], r["gameHash"])
    check("commitment", sha(r["gameHash"]), chain[wheel["N"] - r["k"] + 1])
    message = f"roulette/1:{wheel['salt']}:{r.get('beacon', '')}:{r['k']}"
    check("roll", uniform(15, words(r["gameHash"], message)), r["roll"])
    check("colour", "green" if r["roll"] == 0 else "red" if r["roll"] <= 7 else "black", r["colour"])
for c in v["coin"]:
    message = f"room/1:{c['roomId']}:{':'.join(c['entropies'])}:{c['n']}"
    check("flip", uniform(2, words(v["serverSeed"], message)), c["flip"])
print(f"vectors agree: {checked} checks")
