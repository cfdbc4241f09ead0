//! Finds complaints of a noun and a predicate: 머리가 너무 아파요, 속은 안 쓰려요, 열은 없고.

use super::between::{amount, compared, is_adverb, is_occasion, likened};
use super::tagger::Found;
use crate::lexicon::{Complaint, Lexicon, Predicate};
use crate::text::boundary::run_end;
use crate::text::cue::{begins, ends};
use crate::text::letters::Text;
use crate::text::words::GRAMMAR;

/// A complaint with both noun and predicate.
#[derive(Debug)]
pub(crate) struct CompleteComplaint {
    pub concept: usize,
    pub start: usize,
    pub end: usize,
    /// Whether the predicate is negated: 안 아파요, 열이 없어요.
    pub negated: bool,
    /// Whether another predicate stands between noun and predicate; a complaint with a noun of its own is
    /// preferred.
    pub skips_predicate: bool,
}

/// The complaint that begins with `noun`, if a predicate of row `row` follows it.
pub(crate) fn complete(
    text: &Text,
    lexicon: &Lexicon,
    noun: &Found,
    row: usize,
) -> Option<CompleteComplaint> {
    let complaint = &lexicon.complaints[row];
    let rest = text.slice(noun.end, run_end(text, noun.end));
    let particle = GRAMMAR.complaint_particles.beginnings(rest);
    let ends = particle.map(|it| noun.end + it.chars().count()).chain([noun.end]);
    // 엄지 쪽이: 쪽 may follow the noun.
    let side = text.get(noun.end) == Some(' ') && text.get(noun.end + 1) == Some('쪽');
    let side = side.then(|| run_end(text, noun.end + 1));
    let ends = ends.chain(side).chain(fragment(text, noun.end));
    // 간에 안 좋다 is about something harmful to it, not about the liver.
    let for_it = rest.starts_with('에');
    let bad = |it: &PredicateMatch| for_it && text.slice(noun.end, it.end).ends_with(['좋', '쁘']);
    ends.filter_map(|at| predicate_from(text, complaint, at))
        .filter(|it| !bad(it))
        .max_by_key(|it| it.end)
        .map(|it| CompleteComplaint {
            concept: complaint.concept,
            start: it.after_another.unwrap_or(noun.start),
            end: it.end,
            negated: it.negated,
            skips_predicate: it.after_another.is_some(),
        })
        .or_else(|| inverted(text, complaint, noun))
}

/// The complaint whose noun follows its predicate at the end of the sentence: 아파요, 머리가; 많이 부었어요 다리가.
fn inverted(text: &Text, complaint: &Complaint, noun: &Found) -> Option<CompleteComplaint> {
    let end = run_end(text, noun.end);
    let particle =
        matches!(text.slice(noun.end, end), "가" | "이" | "은" | "는" | "도" | "가요" | "이요");
    let closed = text.get(end).is_none_or(|it| matches!(it, '.' | ',' | '!' | '\n'));
    if !particle || !closed {
        return None;
    }
    let from = noun.start.saturating_sub(30);
    let begun =
        (from..noun.start).rev().find(|it| text.get(*it).is_some_and(|it| ".?!\n".contains(it)));
    let first = match begun {
        Some(mark) => spaces(text, mark + 1),
        None if from == 0 => 0,
        None => return None,
    };
    let before = text.slice(first, noun.start).trim_end_matches([' ', ',']);
    let over = ends(before, &["요", "다", "죠", "네"]);
    let predicate = over.then(|| predicate_from(text, complaint, first))??;
    // Between predicate and noun there may be only the ending of the predicate.
    let rest = run_end(text, predicate.end);
    let direct = text.slice(rest, noun.start).chars().all(|it| matches!(it, ' ' | ','));
    let empty = predicate.end > noun.start || !direct;
    (!empty).then_some(CompleteComplaint {
        concept: complaint.concept,
        start: first,
        end: noun.end,
        negated: predicate.negated,
        skips_predicate: false,
    })
}

/// Where the predicate begins after a noun that stands alone with a mark: 소변이요, 자주 봐요; 잠이요? 못 자요.
fn fragment(text: &Text, end: usize) -> Option<usize> {
    let rest = text.slice(end, run_end(text, end));
    let topic = ["이요", "요", "은요", "는요", "이", "은", "는"].contains(&rest);
    let mark = end + rest.chars().count();
    let marked = matches!(text.get(mark), Some(',' | '?' | '…')) && text.get(mark + 1) == Some(' ');
    (topic && marked && rest.ends_with('요')).then_some(mark + 2)
}

/// The second predicate of a noun, after one that ends at `end` in -고 or the like: 눈이 침침하고 뻑뻑해요.
pub(crate) fn joined(
    text: &Text,
    lexicon: &Lexicon,
    row: usize,
    end: usize,
) -> Option<CompleteComplaint> {
    let stop = run_end(text, end);
    let ending = text.slice(end, stop);
    let joins = ["고", "고요", "구", "며", "면서", "거나", "서", "고도", "다가", "는데"];
    if !ends(ending, &joins) || text.get(stop) != Some(' ') {
        return None;
    }
    let complaint = &lexicon.complaints[row];
    let start = spaces(text, stop);
    let predicate = predicate_from(text, complaint, start)?;
    Some(CompleteComplaint {
        concept: complaint.concept,
        start: predicate.start,
        end: predicate.end,
        negated: predicate.negated,
        skips_predicate: false,
    })
}

/// A predicate that was found after a noun.
struct PredicateMatch {
    /// Where the predicate begins, with its negation, behind what was skipped.
    start: usize,
    end: usize,
    negated: bool,
    /// Where the predicate begins, if another one precedes it; that other one may be a complaint of its
    /// own.
    after_another: Option<usize>,
}

/// Most predicates of the same subject that are skipped: 다리가 하얗고 차가우면서 아파요.
const MOST_JOINED: usize = 2;

/// The predicate that follows position `after`, with at most five adverbs between.
fn predicate_from(text: &Text, complaint: &Complaint, after: usize) -> Option<PredicateMatch> {
    let mut at = spaces(text, after);
    // 기침이나 가래: 이나 is a particle here, not 이 and 나다.
    let joined = text.before(at) == Some('이') && text.get(at) == Some('나');
    if joined && text.get(at + 1).is_none_or(char::is_whitespace) {
        return None;
    }
    let mut negated = false;
    let mut begun = None;
    let mut joined = 0;
    for _ in 0..6 {
        let ends = complaint.predicates.iter().filter_map(|it| end_of(text, it, at));
        if let Some(end) = ends.max() {
            let after_another = (joined > 0).then_some(at);
            let start = begun.unwrap_or(at);
            return Some(PredicateMatch { start, end, negated, after_another });
        }
        let word = text.slice(at, run_end(text, at));
        let has_it =
            complaint.predicates.iter().any(|it| it.words.is_empty() && it.forms[0] == "있");
        if has_it && word.starts_with('없') {
            let end = at + 1;
            return Some(PredicateMatch { start: at, end, negated: true, after_another: None });
        }
        if complaint.predicates.iter().any(is_unwell) && is_found_well(text, at, after) {
            let end = at + word.chars().count().min(2);
            return Some(PredicateMatch { start: at, end, negated: true, after_another: None });
        }
        if let Some(rest) = word.strip_prefix(['안', '못']) {
            negated = true;
            begun = Some(at);
            at = if rest.is_empty() { spaces(text, at + 1) } else { at + 1 };
        } else if text.get(at).is_some_and(|it| it.is_ascii_digit()) {
            // 체중이 3kg 빠졌어요: the amount is skipped.
            let end = (at..at + 12).find(|it| text.get(*it).is_none_or(char::is_whitespace))?;
            at = spaces(text, end);
        } else if let Some(next) = amount(text, at, word) {
            at = next;
        } else if let Some(next) = compared(text, at, word) {
            at = next;
        } else if let Some(next) = likened(text, at) {
            at = next;
        } else if is_adverb(word)
            || (text.before(at) == Some(' ') && is_occasion(word))
            || (joined < MOST_JOINED && joins_another(text, after, word))
        {
            joined += usize::from(!is_adverb(word) && !is_occasion(word));
            at = spaces(text, at + word.chars().count());
        } else {
            return None;
        }
    }
    None
}

/// Whether a predicate says that an organ is not well: 신장이 안 좋아요.
fn is_unwell(predicate: &Predicate) -> bool {
    matches!(predicate.words.as_slice(), [not] if not == "안")
        && predicate.forms.first().is_some_and(|it| it.starts_with('좋'))
}

/// Whether the word at `at` states that the organ before it is well, as its topic or subject, and asks
/// nothing: 신장은 정상이래요, 간은 괜찮대요.
fn is_found_well(text: &Text, at: usize, after: usize) -> bool {
    let end = run_end(text, at);
    let stated = ["정상이", "정상입", "괜찮대", "괜찮다", "괜찮습", "괜찮았", "멀쩡하대", "멀쩡해"];
    let is_topic = text.before(after).is_some_and(|it| "은는이가".contains(it));
    let asks = text.slice(at, end).ends_with(['까', '나', '지']) || text.get(end) == Some('?');
    is_topic && !asks && begins(text.slice(at, end), &stated)
}

/// Whether a word is another predicate of the same subject, which is skipped: 가슴이 커지고 아파요. Verbs of what
/// somebody does are not (밥은 먹고).
fn joins_another(text: &Text, after: usize, word: &str) -> bool {
    let does = [
        "먹고",
        "하고",
        "자고",
        "마시고",
        "맞고",
        "받고",
        "쓰고",
        "씻고",
        "있고",
        "없고",
        "그리고",
        "보고",
        "안고",
        "낳고",
    ];
    let subject = text.before(after).is_some_and(|it| "이가은는도".contains(it));
    let also = subject && ends(word, &["고", "면서", "으며"]) && !ends(word, &does);
    (also && word.chars().count() >= 2) || is_hurt(word)
}

/// Whether a word says how a part was hurt: 손목을 삐어서 부었어요, 발목이 꺾여서 아파요.
fn is_hurt(word: &str) -> bool {
    let stems = [
        "삐", "삐끗", "접질", "접지", "꺾", "다치", "다쳐", "찧", "부딪", "까져", "까지", "긁",
        "베", "데여", "데이", "물려", "쏘여", "넘어", "찔", "쓸", "쓸려", "삐었", "헐", "터",
        "눌려", "눌리", "곪", "부러",
    ];
    word.ends_with(['서', '고', '니']) && begins(word, &stems)
}

/// End of a predicate that begins at `at`, in a plain or a negated form, whatever the spaces.
fn end_of(text: &Text, predicate: &Predicate, at: usize) -> Option<usize> {
    denied(text, predicate, at).or_else(|| plain(text, predicate, at))
}

/// End of the long form of a negated predicate: 올라가질 않아요 for 안 올라가요.
fn denied(text: &Text, predicate: &Predicate, at: usize) -> Option<usize> {
    let [word] = predicate.words.as_slice() else { return None };
    let not = match word.as_str() {
        "안" => '않',
        "못" => '못',
        _ => return None,
    };
    let stem = at + starts(text, at, predicate.forms.first()?)?;
    let ending = ["지를", "지는", "지도", "지", "질", "진"];
    let end = ending.iter().find_map(|it| starts(text, stem, it)).map(|it| stem + it)?;
    let next = spaces(text, end);
    matches!(text.get(next), Some(c) if c == not || c == '않').then_some(next + 1)
}

/// End of a predicate in its plain form.
fn plain(text: &Text, predicate: &Predicate, at: usize) -> Option<usize> {
    let mut at = at;
    for word in &predicate.words {
        at += starts(text, at, word)?;
        // 개운하지가 않아요: a particle may follow -지.
        let particle =
            word.ends_with('지') && text.get(at).is_some_and(|it| "가는도를".contains(it));
        at = spaces(text, at + usize::from(particle));
    }
    let ends = predicate.forms.iter().filter_map(|form| {
        let end = at + starts(text, at, form)?;
        // 기침이 나았어요 has 낫다, not 나다.
        let is_healed =
            form == "나" && matches!(text.get(end), Some('아' | '았' | '으' | '은' | '을'));
        (!is_healed).then_some(end)
    });
    ends.max()
}

/// The length of `word` in letters, if the text has it at `at`.
fn starts(text: &Text, at: usize, word: &str) -> Option<usize> {
    let mut length = 0;
    for c in word.chars() {
        if text.get(at + length) != Some(c) {
            return None;
        }
        length += 1;
    }
    Some(length)
}

/// Position after at most two spaces.
pub(crate) fn spaces(text: &Text, at: usize) -> usize {
    (at..at + 2).find(|it| text.get(*it) != Some(' ')).unwrap_or(at + 2)
}
