//! Printed names of things, equal to those on the screen.

use simui_domain::{
    Action, CaseStatus, CheckItem, Citation, CitationStatus, Confidence, ConfidenceBand,
    DocumentKind, InterruptReason, Level, Medium, ReasonStep, Role, Severity, Verdict,
};

use super::document::{Shape, Tone};
use crate::types::ClaimChangeKind;

/// Shape and tone of a 판정.
pub fn verdict(verdict: Verdict) -> (Shape, Tone) {
    match verdict {
        Verdict::Allowed => (Shape::Check, Tone::Good),
        Verdict::Conditional => (Shape::Triangle, Tone::Care),
        Verdict::Denied => (Shape::Cross, Tone::Bad),
        Verdict::Hold => (Shape::Circle, Tone::Calm),
    }
}

/// Name of a 수준.
pub fn level(level: Level) -> &'static str {
    match level {
        Level::Statute => "법령",
        Level::Standard => "심의기준",
    }
}

/// Name and tone of a 심각도.
pub fn severity(severity: Severity) -> (&'static str, Tone) {
    match severity {
        Severity::Critical => ("중대", Tone::Bad),
        Severity::High => ("높음", Tone::Bad),
        Severity::Medium => ("보통", Tone::Care),
        Severity::Low => ("낮음", Tone::Care),
    }
}

/// Text, shape and tone of a citation's check. A digest agrees only with itself and is never shown as
/// confirmed.
pub fn citation(citation: &Citation) -> (String, Shape, Tone) {
    let word = match citation.status {
        CitationStatus::Verified if citation.digest => "글자까지 일치",
        CitationStatus::Repaired if citation.digest => "띄어쓰기만 다름",
        CitationStatus::Verified => "원문 일치",
        CitationStatus::Repaired => "원문과 띄어쓰기만 다름",
        CitationStatus::Misattributed => "다른 조문의 말",
        CitationStatus::NotFound => "원문에 없음",
        CitationStatus::Repealed => "그날 시행되지 않은 조문",
        CitationStatus::TitleMismatch => "법령 이름이 다름",
        CitationStatus::Unchecked => "확인하지 못함",
    };
    match (citation.status.is_confirmed(), citation.digest) {
        (true, true) => {
            (format!("요지 대조: {word} · 공식 원문 아님"), Shape::Triangle, Tone::Care)
        }
        (true, false) => (word.to_owned(), Shape::Check, Tone::Good),
        (false, true) => (format!("요지 대조: {word}"), Shape::Cross, Tone::Bad),
        (false, false) => (word.to_owned(), Shape::Cross, Tone::Bad),
    }
}

/// Name of a kind of source.
pub fn source(kind: DocumentKind) -> &'static str {
    match kind {
        DocumentKind::Statute => "법령",
        DocumentKind::Guideline => "심의기준",
        DocumentKind::Precedent => "판례",
        DocumentKind::Drug => "의약품",
        DocumentKind::Dur => "DUR",
        DocumentKind::Policy => "약관",
        DocumentKind::TechRegistry => "신의료기술",
        DocumentKind::Bench => "시험 자료",
    }
}

/// Name of a 매체.
pub fn medium(medium: &Medium) -> &str {
    match medium {
        Medium::Internet => "인터넷",
        Medium::App => "앱",
        Medium::SocialMedia => "SNS",
        Medium::Newspaper => "신문",
        Medium::Magazine => "잡지",
        Medium::Banner => "현수막",
        Medium::Poster => "벽보",
        Medium::Leaflet => "전단",
        Medium::Transport => "교통수단",
        Medium::Billboard => "전광판",
        Medium::Broadcast => "방송",
        Medium::Other(name) => name,
    }
}

/// Name of a known kind of 증빙; another one as written.
pub fn evidence_kind(kind: &str) -> &str {
    match kind {
        "official_statistics" => "공식 통계",
        "clinical_trial" => "임상시험",
        "paper" => "논문",
        "certificate" => "인증서·증명서",
        "" | "other" => "그 밖",
        as_written => as_written,
    }
}

/// Name of a case's status.
pub fn status(status: CaseStatus) -> &'static str {
    match status {
        CaseStatus::Running => "심의 중",
        CaseStatus::AwaitingReview => "검토 대기",
        CaseStatus::AwaitingRevision => "수정본 대기",
        CaseStatus::Completed => "완료",
        CaseStatus::Failed => "실패",
    }
}

/// Name of a decision.
pub fn action(action: Action) -> &'static str {
    match action {
        Action::Approve => "승인",
        Action::Reject => "기각·재심의",
        Action::Modify => "수정",
        Action::RequestRevision => "수정요청",
    }
}

/// Name of a role.
pub fn role(role: Role) -> &'static str {
    match role {
        Role::Reviewer => "심의관",
        Role::Pharmacist => "약사",
        Role::Administrator => "관리자",
    }
}

/// Name of the reason why a person has to decide.
pub fn reason(reason: InterruptReason) -> &'static str {
    match reason {
        InterruptReason::LowConfidence => "확신도 .80 미만",
        InterruptReason::Hold => "보류",
        InterruptReason::MaxIterations => "검증 3회로도 정리되지 않음",
        InterruptReason::Critical => "중대 위반",
        InterruptReason::Rejected => "앞선 초안을 기각함",
        InterruptReason::Sample => "표본 검사",
        InterruptReason::Reopened => "확정된 사건을 다시 엶",
        InterruptReason::Suspicion => "위반이 의심되는 문구를 살펴보아야 함",
        InterruptReason::ChatDisagrees => "채팅 모델의 의견이 규칙과 다름",
        InterruptReason::Instructions => "심의자에게 지시하는 글이 있음",
        InterruptReason::Verdict => "자동으로 확정하지 않는 판정",
        InterruptReason::NoRules => "적용할 규칙이 없음",
        InterruptReason::NoLaw => "그날의 법령이 없음",
        InterruptReason::Evidence => "광고주의 주장을 확인해야 함",
        InterruptReason::Unread => "문구를 끝까지 읽지 못함",
    }
}

/// Description of what a confidence demands.
pub fn band(confidence: Confidence) -> &'static str {
    match confidence.band() {
        ConfidenceBand::Certain => "자동 확정 가능",
        ConfidenceBand::Sampled => "표본 검토 구간",
        ConfidenceBand::Person => "사람 검토 필수",
        ConfidenceBand::Expert => "전문가 검토",
    }
}

/// Name of one of 판단의 다섯 단계.
pub fn step(step: ReasonStep) -> &'static str {
    match step {
        ReasonStep::Facts => "사실관계",
        ReasonStep::Law => "법령 적용",
        ReasonStep::Elements => "요건 충족",
        ReasonStep::Exceptions => "예외 사유",
        ReasonStep::Conclusion => "결론",
    }
}

/// Name of an item of the 검증 체크리스트.
pub fn check(item: CheckItem) -> &'static str {
    match item {
        CheckItem::Citations => "인용 정확성",
        CheckItem::Logic => "논리 일관성",
        CheckItem::Currency => "최신성",
        CheckItem::Exceptions => "예외 조항",
        CheckItem::Balance => "균형성",
    }
}

/// Name of how a claim changed in a new version.
pub fn change(change: ClaimChangeKind) -> &'static str {
    match change {
        ClaimChangeKind::Kept => "그대로",
        ClaimChangeKind::Removed => "없어짐",
        ClaimChangeKind::Added => "새로 생김",
    }
}

/// Name of what played a role of the review.
pub fn engine(name: &str) -> String {
    match name.strip_prefix("chat:") {
        Some(model) => format!("대화 모델 {model}"),
        None if name == "rules" => "규칙 엔진".to_owned(),
        None => name.to_owned(),
    }
}

/// Name of a role of the review.
pub fn engine_role(name: &str) -> &str {
    match name {
        "claim_extraction" => "주장 추출",
        "classification" => "분류",
        "drafting" => "초안",
        "verification" => "반대 검증",
        as_written => as_written,
    }
}

/// Formats `.74`, and `1.00` for one. Digits are cut, not rounded: .799 is below .80 and must not be printed
/// as .80.
pub fn confidence(value: f64) -> String {
    let cut = (value * 100.0 + 1e-9).floor() / 100.0;
    format!("{cut:.2}").replacen("0.", ".", usize::from(cut < 1.0))
}

/// Formats milliseconds with as many decimal places as matter.
pub fn milliseconds(value: f64) -> String {
    match value {
        v if v >= 1000.0 => format!("{:.1} s", v / 1000.0),
        v if v >= 100.0 => format!("{v:.0} ms"),
        v => format!("{v:.1} ms"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn confidence_is_cut_at_two_places() {
        for (value, text) in [
            (0.74, ".74"),
            (0.799, ".79"),
            (0.8, ".80"),
            (1.0, "1.00"),
            (0.0, ".00"),
            (0.29, ".29"),
        ] {
            assert_eq!(confidence(value), text, "{value}");
        }
    }

    #[test]
    fn durations_keep_what_matters() {
        let read = [0.41, 12.34, 123.4, 1234.0].map(milliseconds);
        assert_eq!(read, ["0.4 ms", "12.3 ms", "123 ms", "1.2 s"]);
    }
}
