use super::{Morpheme, Tag, bigram, legal, script};

/// The search terms of a text, each repeated as often as it occurs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Terms {
    /// Content words without particles and endings: verbs as their stem with 다, compounds whole and in parts;
    /// provisions (제56조제2항 and 제56조), case numbers and strengths whole.
    pub morphemes: Vec<String>,
    /// Hangul bigrams within an eojeol, lone syllables, numbers and Latin words.
    pub bigrams: Vec<String>,
}

/// Collects the terms of a text that is NFKC and lower case; `morphemes` are those of the same text.
pub(super) fn of(
    text: &str,
    morphemes: impl FnOnce() -> Vec<Morpheme>,
    has_dictionary: bool,
) -> Terms {
    let expressions = legal::find(text);
    let mut terms: Vec<String> =
        expressions.iter().flat_map(|expression| expression.terms.iter().cloned()).collect();
    terms.extend(hanja(text));
    let mut covered = expressions.iter().peekable();
    for morpheme in morphemes() {
        while covered.next_if(|expression| expression.end <= morpheme.start).is_some() {}
        if covered.peek().is_some_and(|expression| expression.start < morpheme.end) {
            continue;
        }
        // Without a dictionary a run of Hangul is no word; its bigrams find it.
        if has_dictionary || morpheme.tag != Tag::Unknown {
            add(morpheme, &mut terms);
        }
    }
    Terms { morphemes: terms, bigrams: bigram::of(text) }
}

/// Returns the Hanja words as written; their readings come from the dictionary.
fn hanja(text: &str) -> impl Iterator<Item = String> {
    text.split(|c| !script::is_hanja(c)).filter(|word| !word.is_empty()).map(str::to_owned)
}

/// Stems of verbs that carry grammar rather than content. They are rare in law and frequent in questions, so
/// BM25 would overrate them.
const FUNCTION_VERBS: [&str; 14] = [
    "하", "되", "있", "없", "같", "위하", "대하", "따르", "통하", "관하", "의하", "알", "어떻",
    "그렇",
];
/// Words that mark a question, left out for the same reason as [`FUNCTION_VERBS`].
const QUESTION_WORDS: [&str; 5] = ["어떻게", "어떤", "어느", "왜", "얼마나"];

fn add(morpheme: Morpheme, terms: &mut Vec<String>) {
    let lemma = morpheme.lemma.as_str();
    match morpheme.tag {
        Tag::NNG
        | Tag::NNP
        | Tag::NNBC
        | Tag::NR
        | Tag::XR
        | Tag::MAG
        | Tag::SL
        | Tag::SN
        | Tag::Unknown
            if !QUESTION_WORDS.contains(&lemma) =>
        {
            // 의료법 is also indexed as 의료; 법 alone would match every law.
            for part in morpheme.parts {
                if part.lemma.chars().nth(1).is_some() {
                    add(part, terms);
                }
            }
            terms.push(morpheme.lemma);
        }
        Tag::VV | Tag::VA if !FUNCTION_VERBS.contains(&lemma) => terms.push(format!("{lemma}다")),
        _ => {}
    }
}
