#!/usr/bin/env python3
"""One peer of our search at one size: seconds to index, memory, milliseconds a query, nearest vectors found.

    peers_at_size.py FOLDER PEER

FOLDER holds corpus.jsonl and questions.jsonl (`search-speed export`), a JSON string a line. PEER is `bm25s+faiss` or
`tantivy+usearch`. Both cut text into pairs of letters and compare by meaning in 256 dimensions (latent semantic
analysis, learned from 20,000 of the texts), with a graph of 16 neighbours, 128 candidates while adding and 256 while
searching, as ours has; 50 by words and 50 by meaning are joined by reciprocal ranks. One thread searches, two build.
"""

import json
import sys
import time
from pathlib import Path

import peers
import faiss
import numpy as np

DEPTH, TOP = 50, 10
LEARNED_FROM = 20_000
CONNECTIVITY, WHILE_ADDING, WHILE_SEARCHING = 16, 128, 256
TOGETHER = 10_000
WARM_UP = 30


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def resident():
    """MiB of this process in memory."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(status.split("VmRSS:")[1].split()[0]) // 1024


def vectors_of(texts):
    """The texts as vectors, and the function that makes one of a question."""
    step = max(1, len(texts) // LEARNED_FROM)
    space = peers.Lsa(peers.bigrams, [peers.bigrams(text) for text in texts[::step]])
    parts = [
        space.vectors(space.counts([peers.bigrams(text) for text in texts[first : first + TOGETHER]]))
        for first in range(0, len(texts), TOGETHER)
    ]
    return np.concatenate(parts), lambda text: space.vectors(space.counts([peers.bigrams(text)]))


class Bm25s:
    def __init__(self, texts):
        import bm25s

        self.vocabulary = {}
        # One number object a pair of letters, however often it stands.
        number = self.vocabulary.setdefault
        ids = [[number(pair, len(self.vocabulary)) for pair in peers.bigrams(text)] for text in texts]
        self.index = bm25s.BM25(k1=peers.K1, b=peers.B)
        self.index.index((ids, self.vocabulary), show_progress=False)

    def rank(self, text):
        known = [self.vocabulary[pair] for pair in peers.bigrams(text) if pair in self.vocabulary]
        return peers.best(self.index.get_scores_from_ids(known), DEPTH) if known else []


class Tantivy:
    def __init__(self, texts):
        import tantivy

        schema = tantivy.SchemaBuilder()
        schema.add_text_field("text", stored=False, tokenizer_name="whitespace")
        schema.add_integer_field("at", stored=True)
        self.index = tantivy.Index(schema.build())
        writer = self.index.writer(heap_size=256_000_000, num_threads=2)
        for at, text in enumerate(texts):
            writer.add_document(tantivy.Document(text=" ".join(peers.bigrams(text)), at=at))
        writer.commit()
        writer.wait_merging_threads()
        self.index.reload()
        self.searcher = self.index.searcher()
        self.term = lambda pair: tantivy.Query.term_query(self.index.schema, "text", pair)
        self.any_of = lambda terms: tantivy.Query.boolean_query([(tantivy.Occur.Should, term) for term in terms])

    def rank(self, text):
        terms = [self.term(pair) for pair in peers.bigrams(text)]
        hits = self.searcher.search(self.any_of(terms), DEPTH).hits if terms else []
        return [self.searcher.doc(address)["at"][0] for _, address in hits]


class Faiss:
    def __init__(self, vectors):
        kind = faiss.ScalarQuantizer.QT_8bit
        self.index = faiss.IndexHNSWSQ(vectors.shape[1], kind, CONNECTIVITY, faiss.METRIC_INNER_PRODUCT)
        self.index.hnsw.efConstruction, self.index.hnsw.efSearch = WHILE_ADDING, WHILE_SEARCHING
        self.index.train(vectors[:: max(1, len(vectors) // LEARNED_FROM)])
        self.index.add(vectors)

    def rank(self, vector, most=DEPTH):
        return self.index.search(vector, most)[1][0]


class Usearch:
    def __init__(self, vectors):
        from usearch.index import Index

        self.index = Index(
            ndim=vectors.shape[1],
            metric="cos",
            dtype="i8",
            connectivity=CONNECTIVITY,
            expansion_add=WHILE_ADDING,
            expansion_search=WHILE_SEARCHING,
        )
        self.index.add(np.arange(len(vectors)), vectors, threads=2)

    def rank(self, vector, most=DEPTH):
        return self.index.search(vector[0], most, threads=1).keys


def fused(*rankings):
    scores = {}
    for ranking in rankings:
        for rank, at in enumerate(ranking, start=1):
            scores[int(at)] = scores.get(int(at), 0.0) + 1 / (peers.RRF + rank)
    return sorted(scores, key=scores.get, reverse=True)[:TOP]


def main():
    folder, name = Path(sys.argv[1]), sys.argv[2]
    by_words, by_meaning = {"bm25s+faiss": (Bm25s, Faiss), "tantivy+usearch": (Tantivy, Usearch)}[name]
    texts, questions = lines(folder / "corpus.jsonl"), lines(folder / "questions.jsonl")
    faiss.omp_set_num_threads(2)
    vectors, embed = vectors_of(texts)
    started = time.perf_counter()
    words = by_words(texts)
    of_words = time.perf_counter() - started
    count = len(texts)
    del texts
    started = time.perf_counter()
    meaning = by_meaning(vectors)
    of_meaning = time.perf_counter() - started
    faiss.omp_set_num_threads(1)
    took = {"bm25": [], "dense": [], "hybrid": []}
    found = exact = 0
    for number, question in enumerate(questions[:WARM_UP] + questions):
        begun = time.perf_counter()
        ranked = words.rank(question)
        after_words = time.perf_counter()
        vector = embed(question)
        near = meaning.rank(vector)
        after_meaning = time.perf_counter()
        fused(ranked, near)
        done = time.perf_counter()
        if number < WARM_UP:
            continue
        for mode, seconds in (
            ("bm25", after_words - begun),
            ("dense", after_meaning - after_words),
            ("hybrid", done - begun),
        ):
            took[mode].append(1_000 * seconds)
        if number % 10 == 0:
            scores = vectors @ vector[0]
            worst = np.partition(scores, -TOP)[-TOP]
            found += sum(1 for at in near[:TOP] if scores[int(at)] >= worst)
            exact += TOP
    # The vectors themselves are there for the comparison alone.
    memory = resident() - vectors.nbytes // (1 << 20)
    times = ", ".join(f"{mode} {np.percentile(ms, 50):.2f} / {np.percentile(ms, 95):.2f}" for mode, ms in took.items())
    print(
        f"  {name}, {count} texts: words indexed in {of_words:.1f} s, graph {of_meaning:.1f} s; {memory} MiB; "
        f"median / p95 ms: {times}; of the {TOP} nearest: {found / max(1, exact):.3f} found"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
