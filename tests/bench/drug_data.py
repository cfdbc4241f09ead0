#!/usr/bin/env python3
"""Writes invented drug data in the shape of data.go.kr: drug_data.py labels|pairs ROWS FOLDER

Pages of 100 rows, as the desk stores what the services send. `labels` are 의약품개요정보(e약은요). `pairs` are 병용금기 by product:
1,620 pairs of ingredients, each with as many pairs of products as ROWS needs; with 811,620 rows, the length of
the real list in 2026, each has 501. Prints a question about two products of the last row, or about the last label.
"""

import json
import sys
from pathlib import Path

PAGE = 100
INGREDIENT_PAIRS = 1_620
FIRST, SECOND = 90, 18
EFFECTS = ["두통", "치통", "발열", "근육통", "기침", "가래", "콧물", "속쓰림", "설사", "변비", "가려움", "발진", "어지러움", "불면"]


def syllables(number):
    """A number as Hangul without final consonants: each has a writing of its own."""
    text = ""
    while True:
        text = chr(0xAC00 + 28 * (number % 399)) + text
        number //= 399
        if number == 0:
            return text


def label(n):
    pick = lambda of: EFFECTS[(n * 7 + of) % len(EFFECTS)]
    sentence = lambda of: f"{pick(of)}, {pick(of + 3)} 또는 {pick(of + 5)}이 나타나는 경우 복용을 즉각 중지하고 의사 또는 약사와 상의하십시오."
    return {
        "entpName": f"{syllables(n % 300)}제약(주)",
        "itemName": f"봄볕{syllables(n)}정{100 + n % 9 * 50}밀리그램",
        "itemSeq": f"2026{n:05}",
        "efcyQesitm": f"이 약은 {pick(0)}, {pick(1)}, {pick(2)}에 사용합니다.\n",
        "useMethodQesitm": f"만 {8 + n % 8}세 이상 소아 및 성인은 1회 {1 + n % 3}정씩 1일 {1 + n % 4}회 식후 30분에 복용합니다. 복용간격은 4시간 이상으로 합니다.\n",
        "atpnWarnQesitm": f"매일 {2 + n % 3}잔 이상 정기적으로 술을 마시는 사람은 이 약을 복용하기 전에 의사 또는 약사와 상의하십시오.\n",
        "atpnQesitm": " ".join(f"{pick(of)} 환자, 임부 또는 임신하고 있을 가능성이 있는 여성은 이 약을 복용하지 마십시오." for of in range(5)) + "\n",
        "intrcQesitm": f"{pick(6)} 치료제, 해열진통제, 감기약, 진정제와 함께 복용하지 마십시오.\n",
        "seQesitm": " ".join(sentence(of) for of in range(5)) + "\n",
        "depositMethodQesitm": "습기와 빛을 피해 실온에서 보관하십시오. 어린이의 손이 닿지 않는 곳에 보관하십시오.\n",
        "openDe": "2021-01-29 00:00:00",
        "updateDe": "2024-05-09",
        "bizrno": "1234567890",
    }


def pairs(rows):
    of_pair = -(-rows // INGREDIENT_PAIRS)
    side = max(1, -(-of_pair // 23))
    for n in range(rows):
        pair, products = divmod(n, of_pair)
        first, second = pair % FIRST, pair // FIRST
        one, other = divmod(products, side)
        yield {
            "DUR_SEQ": str(n),
            "TYPE_CODE": "A",
            "TYPE_NAME": "병용금기",
            "MIX": "단일",
            "INGR_CODE": f"D0{first:05}",
            "INGR_KOR_NAME": f"가상{syllables(first)}신",
            "INGR_ENG_NAME": f"Gasang{first}",
            "ITEM_SEQ": f"2027{first:02}{one:03}",
            "ITEM_NAME": f"봄비{syllables(first)}{syllables(one)}캡슐",
            "ENTP_NAME": f"{syllables(one)}제약(주)",
            "FORM_NAME": "경질캡슐제",
            "ETC_OTC_NAME": "전문의약품",
            "CLASS_NAME": "[629]기타의 화학요법제",
            "MIXTURE_MIX": "단일",
            "MIXTURE_INGR_CODE": f"D1{second:05}",
            "MIXTURE_INGR_KOR_NAME": f"나상{syllables(second)}틴",
            "MIXTURE_INGR_ENG_NAME": f"Nasang{second}",
            "MIXTURE_ITEM_SEQ": f"2028{second:02}{other:03}",
            "MIXTURE_ITEM_NAME": f"갈비{syllables(second)}{syllables(other)}정",
            "MIXTURE_ENTP_NAME": f"{syllables(other)}약품(주)",
            "MIXTURE_FORM_NAME": "필름코팅정",
            "NOTIFICATION_DATE": "20090303",
            "PROHBT_CONTENT": EFFECTS[pair % len(EFFECTS)] + " 위험 증가",
        }


def main(kind, rows, folder):
    rows = int(rows)
    page, at, row = [], 0, None

    def write():
        path = Path(folder) / f"{at // 100:04}"
        path.mkdir(parents=True, exist_ok=True)
        (path / f"{kind}-{at:05}.json").write_text(json.dumps(page, ensure_ascii=False), encoding="utf-8")

    for row in pairs(rows) if kind == "pairs" else map(label, range(rows)):
        page.append(row)
        if len(page) == PAGE:
            write()
            page, at = [], at + 1
    if page:
        write()
    if kind == "pairs":
        print(f"{row['ITEM_NAME']}이랑 {row['MIXTURE_ITEM_NAME']} 같이 먹어도 되나요?")
    else:
        print(f"{row['itemName']} 부작용이 뭐예요?")


if __name__ == "__main__":
    main(*sys.argv[1:])
