//! Cases built by hand.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::date;
use simui_domain::{
    Action, Ad, Approval, CaseStatus, CheckItem, ChecklistEntry, Citation, CitationStatus, Claim,
    ConfidenceParts, Decision, DocumentKind, Evidence, Interrupt, InterruptReason, Level, Medium,
    ReasonStep, ReasoningEntry, ReviewResult, Reviewer, Role, Severity, Suggestion, Verdict,
    Violation, ViolationKind,
};

use crate::types::{
    AdVersion, CaseSummary, CaseView, ClaimChange, ClaimChangeKind, GraphView, NodeState, NodeView,
    RevisionNotice,
};

/// The present time of these tests.
pub fn now() -> Timestamp {
    at("2026-11-21T13:33:00Z")
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// Returns the claim `words` at its first place in `text`.
fn claim(number: usize, text: &str, words: &str) -> Claim {
    let start = text.find(words).map(|byte| text[..byte].chars().count()).unwrap();
    Claim {
        id: format!("c{number}").as_str().into(),
        text: words.to_owned(),
        start,
        end: start + words.chars().count(),
    }
}

fn violation(
    kind: ViolationKind,
    level: Level,
    severity: Severity,
    claim: usize,
    article: &str,
    rationale: &str,
    citations: &[usize],
) -> Violation {
    Violation {
        kind,
        level,
        severity,
        claim_id: format!("c{claim}").as_str().into(),
        article: article.to_owned(),
        rationale: rationale.to_owned(),
        citations: citations.to_vec(),
        rule: format!("{}.sample@2026.3", kind.to_string().to_lowercase()),
    }
}

fn citation(kind: DocumentKind, article: &str, quote: &str) -> Citation {
    Citation {
        chunk_id: article.into(),
        kind,
        article: article.to_owned(),
        quote: quote.to_owned(),
        effective_from: Some(date(2026, 4, 7)),
        status: CitationStatus::Verified,
        digest: false,
        version: "법률 제21524호".to_owned(),
        note: String::new(),
    }
}

const TEXT: &str = "말기암도 포기하지 마세요. 국내 유일 면역세포 치료로 95% 이상 호전!\n\
    환자분들의 생생한 후기를 확인하세요. 부작용 걱정 없는 안전한 시술, 지금 상담하면 30% 할인.\n\
    진료시간 평일 09:00~18:00 / 문의 02-000-0000";

fn result() -> ReviewResult {
    let claims = vec![
        claim(1, TEXT, "국내 유일"),
        claim(2, TEXT, "면역세포 치료"),
        claim(3, TEXT, "면역세포 치료로 95% 이상 호전!"),
        claim(4, TEXT, "환자분들의 생생한 후기"),
        claim(5, TEXT, "부작용 걱정 없는 안전한 시술"),
        claim(6, TEXT, "30% 할인"),
        claim(7, TEXT, "평일 09:00~18:00"),
    ];
    use {Level::*, Severity::*, ViolationKind::*};
    ReviewResult {
        id: Some("AD-0412".to_owned()),
        case_id: "01939c2e-5f00-7000-8000-0000000004c2".into(),
        status: CaseStatus::AwaitingReview,
        verdict: Verdict::Denied,
        confidence: simui_domain::Confidence(0.74),
        confidence_parts: ConfidenceParts {
            citation_accuracy: 1.0,
            logic_consistency: 0.84,
            evidence_strength: 0.48,
            precedent_match: 0.55,
        },
        claims,
        violations: vec![
            violation(
                V1,
                Statute,
                Critical,
                2,
                "의료법 제56조제2항제1호",
                "세포 배양 치료를 시술로 내세웠으나 평가를 마친 기술 목록에서 찾지 못했고, 제출된 증빙도 없습니다.",
                &[0, 4],
            ),
            violation(
                V3,
                Statute,
                High,
                3,
                "의료법 제56조제2항제8호",
                "호전 비율 95%의 출처와 조사 기간이 없어 객관적인 사실을 과장할 우려가 있습니다.",
                &[1],
            ),
            violation(
                V2,
                Statute,
                High,
                4,
                "의료법 제56조제2항제2호",
                "환자의 치료 경험담을 누구나 볼 수 있는 매체에서 보도록 이끕니다.",
                &[2],
            ),
            violation(
                V14,
                Statute,
                Medium,
                5,
                "의료법 제56조제2항제7호",
                "심각한 부작용 등 중요한 정보를 밝히지 않고 없다고 했습니다.",
                &[],
            ),
            violation(V6, Standard, Low, 1, "의료광고 심의기준 최상급 표현", "비교 대상과 근거 없이 ‘유일’이라고 했습니다.", &[3]),
        ],
        citations: vec![
            citation(DocumentKind::Statute, "의료법 제56조제2항제1호", "제53조에 따른 평가를 받지 아니한 신의료기술에 관한 광고"),
            citation(DocumentKind::Statute, "의료법 제56조제2항제8호", "객관적인 사실을 과장하는 내용의 광고"),
            Citation {
                status: CitationStatus::Repaired,
                ..citation(
                    DocumentKind::Statute,
                    "의료법 제56조제2항제2호",
                    "환자에 관한 치료경험담 등 소비자로 하여금 치료 효과를 오인하게 할 우려가 있는 내용의 광고",
                )
            },
            Citation {
                digest: true,
                version: "요지 2026.3".to_owned(),
                ..citation(DocumentKind::Guideline, "의료광고 심의기준 최상급 표현", "최상급의 표현은 객관적인 근거가 없으면 쓰지 않는다.")
            },
            Citation {
                status: CitationStatus::NotFound,
                note: "저장된 판결문에서 이 문장을 찾지 못했습니다. 판결문을 가져오거나 인용을 빼세요.".to_owned(),
                version: "대법원".to_owned(),
                effective_from: Some(date(2010, 5, 27)),
                ..citation(DocumentKind::Precedent, "대법원 2006도9083 판결요지", "확인되지 않은 문장")
            },
        ],
        reasoning: [
            (ReasonStep::Facts, "시술명, 수치(95%), 후기 유도, ‘유일’이라는 표현, 부작용이 없다는 표현, 할인율이 있습니다."),
            (ReasonStep::Law, "2026-11-18 시행 기준으로 의료법 제56조제2항제1호, 제2호, 제7호, 제8호와 심의기준의 최상급 표현."),
            (ReasonStep::Elements, "평가를 마친 기술 목록에 없고, 수치의 출처가 없으며, 접근이 제한되지 않은 매체입니다."),
            (ReasonStep::Exceptions, "객관적 증빙 없음. 접근 제한 매체 아님. 평가를 마친 신의료기술 아님."),
            (ReasonStep::Conclusion, "법령 위반 4건, 심의기준 위반 1건 (중대 1건 · 높음 2건 · 보통 1건 · 낮음 1건) — 불허."),
        ]
        .map(|(step, text)| ReasoningEntry { step, text: text.to_owned() })
        .into(),
        decisions: Vec::new(),
        support: None,
        checklist: [
            (CheckItem::Citations, false, "인용 5건 중 4건이 원문과 일치합니다. [5]를 고치거나 빼야 합니다."),
            (CheckItem::Logic, true, "주장–규칙–판정표가 서로 맞습니다."),
            (CheckItem::Currency, true, "모든 조문이 게재일에 시행 중입니다."),
            (CheckItem::Exceptions, true, "예외 세 가지를 시도했고 들어맞는 것이 없습니다."),
            (CheckItem::Balance, true, "광고주에게 가장 유리한 판례도 이 문구에는 미치지 않습니다."),
        ]
        .map(|(item, passed, note)| ChecklistEntry { item, passed, note: note.to_owned() })
        .into(),
        suggestions: vec![
            Suggestion {
                claim_id: "c3".into(),
                before: "면역세포 치료로 95% 이상 호전!".to_owned(),
                after: "치료 결과는 환자의 상태에 따라 다르며, 부작용이 있을 수 있습니다.".to_owned(),
                why: "수치를 뒷받침하는 자료가 없습니다.".to_owned(),
            },
            Suggestion {
                claim_id: "c1".into(),
                before: "국내 유일".to_owned(),
                after: String::new(),
                why: "근거 없는 최상급 표현입니다.".to_owned(),
            },
        ],
        iterations: 2,
        interrupt: Some(Interrupt {
            reasons: vec![InterruptReason::Critical, InterruptReason::LowConfidence],
        }),
        engine: ["claim_extraction", "classification", "drafting", "verification"]
            .map(|role| (role.to_owned(), "rules".to_owned()))
            .into(),
        timings_ms: [
            ("claims", 0.42),
            ("classify", 1.13),
            ("statutes", 4.2),
            ("draft", 0.9),
            ("verify", 2.31),
            ("total", 9.1),
        ]
        .map(|(name, ms)| (name.to_owned(), ms))
        .into(),
        opinion: None,
        missing_grounds: Vec::new(),
        assertions: Vec::new(),
        suspicions: Vec::new(),
        automatic_finish: None,
        notices: vec!["비급여 진료비 할인 표현이 있으나 기간과 범위가 적혀 있지 않습니다.".to_owned()],
        packs: vec![
            simui_domain::AppliedPack {
                id: "superlative".to_owned(),
                version: "2026.3".to_owned(),
                sha256: "5e".repeat(32),
            },
        ],
    }
}

/// A case that waits for a reviewer.
pub fn waiting() -> CaseView {
    let result = result();
    let ad = Ad {
        id: result.id.clone(),
        text: TEXT.to_owned(),
        medium: Some(Medium::Internet),
        advertiser: Some("가나면역의원".to_owned()),
        published_on: Some(date(2026, 11, 18)),
        access_restricted: false,
        evidence: vec![Evidence {
            title: "2025년 원내 만족도 조사".to_owned(),
            kind: "paper".to_owned(),
            supports: "95% 이상 호전".to_owned(),
        }],
        approval: None,
    };
    let node = |name: &str, label: &str, visits| NodeView {
        name: name.to_owned(),
        label: label.to_owned(),
        state: NodeState::Done,
        ms: None,
        visits,
    };
    CaseView {
        approved: None,
        grounds: Vec::new(),
        reopenings: Vec::new(),
        signatures: Vec::new(),
        summary: CaseSummary {
            handling: None,
            overdue: false,
            case_id: result.case_id.clone(),
            external_id: result.id.clone(),
            excerpt: TEXT.chars().take(160).collect(),
            advertiser: ad.advertiser.clone(),
            medium: Some("인터넷".to_owned()),
            status: CaseStatus::AwaitingReview,
            verdict: Some(result.verdict),
            final_verdict: None,
            confidence: Some(result.confidence),
            severity: Some(Severity::Critical),
            violations: BTreeMap::new(),
            reasons: vec![InterruptReason::Critical],
            created_at: at("2026-11-20T01:05:00Z"),
            updated_at: at("2026-11-20T01:05:00Z"),
        },
        ad: ad.clone(),
        versions: vec![AdVersion { version: 1, ad, submitted_at: at("2026-11-20T01:05:00Z") }],
        result: Some(result),
        final_result: None,
        provisions: Vec::new(),
        decisions: Vec::new(),
        notice: None,
        changes: Vec::new(),
        run_id: Some("01939c2e-6000-7000-8000-000000000001".into()),
        question_id: None,
        graph: GraphView {
            nodes: vec![
                node("claims", "주장 추출", 1),
                node("classify", "분류", 1),
                node("statutes", "법령 검색", 1),
                node("draft", "초안", 2),
                node("verify", "반대 검증", 2),
            ],
            edges: Vec::new(),
            mermaid: String::new(),
        },
        finalized_at: None,
        human_reviewed: false,
        as_of: Some(date(2026, 11, 18)),
        failure: None,
        warnings: Vec::new(),
    }
}

/// The waiting case after a revision was requested and received, and a reviewer changed the verdict.
pub fn decided() -> CaseView {
    let mut case = waiting();
    let reviewer = Reviewer { id: "r1".into(), name: "한심의".to_owned(), role: Role::Reviewer };
    let decision = |id: &str, action, when, verdict, note: &str, diff: &str| Decision {
        id: id.into(),
        case_id: case.summary.case_id.clone(),
        action,
        reviewer: reviewer.clone(),
        decided_at: at(when),
        verdict,
        note: note.to_owned(),
        diff: diff.to_owned(),
    };
    case.decisions = vec![
        decision(
            "d1",
            Action::RequestRevision,
            "2026-11-20T02:00:00Z",
            None,
            "후기 유도 문구를 지우고 95%의 출처를 밝혀 주세요.",
            "",
        ),
        decision(
            "d2",
            Action::Modify,
            "2026-11-21T05:02:00Z",
            Some(Verdict::Conditional),
            "‘유일’은 지역을 밝히면 심의기준 위반으로만 봅니다.",
            "--- 초안\n+++ 수정\n@@ -1,3 +1,3 @@\n {\n-  \"verdict\": \"불허\",\n+  \"verdict\": \"조건부허용\",\n }\n",
        ),
    ];
    let first = Ad {
        text: "예전 문구: 무조건 완치를 약속드립니다!".to_owned(), ..case.ad.clone()
    };
    case.versions
        .insert(0, AdVersion { version: 1, ad: first, submitted_at: at("2026-11-19T01:05:00Z") });
    case.versions[1].version = 2;
    case.changes = [
        (ClaimChangeKind::Removed, "무조건 완치", vec!["V3"]),
        (ClaimChangeKind::Added, "국내 유일", vec!["V6"]),
        (ClaimChangeKind::Kept, "30% 할인", Vec::new()),
    ]
    .map(|(change, text, kinds)| ClaimChange {
        change,
        text: text.to_owned(),
        kinds: kinds.into_iter().map(str::to_owned).collect(),
    })
    .into();
    case.notice = Some(RevisionNotice {
        text: "가나면역의원 귀하\n\n아래 표현을 고쳐 다시 제출해 주시기 바랍니다.\n 1. 무조건 완치"
            .to_owned(),
        created_at: at("2026-11-20T02:00:00Z"),
    });
    case.ad.approval = Some(Approval {
        number: Some("제240101-중-0001호".to_owned()),
        approved_on: Some(date(2024, 1, 1)),
        text: Some("심의받은 문구: 면역 상담".to_owned()),
        case_id: None,
    });
    let mut changed = result();
    changed.verdict = Verdict::Conditional;
    changed.violations.retain(|violation| violation.level == Level::Standard);
    changed.interrupt = None;
    case.final_result = Some(changed);
    case.summary.status = CaseStatus::Completed;
    case.summary.final_verdict = Some(Verdict::Conditional);
    case.finalized_at = Some(at("2026-11-21T05:02:00Z"));
    case.human_reviewed = true;
    case
}

/// An advertisement without claims or violations.
pub fn clean() -> CaseView {
    let mut case = waiting();
    case.ad.text = "하늘의원. 평일 09:00~18:00".to_owned();
    case.ad.evidence.clear();
    case.summary.verdict = Some(Verdict::Allowed);
    case.summary.status = CaseStatus::Completed;
    case.summary.final_verdict = Some(Verdict::Allowed);
    case.finalized_at = Some(now());
    if let Some(result) = &mut case.result {
        result.claims.clear();
        result.violations.clear();
        result.citations.clear();
        result.suggestions.clear();
        result.notices.clear();
        result.verdict = Verdict::Allowed;
        result.interrupt = None;
    }
    case
}

/// A case whose first run is in progress, or failed.
pub fn without_result() -> CaseView {
    let mut case = waiting();
    case.result = None;
    case.summary.verdict = None;
    case.summary.status = CaseStatus::Failed;
    case.failure = Some("색인을 열지 못했습니다.".to_owned());
    case
}

/// A case with `text` in every text field.
pub fn hostile(text: &str) -> CaseView {
    let mut case = decided();
    let length = text.chars().count();
    case.ad.text = text.to_owned();
    case.ad.advertiser = Some(text.to_owned());
    case.ad.medium = Some(Medium::Other(text.to_owned()));
    case.summary.external_id = Some(text.to_owned());
    case.ad.evidence =
        vec![Evidence { title: text.to_owned(), kind: text.to_owned(), supports: text.to_owned() }];
    case.ad.approval = Some(Approval {
        number: Some(text.to_owned()),
        approved_on: None,
        text: Some(text.to_owned()),
        case_id: None,
    });
    case.failure = Some(text.to_owned());
    case.notice = Some(RevisionNotice { text: text.to_owned(), created_at: now() });
    for version in &mut case.versions {
        version.ad.text = text.to_owned();
    }
    for change in &mut case.changes {
        change.text = text.to_owned();
        change.kinds = vec![text.to_owned()];
    }
    for decision in &mut case.decisions {
        decision.note = text.to_owned();
        decision.diff = format!("+{text}\n-{text}\n");
        decision.reviewer.name = text.to_owned();
    }
    for node in &mut case.graph.nodes {
        node.label = text.to_owned();
    }
    case.run_id = Some(text.into());
    if let Some(result) = &mut case.final_result {
        result.claims =
            vec![Claim { id: "c1".into(), text: text.to_owned(), start: 0, end: length }];
        result.violations = vec![Violation {
            article: text.to_owned(),
            rationale: text.to_owned(),
            rule: text.to_owned(),
            citations: vec![0, 99],
            ..violation(ViolationKind::V3, Level::Statute, Severity::High, 1, "", "", &[])
        }];
        result.citations = vec![Citation {
            note: text.to_owned(),
            version: text.to_owned(),
            ..citation(DocumentKind::Statute, text, text)
        }];
        result.suggestions = vec![Suggestion {
            claim_id: "c1".into(),
            before: text.to_owned(),
            after: text.to_owned(),
            why: text.to_owned(),
        }];
        result.notices = vec![text.to_owned()];
        result.engine =
            [(text.to_owned(), text.to_owned()), ("b".to_owned(), "c".to_owned())].into();
        result.timings_ms = [(text.to_owned(), 1.0)].into();
        for entry in &mut result.reasoning {
            entry.text = text.to_owned();
        }
        for entry in &mut result.checklist {
            entry.note = text.to_owned();
        }
    }
    case
}
