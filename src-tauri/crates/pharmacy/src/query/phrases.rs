//! Phrases by which a question says what it wants to know, where a list of words is not enough.

use std::sync::LazyLock;

use regex::Regex;

/// A question for leave to take or apply something: 먹어도 될까요, 발라도 괜찮은지.
pub(super) static LEAVE: LazyLock<Regex> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a constant pattern that the tests compile")]
    Regex::new(
        r"(?:먹어|먹여|드셔|드시게 해|마셔|복용해|복용하셔|투여해|사용해|써|발라|붙여|맞아|맞혀|넣어|뿌려)도\s*(?:되|돼|될|됩|괜찮|상관\s*없|문제\s*없|무방)",
    )
    .expect("the pattern is valid")
});

/// What was forgotten or left out and is no dose: a meal that was not eaten (밥을 안 먹었는데, 끼니를 거르고), or
/// something to say (깜빡하고 말씀 안 드렸는데).
pub(super) static NO_DOSE: LazyLock<Regex> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a constant pattern that the tests compile")]
    Regex::new(concat!(
        r"(?:밥|식사|끼니)(?:을|를|도|은|는|만)?\s*(?:(?:안|못)\s*(?:먹|드|하|챙)|거르|거른|걸러|걸렀|굶|건너)\S*",
        r"|(?:아침|점심|저녁)(?:을|를|도)\s*(?:안|못)\s*(?:먹|드)\S*",
        r"|(?:아침|점심|저녁)(?:을|를|도)?\s*(?:거르|거른|걸러|걸렀|굶|건너)\S*",
        r"|(?:깜빡|깜박|까먹|잊)\S*\s*(?:(?:말씀|얘기|이야기|말)\S*\s*(?:안|못)|(?:안|못)\s*(?:말씀|얘기|말))\s*\S*",
    ))
    .expect("the pattern is valid")
});

/// Several tablets or the like at a time: 두 알 먹어도 되나요 asks whether that is too much.
pub(super) static AMOUNT: LazyLock<Regex> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a constant pattern that the tests compile")]
    Regex::new(r"(?:두|세|네|다섯|\b[2-9])\s?(?:알|정|캡슐|포|봉지)(?:을|를|씩)?\s?(?:먹|드셔|드셨|드시|복용)")
        .expect("a valid pattern")
});

/// Ten or more tablets or the like, swallowed.
pub(super) static SWALLOWED: LazyLock<Regex> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a constant pattern that the tests compile")]
    Regex::new(r"\d{2,}\s*(?:알|정|캡슐|포|개)[^.?!]{0,12}(?:먹었|삼켰|먹어\s?버|털어)")
        .expect("a valid pattern")
});

/// A word that ends in 약, or a verb of taking or applying.
pub(super) static TAKING: LazyLock<Regex> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a constant pattern that the tests compile")]
    Regex::new(
        r"[가-힣A-Za-z]약(?:[은이을도만 ,?]|$|먹|인데|에)|먹|복용|바르|발라|붙이|주사|투약|약 ",
    )
    .expect("a valid pattern")
});

/// A vaccine, also called by the illness against which it is given: 독감백신, 대상포진 예방접종, 자궁경부암 주사.
pub(super) static VACCINE: LazyLock<Regex> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a constant pattern that the tests compile")]
    Regex::new(concat!(
        r"[가-힣A-Za-z]{2,8}?\s?(?:백신|예방\s?접종|예방\s?주사)",
        r"|(?:독감|대상포진|폐렴|자궁경부암|코로나)\s?(?:주사|접종)",
    ))
    .expect("the pattern is valid")
});
