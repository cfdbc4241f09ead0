"""Reviews labelled advertisements with SIMUI_BIN and prints how good the results and their confidence are.

A line of a set: {"id", "ad", "must": kinds that are there, "may": kinds that may be found, "verdict": acceptable ones}.
"""

import itertools
import json
import os
import statistics
import subprocess
import sys
import tempfile

BANDS = ((0.95, 1.01), (0.80, 0.95), (0.70, 0.80), (0.0, 0.70))


def reviewed(ads):
    """The results of a batch of advertisements, by their place."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        for at, ad in enumerate(ads):
            file.write(json.dumps(ad | {"id": str(at)}, ensure_ascii=False) + "\n")
        file.flush()
        command = [os.environ["SIMUI_BIN"], "review", "run", file.name, "--json"]
        out = subprocess.run(command, capture_output=True, text=True, check=False)
    results = [json.loads(line) for line in out.stdout.splitlines() if line.startswith("{")]
    if len(results) != len(ads):
        sys.exit(f"{len(results)} results of {len(ads)} advertisements: {out.stderr[-2000:]}")
    return sorted(results, key=lambda result: int(result["id"]))


def area_under_curve(right, wrong):
    """The probability that a right verdict has a higher confidence than a wrong one; ties count half."""
    if not right or not wrong:
        return float("nan")
    higher = sum((a > b) + (a == b) / 2 for a in right for b in wrong)
    return higher / (len(right) * len(wrong))


def measure(name, cases, results):
    must = found = surplus = clean = clean_surplus = 0
    judged, finished, denied = [], [], 0
    for case, result in zip(cases, results):
        kinds = {violation["kind"] for violation in result["violations"]}
        extra = kinds - set(case["must"]) - set(case.get("may", []))
        must += len(case["must"])
        found += len(kinds & set(case["must"]))
        surplus += len(extra)
        if not case["must"]:
            clean += 1
            clean_surplus += len(extra)
        if case.get("verdict"):
            right = result["verdict"] in case["verdict"]
            judged.append((result["confidence"], right))
            if result["status"] == "completed":
                finished.append(right)
                denied += result["verdict"] == "불허"
    right = [confidence for confidence, is_right in judged if is_right]
    wrong = [confidence for confidence, is_right in judged if not is_right]
    brier = statistics.fmean((confidence - is_right) ** 2 for confidence, is_right in judged)
    print(f"{name}: {len(cases)} advertisements")
    print(f"  kinds found {found / max(must, 1):.3f}, false kinds {surplus / len(cases):.3f} an advertisement, "
          f"{clean_surplus / max(clean, 1):.3f} a clean one; verdict right {len(right) / len(judged):.3f}")
    print(f"  finished without a person {len(finished)}, right {sum(finished) / max(len(finished), 1):.3f}, 불허 {denied}")
    print(f"  confidence: right {statistics.fmean(right):.3f}, wrong {statistics.fmean(wrong or [0]):.3f}, "
          f"AUROC {area_under_curve(right, wrong):.3f}, Brier {brier:.3f}")
    for low, high in BANDS:
        band = [is_right for confidence, is_right in judged if low <= confidence < high]
        share = f"{sum(band) / len(band):.3f} right" if band else "none"
        print(f"    {low:.2f} to {min(high, 1.0):.2f}: {len(band):4} verdicts, {share}")
    for part in ("citation_accuracy", "logic_consistency", "evidence_strength", "precedent_match"):
        values = [result["confidence_parts"][part] for result in results]
        of = {True: [], False: []}
        for case, result in zip(cases, results):
            if case.get("verdict"):
                of[result["verdict"] in case["verdict"]].append(result["confidence_parts"][part])
        print(f"    {part}: {min(values):.2f} to {max(values):.2f}, mean {statistics.fmean(values):.3f}, "
              f"AUROC {area_under_curve(of[True], of[False]):.3f}")
    again = sum(result["iterations"] > 1 for result in results)
    print(f"  drafted again after the verifier's objections: {again}")


def long_texts(cases, violating):
    """40 texts of 1,000 characters: so many violating advertisements, filled up with clean ones."""
    bad = itertools.cycle(case["ad"]["text"] for case in cases if case["must"])
    good = itertools.cycle(case["ad"]["text"] for case in cases if not case["must"])
    texts = []
    for _ in range(40):
        parts = list(itertools.islice(bad, violating))
        while sum(map(len, parts)) < 1000:
            parts.insert(len(parts) // 2, next(good))
        texts.append({"text": "\n".join(parts)[:1000], "medium": "internet"})
    return texts


def measure_time(cases):
    """Prints how long a review of two kinds of long texts takes, after one run that warms the files."""
    reviewed(long_texts(cases, 3))
    for violating in (3, 5):
        results = reviewed(long_texts(cases, violating))
        times = sorted(result["timings_ms"]["total"] for result in results)
        found = statistics.median(len(result["violations"]) for result in results)
        print(f"{len(times)} reviews of 1,000 characters with {found:.0f} violations: median "
              f"{statistics.median(times):.1f} ms, p95 {times[int(len(times) * 0.95)]:.1f} ms (target 25)")


def main():
    everything = []
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as lines:
            cases = [json.loads(line) for line in lines if line.strip()]
        measure(os.path.basename(path), cases, reviewed([case["ad"] for case in cases]))
        everything += cases
    measure_time(everything)


if __name__ == "__main__":
    main()
