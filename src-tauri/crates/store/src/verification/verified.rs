//! The point up to which the desk was last verified, so that the check at the start only has to compare
//! later changes.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::anchor::{Anchor, Head};
use crate::columns::json_text;
use crate::durable_files::{failed, replace};
use crate::{Database, StoreError};

/// Content of `audit.verified`: the last entries of both logs when everything was verified. It is
/// derived; if it is missing or not sealed with the desk's key, everything is checked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Verified {
    pub at: Timestamp,
    pub audit: Head,
    pub records: Head,
}

#[derive(Serialize, Deserialize)]
struct Sealed {
    #[serde(flatten)]
    verified: Verified,
    seal: String,
}

impl Verified {
    fn seal(&self, anchor: &Anchor) -> Result<String, StoreError> {
        anchor.mac(&[
            b"simui verified 1",
            self.at.to_string().as_bytes(),
            &self.audit.seq.to_be_bytes(),
            self.audit.mac.as_bytes(),
            &self.records.seq.to_be_bytes(),
            self.records.mac.as_bytes(),
        ])
    }
}

impl Database {
    /// The last verified point, if both entries still exist.
    pub(crate) async fn last_verified(&self) -> Result<Option<Verified>, StoreError> {
        let path = self.dir().join("audit.verified");
        let Some(sealed) =
            std::fs::read(path).ok().and_then(|text| serde_json::from_slice::<Sealed>(&text).ok())
        else {
            return Ok(None);
        };
        let Sealed { verified, seal } = sealed;
        if verified.seal(&self.anchor)? != seal {
            return Ok(None);
        }
        for (sql, head) in [
            ("SELECT mac FROM audit_log WHERE seq = ?", &verified.audit),
            ("SELECT mac FROM record_log WHERE seq = ?", &verified.records),
        ] {
            let mac: Option<String> = sqlx::query_scalar(sql)
                .bind(head.seq.cast_signed())
                .fetch_optional(&self.readers)
                .await?;
            if head.seq > 0 && mac.as_ref() != Some(&head.mac) {
                return Ok(None);
            }
        }
        Ok(Some(verified))
    }

    /// Stores that everything was verified. If it cannot be stored, the caller only loses time at the
    /// next check.
    pub(crate) fn keep_verified(&self, verified: Verified) -> Result<(), StoreError> {
        if self.is_read_only() {
            return Ok(());
        }
        let path = self.dir().join("audit.verified");
        let sealed = Sealed { seal: verified.seal(&self.anchor)?, verified };
        replace(&path, json_text(&sealed)?.as_bytes()).map_err(|source| failed(&path, source))
    }
}
