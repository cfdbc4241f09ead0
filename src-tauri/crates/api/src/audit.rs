//! The audit log: its check, its key and its export.

use sha2::{Digest, Sha256};
use simui_store::{AuditKeyState, Database, KeyPlace, unbound};

use crate::desk::audit_check::{vault, words};
use crate::faults::ErrorCode;
use crate::types::{AuditReport, AuditState, ExportSeal, MoveAuditKey};
use crate::{ApiError, Desk, OpenDesk};

/// What no check on this machine can detect. It is part of every result, so that nobody overestimates an
/// intact log.
const LIMITS: &str = "이 대조는 감사 열쇠 없이 고친 것을 찾습니다. 열쇠를 가진 사람이 기록과 행과 audit.head를 함께 새로 쓴 것, \
    폴더 전체를 예전 사본으로 바꾼 것, 열쇠로 묶기 전부터 잘못되어 있던 것은 이 컴퓨터에서 찾을 수 없습니다: ‘끝’을 따로 적어 두고 \
    --head로 대조하십시오.";

impl Desk {
    /// Checks the complete audit chain.
    pub async fn audit(&self) -> Result<AuditReport, ApiError> {
        self.audit_against(None).await
    }

    /// Checks the audit chain, and whether it still contains the head `number:mac` that was written down
    /// elsewhere.
    pub async fn audit_against(&self, head: Option<&str>) -> Result<AuditReport, ApiError> {
        let expected_head = head.map(read_head).transpose()?;
        let check = self.database.audit_verify_at(self.clock.now()).await?;
        report(&self.database, check, expected_head).await
    }

    /// Checks a data directory whose desk cannot be opened, because the changed rows may be the ones that
    /// opening reads.
    pub async fn audit_unopened(
        opening: OpenDesk,
        head: Option<&str>,
    ) -> Result<AuditReport, ApiError> {
        let expected_head = head.map(read_head).transpose()?;
        let dir = opening.data_dir()?;
        let database = Database::open_with(&dir, Some(vault()), opening.audit_key).await?;
        let check = database.audit_verify_at(opening.clock.now()).await?;
        report(&database, check, expected_head).await
    }

    /// Checks the entries since the last complete check, and stores the result for the desk's status.
    pub async fn audit_new(&self) -> Result<AuditReport, ApiError> {
        let now = self.clock.now();
        let check = self.database.audit_verify_new(now).await?;
        let report = report(&self.database, check, None).await?;
        let (intact, reason) = (report.intact, report.reason.clone());
        self.audit_check.keep(AuditState { checked_at: now, intact, reason });
        Ok(report)
    }

    /// Returns the audit log, one JSON object per line.
    pub async fn audit_export(&self) -> Result<String, ApiError> {
        let mut text = Vec::new();
        self.database.audit_export(&mut text).await?;
        String::from_utf8(text).map_err(|error| {
            ApiError::invalid(ErrorCode::Internal, &[], format!("audit log: {error}"))
        })
    }

    /// Returns the seal of an exported log.
    pub fn seal_export(&self, text: &str) -> ExportSeal {
        let last = text.lines().last().and_then(|line| serde_json::from_str(line).ok());
        let last: serde_json::Value = last.unwrap_or_default();
        let head = format!(
            "{}:{}",
            last["seq"].as_u64().unwrap_or(0),
            last["mac"].as_str().unwrap_or("-")
        );
        let mut seal = ExportSeal {
            format: "simui-audit-export/1".to_owned(),
            entries: text.lines().count() as u64,
            head,
            sha256: sha256(text.as_bytes()),
            public_key: None,
            signature: None,
        };
        let ExportSeal { format, entries, head, sha256, .. } = &seal;
        let signed = format!("{format}\n{entries}\n{head}\n{sha256}\n");
        seal.signature = self.database.audit_sign(signed.as_bytes()).ok();
        seal.public_key = self.database.audit_public_key().ok();
        seal
    }

    /// Moves the audit key to the keyring or back to its file, signed by an administrator.
    pub async fn move_audit_key(&self, request: MoveAuditKey) -> Result<AuditReport, ApiError> {
        let by = self.signing_administrator(&request.reviewer).await?;
        self.database.move_audit_key(&self.clock, request.to, &by).await?;
        self.audit().await
    }
}

/// Describes the result of a check in words.
async fn report(
    database: &Database,
    check: simui_store::AuditReport,
    expected_head: Option<(u64, &str)>,
) -> Result<AuditReport, ApiError> {
    let mut fault = check.fault;
    if let (None, Some((seq, mac))) = (&fault, expected_head) {
        fault = database.audit_holds(seq, mac).await?;
    }
    let key = database.audit_key();
    Ok(AuditReport {
        intact: fault.is_none(),
        records: check.records,
        bound: check.bound,
        bound_since: check.bound_since,
        checked_from: check.checked_from,
        faults: check.faults.iter().map(words).collect(),
        limits: LIMITS.to_owned(),
        unbound: unbound().into_iter().map(|(what, why)| format!("{what}: {why}")).collect(),
        entries: check.entries,
        first_bad: fault.as_ref().map(|fault| fault.seq),
        reason: fault.as_ref().map(words).unwrap_or_default(),
        kind: fault.as_ref().map(|fault| fault.kind),
        at: fault.as_ref().and_then(|fault| fault.at),
        remedy: fault.map(|fault| fault.remedy).unwrap_or_default(),
        anchored: check.anchored,
        anchored_at: check.anchored_at,
        head: format!("{}:{}", check.entries, check.head),
        key_warning: warning(&key),
        key,
        public_key: database.audit_public_key().ok(),
    })
}

/// Returns the SHA-256 in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn read_head(text: &str) -> Result<(u64, &str), ApiError> {
    let parts = text.trim().split_once(':');
    let read = parts.and_then(|(seq, mac)| Some((seq.parse().ok()?, mac)));
    read.filter(|(seq, mac): &(u64, &str)| *seq > 0 && mac.len() == 64).ok_or_else(|| {
        ApiError::invalid(
            ErrorCode::AuditHeadMalformed,
            &[],
            format!(
                "head {:?}: give it as NUMBER:MAC, as `simui audit verify` printed it",
                text.chars().take(80).collect::<String>()
            ),
        )
    })
}

/// Describes where the key is kept.
pub(crate) fn place(key: &AuditKeyState) -> String {
    let place = match key.place {
        KeyPlace::Keyring => "key in the keyring",
        KeyPlace::File => "key in the file keys/audit.key (readable by its owner only)",
        KeyPlace::Missing => "key missing",
    };
    let known = if key.known || key.place == KeyPlace::Missing { "" } else { ", not at hand" };
    format!("{place}{known}")
}

fn warning(key: &AuditKeyState) -> String {
    let problem = match key.problem.as_str() {
        "" => String::new(),
        problem => format!("{problem}; "),
    };
    match (key.place, key.known) {
        (KeyPlace::Keyring, true) => String::new(),
        (KeyPlace::Keyring, false) => format!(
            "{problem}nothing can be decided or checked until the keyring gives the audit key: unlock it and start again"
        ),
        (KeyPlace::File, true) => format!(
            "{problem}the audit key lies beside the log: whoever can read this folder can write a log that checks out. \
             Where there is a keyring, move it there with `simui audit move-key --as ADMINISTRATOR`"
        ),
        (KeyPlace::File, false) | (KeyPlace::Missing, _) => {
            format!("{problem}restore keys/ from a backup; do not make a new key")
        }
    }
}
