#!/usr/bin/env python3
"""Our search beside others on one retrieval set: quality, milliseconds a query, seconds to build the index.

    peers.py SET_DIR [--queries N] [--simui PROGRAM]

SET_DIR holds corpus.jsonl ({"id", "title"?, "text"}), queries.jsonl ({"id", "text"}) and qrels.jsonl ({"q", "doc"}).
At most N questions are asked, spread evenly over the file, the same for everyone. Each is asked alone in one warm
process on one thread, its analysis included; ours is what `simui search --batch` says of itself in `took_ms.total`.
"""

import argparse
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# Before the libraries are loaded: they ask for the number of threads once.
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")

import bm25s  # noqa: E402
import faiss  # noqa: E402
import numpy as np  # noqa: E402
from kiwipiepy import Kiwi  # noqa: E402
from rank_bm25 import BM25Okapi  # noqa: E402
from scipy.sparse import csr_matrix  # noqa: E402

TOP = 10
# How many of each ranking are fused, and the constant of reciprocal rank fusion (Cormack et al. 2009).
FUSED, RRF = 100, 60
DIMENSIONS = 256
K1, B = 1.5, 0.75


class Set:
    """Texts, questions, and which texts answer them."""

    def __init__(self, folder, most):
        def lines(name):
            with open(folder / name, encoding="utf-8") as file:
                return [json.loads(line) for line in file if line.strip()]

        corpus = lines("corpus.jsonl")
        self.ids = [it["id"] for it in corpus]
        self.texts = [f"{it.get('title', '')}\n{it['text']}".strip() for it in corpus]
        self.answers = {}
        for it in lines("qrels.jsonl"):
            self.answers.setdefault(it["q"], set()).add(it["doc"])
        asked = [it for it in lines("queries.jsonl") if it["id"] in self.answers]
        step = max(1, -(-len(asked) // most))
        self.queries = asked[::step]


def bigrams(text):
    """Pairs of neighbouring letters, and words of one letter."""
    found = []
    for word in "".join(c if c.isalnum() else " " for c in text.lower()).split():
        found.extend([word] if len(word) == 1 else [word[at : at + 2] for at in range(len(word) - 1)])
    return found


class Morphemes:
    """Content morphemes of Kiwi, without particles and endings."""

    KEPT = ("N", "V", "MA", "MM", "XR", "SL", "SN", "SH")

    def __init__(self):
        self.kiwi = Kiwi()

    def __call__(self, text):
        return self.kept(self.kiwi.tokenize(text))

    def all(self, texts):
        return [self.kept(tokens) for tokens in self.kiwi.tokenize(texts)]

    def kept(self, tokens):
        return [token.form.lower() for token in tokens if token.tag.startswith(self.KEPT)]


def best(scores, most):
    most = min(most, len(scores))
    top = np.argpartition(-scores, most - 1)[:most]
    return top[np.argsort(-scores[top], kind="stable")]


class Bm25s:
    def __init__(self, analyse, documents):
        self.analyse = analyse
        self.index = bm25s.BM25(k1=K1, b=B)
        self.index.index(documents, show_progress=False)

    def rank(self, text, most=TOP):
        known = [token for token in self.analyse(text) if token in self.index.vocab_dict]
        return best(self.index.get_scores(known), most) if known else []


class RankBm25:
    def __init__(self, analyse, documents):
        self.analyse = analyse
        self.index = BM25Okapi(documents, k1=K1, b=B)

    def rank(self, text):
        return best(self.index.get_scores(self.analyse(text)), TOP)


class Fts5:
    """SQLite's full-text index with its trigram tokenizer; any trigram of the question may match."""

    def __init__(self, texts):
        self.database = sqlite3.connect(":memory:")
        self.database.execute("CREATE VIRTUAL TABLE texts USING fts5(text, tokenize = 'trigram')")
        rows = enumerate(texts)
        self.database.executemany("INSERT INTO texts (rowid, text) VALUES (?, ?)", rows)

    def rank(self, text):
        words = "".join(c if c.isalnum() else " " for c in text).split()
        terms = {word[at : at + 3] for word in words for at in range(len(word) - 2)}
        if not terms:
            return []
        wanted = " OR ".join(f'"{term}"' for term in sorted(terms))
        sql = "SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY bm25(texts) LIMIT ?"
        return [row for (row,) in self.database.execute(sql, (wanted, TOP))]


def directions(matrix, most):
    """The first right singular vectors, by randomised subspace iteration (Halko, Martinsson and Tropp 2011)."""
    random = np.random.default_rng(1)
    space = random.standard_normal((matrix.shape[1], min(most + 20, min(matrix.shape))), dtype=np.float32)
    matrix = matrix.astype(np.float32)
    for _ in range(4):
        space = np.linalg.qr(matrix.T @ np.linalg.qr(matrix @ space)[0])[0]
    _, _, turned = np.linalg.svd(matrix @ space, full_matrices=False)
    return np.ascontiguousarray(space @ turned[:most].T)


class Lsa:
    """Latent semantic analysis of tf-idf in an exact index of faiss."""

    def __init__(self, analyse, documents):
        self.analyse = analyse
        self.terms = {}
        for tokens in documents:
            for token in tokens:
                self.terms.setdefault(token, len(self.terms))
        counts = self.counts(documents)
        present = np.bincount(counts.indices, minlength=len(self.terms))
        self.idf = np.log((1 + len(documents)) / (1 + present)) + 1
        dimensions = min(DIMENSIONS, min(counts.shape) - 1)
        self.terms_to_space = directions(self.weighted(counts), dimensions)
        vectors = self.vectors(counts)
        self.index = faiss.IndexFlatIP(dimensions)
        self.index.add(vectors)

    def counts(self, documents):
        rows, columns = [], []
        for row, tokens in enumerate(documents):
            known = [self.terms[token] for token in tokens if token in self.terms]
            rows.extend([row] * len(known))
            columns.extend(known)
        shape = (len(documents), len(self.terms))
        return csr_matrix((np.ones(len(rows)), (rows, columns)), shape=shape)

    def weighted(self, counts):
        weighted = counts.copy()
        weighted.data = (1 + np.log(weighted.data)) * self.idf[weighted.indices]
        return weighted

    def vectors(self, counts):
        vectors = np.asarray(self.weighted(counts) @ self.terms_to_space, dtype=np.float32)
        faiss.normalize_L2(vectors)
        return vectors

    def rank(self, text, most=TOP):
        vector = self.vectors(self.counts([self.analyse(text)]))
        found = self.index.search(vector, min(most, self.index.ntotal))[1][0]
        return found


class Fused:
    def __init__(self, *rankers):
        self.rankers = rankers

    def rank(self, text):
        scores = {}
        for ranker in self.rankers:
            for rank, at in enumerate(ranker.rank(text, FUSED), start=1):
                scores[at] = scores.get(at, 0.0) + 1 / (RRF + rank)
        return sorted(scores, key=scores.get, reverse=True)[:TOP]


def quality(wanted, results):
    """R@1, R@10 and MRR@10, in the mean over the questions."""
    at_1 = at_10 = reciprocal = 0.0
    for query in wanted.queries:
        answers = wanted.answers[query["id"]]
        found = results.get(query["id"], [])[:TOP]
        at_1 += len(answers & set(found[:1])) / len(answers)
        at_10 += len(answers & set(found)) / len(answers)
        first = next((rank for rank, it in enumerate(found, start=1) if it in answers), None)
        reciprocal += 1 / first if first else 0.0
    return [it / len(wanted.queries) for it in (at_1, at_10, reciprocal)]


def row(name, wanted, results, took, index):
    at_1, at_10, mrr = quality(wanted, results)
    median, p95 = np.percentile(took, [50, 95])
    print(f"{name:34} {at_1:6.3f} {at_10:6.3f} {mrr:6.3f} {median:9.2f} {p95:9.2f} {index:8.1f}", flush=True)


def peer(name, wanted, build, before=0.0):
    """Builds, asks everything, prints. `before`: seconds of work done for it earlier."""
    started = time.perf_counter()
    ranker = build()
    index = before + time.perf_counter() - started
    results, took = {}, []
    for query in wanted.queries[:20]:
        ranker.rank(query["text"])
    for query in wanted.queries:
        started = time.perf_counter()
        found = ranker.rank(query["text"])
        took.append(1_000 * (time.perf_counter() - started))
        results[query["id"]] = [wanted.ids[at] for at in found]
    row(name, wanted, results, took, index)
    return ranker, index


def peers(wanted):
    started = time.perf_counter()
    pairs = [bigrams(text) for text in wanted.texts]
    of_pairs = time.perf_counter() - started
    started = time.perf_counter()
    analyse = Morphemes()
    morphemes = analyse.all(wanted.texts)
    of_morphemes = time.perf_counter() - started
    peer("bm25s, bigrams", wanted, lambda: Bm25s(bigrams, pairs), of_pairs)
    lexical, of_lexical = peer("bm25s, Kiwi", wanted, lambda: Bm25s(analyse, morphemes), of_morphemes)
    peer("rank_bm25, bigrams", wanted, lambda: RankBm25(bigrams, pairs), of_pairs)
    peer("SQLite FTS5, trigrams", wanted, lambda: Fts5(wanted.texts))
    dense, of_dense = peer("faiss, LSA of Kiwi", wanted, lambda: Lsa(analyse, morphemes), of_morphemes)
    both = of_lexical + of_dense - of_morphemes
    peer("faiss LSA + bm25s Kiwi, RRF", wanted, lambda: Fused(lexical, dense), both)


def ours(program, folder, wanted):
    def run(data, *arguments):
        command = [program, "--data-dir", data, "--json", *arguments]
        return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)

    def refusal(done):
        return (done.stderr.strip().splitlines() or ["no answer"])[-1]

    with tempfile.TemporaryDirectory() as data:
        started = time.perf_counter()
        imported = run(data, "bench", "import-beir", str(folder))
        index = time.perf_counter() - started
        if imported.returncode != 0:
            print(f"{'simui':34} not there: {refusal(imported)}")
            return
        questions = Path(data) / "questions.jsonl"
        with open(questions, "w", encoding="utf-8") as file:
            for query in wanted.queries:
                file.write(json.dumps({"id": query["id"], "text": query["text"]}, ensure_ascii=False) + "\n")
        for mode in ("bm25", "dense", "hybrid"):
            search = ["search", "--batch", str(questions), "--mode", mode, "--k", str(TOP)]
            # The first run builds what is missing: it counts as indexing, and its answers are thrown away.
            started = time.perf_counter()
            run(data, *search)
            first = time.perf_counter() - started
            started = time.perf_counter()
            done = run(data, *search)
            index += max(0.0, first - (time.perf_counter() - started))
            name = f"simui, {mode}"
            if done.returncode != 0:
                print(f"{name:34} not there: {refusal(done)}")
                continue
            answers = [json.loads(line) for line in done.stdout.splitlines()]
            results = {it["id"]: [hit["doc_id"] for hit in it.get("hits", [])] for it in answers}
            took = [it["took_ms"]["total"] for it in answers if "took_ms" in it]
            if len(results) < len(wanted.queries) or not took:
                print(f"{name:34} answered {len(results)} of {len(wanted.queries)} questions")
                continue
            row(name, wanted, results, took, index)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--queries", type=int, default=500)
    arguments.add_argument("--simui")
    given = arguments.parse_args()
    faiss.omp_set_num_threads(1)
    wanted = Set(given.folder, given.queries)
    print(f"\n{given.folder.name}: {len(wanted.ids)} texts, {len(wanted.queries)} questions")
    print(f"{'':34} {'R@1':>6} {'R@10':>6} {'MRR@10':>6} {'median ms':>9} {'p95 ms':>9} {'index s':>8}")
    peers(wanted)
    if given.simui:
        ours(given.simui, given.folder, wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main())
