#!/usr/bin/env bash
# Consultations of a patient: how long a turn takes, how long one that is served a kept answer does, beside their targets
# (p95 60 ms and 5 ms, the latter over 1,000 kept answers).
#   QUESTIONS     how many different ones (1,000)
#   SIMUI_BIN     the program (release)
#   SIMUI_SHARED  the folder that holds corpora/ (../shared beside the repository)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
: "${SIMUI_BIN:?the release simui; make bench sets it}"
dur=${SIMUI_SHARED:-$PWD/../shared}/corpora/dur

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export SIMUI_AUDIT_KEY=file SIMUI_DATA_DIR=$scratch/data
if [ -d "$dur" ]; then
    "$SIMUI_BIN" corpus import "$dur" --json >/dev/null 2>&1 || true
else
    echo "without DUR tables: $dur is absent (set SIMUI_SHARED)"
fi
id=$("$SIMUI_BIN" patient add bench --json | sed -n 's/.*"id":"\([^"]*\)".*/\1/p')
"$SIMUI_BIN" consult --patient "$id" '65세 남성이고 고혈압이 있어요. 암로디핀 먹고 있고 페니실린 알레르기가 있어요.' --json >/dev/null

# 1,000 questions that differ in a figure, so that each has an answer of its own; then 200 of them again.
python3 - "$id" "$scratch" "${QUESTIONS:-1000}" <<'PY'
import json, sys
patient, scratch, most = sys.argv[1:]
drugs = ["아세트아미노펜", "이부프로펜", "와파린", "메트포르민", "암로디핀", "세티리진", "오메프라졸", "아목시실린", "심바스타틴", "로사르탄"]
asks = ["하루 {}mg 먹어도 되나요?", "{}시간 간격으로 먹어도 되나요?", "하루 {}알 먹어도 되나요?", "한 번에 {}mg 먹어도 되나요?"]
turns = [f"{drug} {ask.format(n)}" for n in range(2, 27) for drug in drugs for ask in asks][: int(most)]
with open(f"{scratch}/turns.jsonl", "w") as out:
    for at, text in enumerate(turns[:5] + turns + turns[::5]):
        out.write(json.dumps({"id": str(at), "patient": patient, "text": text}, ensure_ascii=False) + "\n")
PY
"$SIMUI_BIN" consult --batch "$scratch/turns.jsonl" --json >"$scratch/answers.jsonl"
tail -n +6 "$scratch/answers.jsonl" | python3 -c '
import json, sys
made, served = [], []
for line in sys.stdin:
    answer = json.loads(line)
    (served if answer["cache"]["hit"] else made).append(answer["timings_ms"]["total"])
for what, times, target in (("made", made, 60), ("served from kept answers", served, 5)):
    times.sort()
    if times:
        p95 = times[min(len(times) - 1, int(len(times) * .95))]
        verdict = "ok" if p95 <= target else "OVER"
        print(f"{len(times)} turns {what}: median {times[len(times) // 2]:.1f} ms, p95 {p95:.1f} ms (target {target}: {verdict}), slowest {times[-1]:.1f} ms")
'
"$SIMUI_BIN" consult --cache-status --json
