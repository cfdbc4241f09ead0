#!/usr/bin/env python3
"""Makes the models that the tests of simui-inference and tests/device run through ONNX Runtime.

    python3 -m venv .venv && .venv/bin/pip install -r requirements.txt
    .venv/bin/python make.py ../../src-tauri/crates/inference/tests/models
    .venv/bin/python make.py --base FOLDER

With `--base`: a cross-encoder of the size of BERT-base (12 layers, 85 million weights) with random weights from a fixed
seed, in f32 and in f16. It knows nothing, but costs what a real one costs and shows where two processors differ.

Each folder gets model.onnx, tokenizer.json and model.toml (the form of models/manifest.toml, with checksums). The numbers
are chosen so that a person can work out every result; ../../src-tauri/crates/inference/tests does.
"""

import hashlib
import json
import sys
from pathlib import Path

import numpy
from onnx import TensorProto, checker, helper, numpy_helper

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
WORDS = ["의료", "광고", "심의", "환자", "약", "복용", "간", "질환", "부작용", "효과", "금지", "표시"]
VOCABULARY = SPECIAL + WORDS
# Padding is large: a mean that forgot the attention mask would be far off.
EMBEDDING = numpy.array(
    [[100, 100, 100, 100], [0, 0, 0, 1], [1, 0, 0, 0], [0, 1, 0, 0]]
    + [[i, i % 3, 1, -i] for i in range(1, len(WORDS) + 1)],
    dtype=numpy.float32,
)
# One weight a token for the cross-encoder: a quarter of the word's place, nothing for what is special but padding.
WEIGHTS = numpy.array([50, 0, 0, 0] + [i / 4 for i in range(1, len(WORDS) + 1)], dtype=numpy.float32)


def tokenizer():
    """Words by white space and punctuation; [CLS] a [SEP] or [CLS] a [SEP] b [SEP]."""
    special = lambda name, kind: {"SpecialToken": {"id": name, "type_id": kind}}
    sequence = lambda name, kind: {"Sequence": {"id": name, "type_id": kind}}
    ids = {name: {"id": name, "ids": [VOCABULARY.index(name)], "tokens": [name]} for name in ("[CLS]", "[SEP]")}
    added = [
        {"id": i, "content": name, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
        for i, name in enumerate(SPECIAL)
    ]
    single = [special("[CLS]", 0), sequence("A", 0), special("[SEP]", 0)]
    return {
        "version": "1.0",
        "truncation": None,
        # As many published tokenizers have it; the code pads by itself and must not take this.
        "padding": {"strategy": {"Fixed": 16}, "direction": "Right", "pad_to_multiple_of": None,
                    "pad_id": 0, "pad_type_id": 0, "pad_token": "[PAD]"},
        "added_tokens": added,
        "normalizer": {"type": "NFC"},
        "pre_tokenizer": {"type": "Whitespace"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": single,
            "pair": single + [sequence("B", 1), special("[SEP]", 1)],
            "special_tokens": ids,
        },
        "decoder": None,
        "model": {"type": "WordLevel", "vocab": {word: i for i, word in enumerate(VOCABULARY)}, "unk_token": "[UNK]"},
    }


def tokens(*names):
    return [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "sequence"]) for name in names]


def constant(name, value):
    return numpy_helper.from_array(numpy.asarray(value), name)


def model(nodes, inputs, outputs, constants):
    graph = helper.make_graph(nodes, "simui-test", inputs, outputs, constants)
    made = helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", 17)], producer_name="simui")
    checker.check_model(made, full_check=True)
    return made


def encoder():
    """The embedding of each token: [batch, sequence, 4], to be pooled outside."""
    output = helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["batch", "sequence", 4])
    nodes = [helper.make_node("Gather", ["embedding", "input_ids"], ["last_hidden_state"])]
    return model(nodes, tokens("input_ids", "attention_mask"), [output], [constant("embedding", EMBEDDING)])


def pooled_encoder():
    """The mean over the mask, taken in the graph and given in half precision: [batch, 4]."""
    output = helper.make_tensor_value_info("sentence_embedding", TensorProto.FLOAT16, ["batch", 4])
    nodes = [
        helper.make_node("Gather", ["embedding", "input_ids"], ["hidden"]),
        helper.make_node("Cast", ["attention_mask"], ["mask"], to=TensorProto.FLOAT),
        helper.make_node("Unsqueeze", ["mask", "last"], ["mask3"]),
        helper.make_node("Mul", ["hidden", "mask3"], ["masked"]),
        helper.make_node("ReduceSum", ["masked", "one"], ["sum"], keepdims=0),
        helper.make_node("ReduceSum", ["mask3", "one"], ["count"], keepdims=0),
        helper.make_node("Div", ["sum", "count"], ["mean"]),
        helper.make_node("Cast", ["mean"], ["sentence_embedding"], to=TensorProto.FLOAT16),
    ]
    constants = [constant("embedding", EMBEDDING), constant("last", numpy.array([2])), constant("one", numpy.array([1]))]
    return model(nodes, tokens("input_ids", "attention_mask"), [output], constants)


def reranker(slow=False):
    """A linear head: the weights of the passage's tokens plus half of those of the query's, less one: [batch, 1]."""
    output = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 1])
    nodes = [
        helper.make_node("Gather", ["weights", "input_ids"], ["weight"]),
        helper.make_node("Cast", ["attention_mask"], ["mask"], to=TensorProto.FLOAT),
        helper.make_node("Cast", ["token_type_ids"], ["type"], to=TensorProto.FLOAT),
        helper.make_node("Mul", ["type", "half"], ["half_type"]),
        helper.make_node("Add", ["half_type", "half"], ["side"]),
        helper.make_node("Mul", ["weight", "mask"], ["masked"]),
        helper.make_node("Mul", ["masked", "side"], ["part"]),
        helper.make_node("ReduceSum", ["part", "one"], ["sum"], keepdims=1),
        helper.make_node("Sub", ["sum", "bias"], ["score" if slow else "logits"]),
    ]
    constants = [
        constant("weights", WEIGHTS),
        constant("half", numpy.float32(0.5)),
        constant("bias", numpy.float32(1)),
        constant("one", numpy.array([1])),
    ]
    if slow:
        # Turns over the score for about a minute: a run that only its deadline ends.
        body = helper.make_graph(
            [helper.make_node("Identity", ["go"], ["on"]), helper.make_node("Mul", ["value", "step"], ["next"])],
            "turn",
            [
                helper.make_tensor_value_info("turn", TensorProto.INT64, []),
                helper.make_tensor_value_info("go", TensorProto.BOOL, []),
                helper.make_tensor_value_info("value", TensorProto.FLOAT, None),
            ],
            [
                helper.make_tensor_value_info("on", TensorProto.BOOL, []),
                helper.make_tensor_value_info("next", TensorProto.FLOAT, None),
            ],
        )
        nodes.append(helper.make_node("Loop", ["turns", "", "score"], ["logits"], body=body))
        constants += [constant("turns", numpy.int64(50_000_000)), constant("step", numpy.float32(1.000001))]
    return model(nodes, tokens("input_ids", "attention_mask", "token_type_ids"), [output], constants)


# BERT-base: width, attention heads, layers, width of the feed-forward layer, and longest input.
WIDTH, HEADS, LAYERS, INNER, LONGEST = 768, 12, 12, 3072, 512


def base_reranker(half):
    """A transformer encoder over [CLS] query [SEP] passage [SEP] with a linear head on [CLS]: [batch, 1]."""
    random = numpy.random.default_rng(20_261_126)
    number, kind = (numpy.float16, TensorProto.FLOAT16) if half else (numpy.float32, TensorProto.FLOAT)
    nodes, constants = [], []

    def weight(name, *shape, scale=None):
        drawn = random.standard_normal(shape, dtype=numpy.float32) * (scale or shape[0] ** -0.5)
        constants.append(constant(name, drawn.astype(number)))
        return name

    def fixed(name, value, kind=number):
        constants.append(constant(name, numpy.asarray(value, dtype=kind)))
        return name

    def node(operator, *inputs, **attributes):
        name = f"{operator}_{len(nodes)}"
        nodes.append(helper.make_node(operator, list(inputs), [name], **attributes))
        return name

    def normalised(x, name):
        scale, shift = fixed(f"{name}.scale", numpy.ones(WIDTH)), fixed(f"{name}.shift", numpy.zeros(WIDTH))
        return node("LayerNormalization", x, scale, shift, axis=-1, epsilon=1e-5)

    fixed("one", 1), fixed("half", 0.5), fixed("root2", 2**0.5), fixed("masked", -10_000.0)
    fixed("root", (WIDTH // HEADS) ** 0.5)
    by_head = fixed("by_head", [0, 0, HEADS, WIDTH // HEADS], numpy.int64)
    together = fixed("together", [0, 0, WIDTH], numpy.int64)
    length = node("Shape", "input_ids", start=1, end=2)
    places = node("Slice", weight("places", LONGEST, WIDTH, scale=1.0), fixed("zero", [0], numpy.int64), length)
    words = node("Gather", weight("words", len(VOCABULARY), WIDTH, scale=1.0), "input_ids")
    sides = node("Gather", weight("sides", 2, WIDTH, scale=1.0), "token_type_ids")
    x = normalised(node("Add", node("Add", words, sides), places), "embedding")
    mask = node("Unsqueeze", node("Cast", "attention_mask", to=kind), fixed("axes", [1, 2], numpy.int64))
    bias = node("Mul", node("Sub", "one", mask), "masked")
    for layer in range(LAYERS):
        parts = [node("MatMul", x, weight(f"{layer}.{part}", WIDTH, WIDTH)) for part in ("query", "key", "value")]
        query, key, value = (node("Transpose", node("Reshape", part, by_head), perm=[0, 2, 1, 3]) for part in parts)
        likeness = node("Div", node("MatMul", query, node("Transpose", key, perm=[0, 1, 3, 2])), "root")
        share = node("Softmax", node("Add", likeness, bias), axis=-1)
        seen = node("Reshape", node("Transpose", node("MatMul", share, value), perm=[0, 2, 1, 3]), together)
        x = normalised(node("Add", x, node("MatMul", seen, weight(f"{layer}.out", WIDTH, WIDTH))), f"{layer}.first")
        inner = node("MatMul", x, weight(f"{layer}.inner", WIDTH, INNER))
        # GELU, as BERT has it.
        grown = node("Mul", node("Mul", inner, "half"), node("Add", "one", node("Erf", node("Div", inner, "root2"))))
        x = normalised(node("Add", x, node("MatMul", grown, weight(f"{layer}.outer", INNER, WIDTH))), f"{layer}.last")
    first = node("Gather", x, fixed("first", 0, numpy.int64), axis=1)
    nodes.append(helper.make_node("MatMul", [first, weight("head", WIDTH, 1)], ["logits"]))
    output = helper.make_tensor_value_info("logits", kind, ["batch", 1])
    return model(nodes, tokens("input_ids", "attention_mask", "token_type_ids"), [output], constants)


def write(folder, made, settings):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.onnx").write_bytes(made.SerializeToString(deterministic=True))
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    files = "".join(
        f'\n[[model.files]]\npath = "{name}"\nsha256 = "{hashlib.sha256(data).hexdigest()}"\nsize = {len(data)}\n'
        for name in ("model.onnx", "tokenizer.json")
        for data in [(folder / name).read_bytes()]
    )
    common = f'id = "{folder.name}"\nname = "Test model {folder.name}"\nlicence = "Apache-2.0"\nsource = "models/onnx/make.py"\n'
    graph = 'graph = "model.onnx"\ntokenizer = "tokenizer.json"\n'
    text = f"# Made by models/onnx/make.py.\nversion = 1\n\n[[model]]\n{common}{graph}{settings}{files}"
    (folder / "model.toml").write_text(text, encoding="utf-8")


def main():
    if sys.argv[1] == "--base":
        settings = f'role = "reranker"\nmax_length = {LONGEST}\nscore = {{ scale = "logit", thresholds = {{}} }}\n'
        for name, half in (("base-reranker", False), ("base-reranker-half", True)):
            write(Path(sys.argv[2]) / name, base_reranker(half), settings)
        return
    out = Path(sys.argv[1])
    encoding = 'role = "encoder"\nmax_length = 8\ndims = 4\npooling = "mean"\nnormalise = false\n'
    write(out / "tiny-encoder", encoder(), encoding)
    write(out / "tiny-encoder-half", pooled_encoder(), encoding)
    scoring = 'role = "reranker"\nmax_length = 12\nscore = { scale = "logit", thresholds = { minimum = 0.5 } }\n'
    write(out / "tiny-reranker", reranker(), scoring)
    write(out / "tiny-reranker-slow", reranker(slow=True), scoring)


if __name__ == "__main__":
    main()
