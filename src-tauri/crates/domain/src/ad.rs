//! An advertisement with its medium, evidence and prior approval.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::CaseId;

/// 의료광고: an advertisement submitted for review; one input line of `simui review run`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(optional_fields)]
pub struct Ad {
    /// The sender's own number for it, shown beside the desk's id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The text exactly as published.
    pub text: String,
    /// The medium, which decides whether prior review is needed (제57조) and whether it is prohibited
    /// (제56조제3항).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub medium: Option<Medium>,
    /// The 의료기관 or 의료인 that advertises.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advertiser: Option<String>,
    /// 게재일: the law in force on this day applies. Without it, the law of the day of review.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(type = "string")]
    pub published_on: Option<Date>,
    /// Whether only signed-in patients can read it (the exception of V2).
    #[serde(default)]
    pub access_restricted: bool,
    /// 객관적 증빙 submitted with the advertisement.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
    /// 사전심의 approval, if the advertiser has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approval: Option<Approval>,
}

/// 증빙자료: one document that the advertiser submitted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Evidence {
    /// Title of the document.
    pub title: String,
    /// Kind of document: `official_statistics`, `clinical_trial`, `paper`, `certificate`, …
    #[serde(default)]
    pub kind: String,
    /// The words of the advertisement that it supports.
    #[serde(default)]
    pub supports: String,
}

/// 심의필: prior approval by a self-regulatory body (제57조).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(optional_fields)]
pub struct Approval {
    /// 심의번호: number of the approval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// 승인일: the approval is valid for three years from this day (제57조제8항).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(type = "string")]
    pub approved_on: Option<Date>,
    /// The text that was approved, if it was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The desk's own case that approved it, if the desk found one by the number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub case_id: Option<CaseId>,
}

/// 매체: where the advertisement runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(from = "String", into = "String")]
#[ts(type = "string")]
pub enum Medium {
    /// 인터넷: homepage or portal.
    Internet,
    /// 애플리케이션.
    App,
    /// 사회 관계망 서비스.
    SocialMedia,
    /// 신문·인터넷신문.
    Newspaper,
    /// 잡지 등 정기간행물.
    Magazine,
    /// 현수막.
    Banner,
    /// 벽보.
    Poster,
    /// 전단.
    Leaflet,
    /// 교통시설·교통수단.
    Transport,
    /// 전광판.
    Billboard,
    /// 방송 (제56조제3항제1호: prohibited).
    Broadcast,
    /// A medium that is not in this list, as written.
    Other(String),
}

const MEDIA: &[(Medium, &str, &[&str])] = &[
    (Medium::Internet, "internet", &["인터넷", "web", "homepage", "홈페이지", "blog", "블로그"]),
    (Medium::App, "app", &["앱", "애플리케이션", "application", "mobile_app"]),
    (Medium::SocialMedia, "sns", &["social", "social_media", "인스타그램", "유튜브", "youtube"]),
    (Medium::Newspaper, "newspaper", &["신문", "인터넷신문"]),
    (Medium::Magazine, "magazine", &["잡지", "정기간행물"]),
    (Medium::Banner, "banner", &["현수막"]),
    (Medium::Poster, "poster", &["벽보", "포스터"]),
    (Medium::Leaflet, "leaflet", &["전단", "전단지", "flyer"]),
    (Medium::Transport, "transport", &["교통", "지하철", "버스", "subway", "bus"]),
    (Medium::Billboard, "billboard", &["전광판"]),
    (Medium::Broadcast, "broadcast", &["방송", "tv", "radio", "라디오", "텔레비전"]),
];

impl From<String> for Medium {
    fn from(text: String) -> Self {
        let wanted = text.trim().to_lowercase();
        MEDIA
            .iter()
            .find(|(_, name, aliases)| *name == wanted || aliases.contains(&wanted.as_str()))
            .map_or(Medium::Other(text), |(medium, ..)| medium.clone())
    }
}

impl From<Medium> for String {
    fn from(medium: Medium) -> Self {
        match medium {
            Medium::Other(text) => text,
            known => MEDIA
                .iter()
                .find(|(medium, ..)| *medium == known)
                .map_or_else(String::new, |(_, name, _)| (*name).to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Medium;

    #[test]
    fn media_are_read_in_both_languages() {
        for (text, medium) in [
            ("internet", Medium::Internet),
            ("현수막", Medium::Banner),
            (" TV ", Medium::Broadcast),
            ("비행선", Medium::Other("비행선".into())),
        ] {
            assert_eq!(Medium::from(text.to_owned()), medium);
        }
        assert_eq!(String::from(Medium::SocialMedia), "sns");
        assert_eq!(String::from(Medium::Other("비행선".into())), "비행선");
    }
}
