//! The desk itself: who may sign, how it stands, the example cases.

use simui_domain::{Ad, DocumentKind, Reviewer, Role};

use crate::types::{
    AuditReport, DeskStatus, DoctorCheck, DoctorReport, DoctorState, Engine, NewReviewer,
    QueueRequest, SubmitRequest,
};
use crate::{ApiError, Desk};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Example advertisements, written by us; one JSON object a line.
const EXAMPLES: &str = include_str!("../demo/ads.jsonl");

/// Who signs the example cases.
const EXAMPLE_REVIEWER: &str = "김심의";

impl Desk {
    /// What the top bar shows.
    pub async fn status(&self) -> Result<DeskStatus, ApiError> {
        let documents = self.database.documents().await?;
        let official = documents.iter().filter(|d| d.kind == DocumentKind::Statute && !d.digest);
        let statutes = u32::try_from(official.count()).unwrap_or(u32::MAX);
        Ok(DeskStatus {
            engine: "rules".to_owned(),
            statutes,
            documents: u32::try_from(documents.len()).unwrap_or(u32::MAX),
            corpus_changed_at: self.database.corpus_changed_at().await?,
            digests_only: statutes == 0,
            reviewers: self.reviewers().await?,
            waiting: self.queue(QueueRequest::default()).await?.counts.open,
            version: VERSION.to_owned(),
        })
    }

    /// Everybody who may sign decisions.
    pub async fn reviewers(&self) -> Result<Vec<Reviewer>, ApiError> {
        Ok(self.database.reviewers().await?)
    }

    /// Registers somebody who may sign decisions.
    pub async fn add_reviewer(&self, new: NewReviewer) -> Result<Reviewer, ApiError> {
        Ok(self.database.add_reviewer(&self.clock, &new.name, new.role, None).await?)
    }

    /// Checks the audit chain.
    pub async fn audit(&self) -> Result<AuditReport, ApiError> {
        let check = self.database.audit_verify().await?;
        Ok(AuditReport {
            intact: check.fault.is_none(),
            entries: check.entries,
            first_bad: check.fault.as_ref().map(|fault| fault.seq),
            reason: check.fault.map(|fault| fault.message).unwrap_or_default(),
        })
    }

    /// The audit log, one JSON object a line.
    pub async fn audit_export(&self) -> Result<String, ApiError> {
        let mut text = Vec::new();
        self.database.audit_export(&mut text).await?;
        String::from_utf8(text).map_err(|error| ApiError::Invalid(format!("audit log: {error}")))
    }

    /// Fills a desk that has no cases with example cases and somebody to sign. On any other desk it changes nothing.
    pub async fn demo(&self) -> Result<DeskStatus, ApiError> {
        if self.reviewers().await?.is_empty() {
            let name = EXAMPLE_REVIEWER.to_owned();
            self.add_reviewer(NewReviewer { name, role: Role::Reviewer }).await?;
        }
        let counts = self.queue(QueueRequest::default()).await?.counts;
        if counts.open + counts.done == 0 {
            for line in EXAMPLES.lines() {
                let ad: Ad = serde_json::from_str(line)
                    .map_err(|error| ApiError::Invalid(format!("demo/ads.jsonl: {error}")))?;
                self.review(SubmitRequest { ad, engine: Engine::Rules }).await?;
            }
        }
        self.status().await
    }

    /// What is installed and what to do about what is not.
    pub async fn doctor(&self) -> Result<DoctorReport, ApiError> {
        let checks = vec![
            self.check_corpora().await?,
            self.check_dictionary(),
            self.check_index().await?,
            check_fonts(),
            self.check_reviewers().await?,
            self.check_audit().await?,
            not_yet("encoder", "words only (BM25)", "dense search comes with a later version"),
            not_yet("chat", "rules only", "chat models come with a later version"),
            DoctorCheck {
                name: "keyring".to_owned(),
                state: DoctorState::Degraded,
                detail: format!("audit key in a file, {}", self.data_dir().join("keys").display()),
                remedy: "keep the data directory readable to its owner only".to_owned(),
            },
        ];
        Ok(DoctorReport {
            version: VERSION.to_owned(),
            data_dir: self.data_dir().display().to_string(),
            checks,
        })
    }

    async fn check_corpora(&self) -> Result<DoctorCheck, ApiError> {
        let status = self.status().await?;
        Ok(DoctorCheck {
            name: "corpora".to_owned(),
            state: if status.digests_only { DoctorState::Degraded } else { DoctorState::Ok },
            detail: format!("{} statutes, {} documents", status.statutes, status.documents),
            remedy: if status.digests_only {
                "only digests are here: import the statutes with `simui corpus import`".to_owned()
            } else {
                String::new()
            },
        })
    }

    fn check_dictionary(&self) -> DoctorCheck {
        let (state, detail, remedy) = match &self.without_dictionary {
            None => (DoctorState::Ok, "mecab-ko-dic".to_owned(), String::new()),
            Some(why) => (DoctorState::Degraded, why.clone(), "run `make setup`".to_owned()),
        };
        DoctorCheck { name: "dictionary".to_owned(), state, detail, remedy }
    }

    async fn check_index(&self) -> Result<DoctorCheck, ApiError> {
        let library = self.refresh().await?;
        Ok(DoctorCheck {
            name: "index".to_owned(),
            state: DoctorState::Ok,
            detail: format!("{} chunks", library.index.chunks()),
            remedy: String::new(),
        })
    }

    async fn check_reviewers(&self) -> Result<DoctorCheck, ApiError> {
        let count = self.reviewers().await?.len();
        Ok(DoctorCheck {
            name: "reviewers".to_owned(),
            state: if count == 0 { DoctorState::Degraded } else { DoctorState::Ok },
            detail: format!("{count} registered"),
            remedy: if count == 0 {
                "nobody can decide: register somebody with `simui reviewer add NAME`".to_owned()
            } else {
                String::new()
            },
        })
    }

    async fn check_audit(&self) -> Result<DoctorCheck, ApiError> {
        let report = self.audit().await?;
        Ok(DoctorCheck {
            name: "audit".to_owned(),
            state: if report.intact { DoctorState::Ok } else { DoctorState::Missing },
            detail: format!("{} entries", report.entries),
            remedy: report.reason,
        })
    }
}

fn check_fonts() -> DoctorCheck {
    let (state, detail, remedy) = match crate::report::Fonts::locate(None) {
        Ok(fonts) => (DoctorState::Ok, fonts.describe(), String::new()),
        Err(error) => {
            (DoctorState::Degraded, "no Korean font for PDF".to_owned(), error.to_string())
        }
    };
    DoctorCheck { name: "fonts".to_owned(), state, detail, remedy }
}

fn not_yet(name: &str, detail: &str, remedy: &str) -> DoctorCheck {
    DoctorCheck {
        name: name.to_owned(),
        state: DoctorState::Degraded,
        detail: detail.to_owned(),
        remedy: remedy.to_owned(),
    }
}
