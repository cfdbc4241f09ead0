//! Whether a sentence denies.

/// Whether a sentence negates, forbids or advises against something.
pub fn denies(sentence: &str) -> bool {
    const NEGATIONS: [&str; 15] = [
        "없",
        "않",
        "아니",
        "아닙",
        "못하",
        "못 ",
        "금기",
        "금지",
        "마십시오",
        "마세요",
        "말아",
        "피하",
        "삼가",
        "안 됩",
        "안됩",
    ];
    let folded: String = sentence.to_lowercase();
    NEGATIONS.iter().any(|it| folded.contains(it))
}
