//! Requests and responses of administration: outbound calls, keys, law updates and models.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use simui_domain::Reviewer;
use ts_rs::TS;

use super::ImportReport;
use crate::faults::ErrorBody;

/// A collection of law.go.kr.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum LawCollection {
    /// 현행법령: the versions now in force.
    #[default]
    Law,
    /// 법령 by 시행일: also future and past versions.
    EfLaw,
    /// 행정규칙.
    AdmRul,
    /// 자치법규.
    Ordin,
    /// 판례.
    Prec,
    /// 헌재결정례.
    Detc,
}

/// A law whose new versions are fetched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FollowedLaw {
    /// The collection that is searched.
    #[serde(default)]
    pub collection: LawCollection,
    /// The exact title; for decisions the 사건번호 is accepted too.
    pub title: String,
}

/// What may leave the machine. The default permits nothing.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct OutboundSettings {
    /// The main switch. While it is off, no call is made, whatever else is set.
    pub enabled: bool,
    /// Hosts that may be called: `www.law.go.kr`, with scheme and port where they are not the usual ones.
    /// Loopback is always allowed.
    pub hosts: Vec<String>,
    /// The proxy for all calls except loopback: `http://proxy.office.kr:3128`.
    pub proxy: Option<String>,
    /// Base address of a mirror of law.go.kr's open API (the part before `/lawSearch.do`); law.go.kr itself
    /// when absent. The key is never sent to a mirror.
    pub law_service: Option<String>,
    /// Laws whose new versions are fetched.
    pub laws: Vec<FollowedLaw>,
    /// Base address of a mirror of data.go.kr's services (the part before `/1471000`); apis.data.go.kr itself
    /// when absent. The key is never sent to a mirror.
    pub drug_service: Option<String>,
    /// Keys of the services of drug data whose rows are fetched.
    pub drug_data: Vec<String>,
}

/// Settings of ONNX Runtime, which computes the models.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct OnnxSettings {
    /// ONNX Runtime's library, or the folder that contains it; searched for in the usual places when absent.
    pub library: Option<String>,
    /// `CUDA`, `TensorRT`, `DirectML`, `CoreML` or `CPU`; all are tried when absent.
    pub provider: Option<String>,
}

/// Settings with their revision and last change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SettingsView<T> {
    /// The settings.
    pub settings: T,
    /// The revision, which a change has to name; 0 while nothing has been set.
    pub revision: u32,
    /// The person who changed them last.
    pub changed_by: Option<Reviewer>,
    /// When they were changed last.
    #[ts(type = "string | null")]
    pub changed_at: Option<Timestamp>,
}

/// Replaces settings as a whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ChangeSettings<T> {
    /// The new settings.
    pub settings: T,
    /// The revision on which the change is based. A change of an outdated revision is refused.
    pub revision: u32,
    /// Name or id of the administrator who signs.
    pub reviewer: String,
}

/// The text of a key on its way to the keyring. `{:?}` prints asterisks, and it cannot be serialised.
#[derive(Clone, Deserialize, TS)]
#[serde(transparent)]
pub struct KeyText(String);

impl KeyText {
    /// Wraps a key as it was typed or piped in.
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// Returns the text itself, for what stores or compares it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for KeyText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("****")
    }
}

/// Stores a key in the keyring.
#[derive(Debug, Clone, Deserialize, TS)]
pub struct SetKey {
    /// Name of the key: `law.go.kr`.
    pub name: String,
    /// Text of the key.
    pub value: KeyText,
    /// Name or id of the administrator who signs.
    pub reviewer: String,
}

/// Removes a key from the keyring.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RemoveKey {
    /// Name of the key.
    pub name: String,
    /// Name or id of the administrator who signs.
    pub reviewer: String,
}

/// Whether a key is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum KeyState {
    /// The keyring has it.
    Stored,
    /// The keyring does not have it.
    Absent,
    /// The keyring cannot be read.
    Unknown,
}

/// A key by its name. The value is never shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct KeyView {
    /// Name of the key.
    pub name: String,
    /// Whether the key is stored.
    pub state: KeyState,
    /// Why the keyring cannot be read, and what to do; empty otherwise.
    pub problem: String,
    /// The same with its code, in which people read it; `None` where nothing is wrong.
    #[serde(default)]
    pub fault: Option<ErrorBody>,
}

/// A reason why an update of laws or drug data cannot run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum UpdateObstacle {
    /// Outbound calls are switched off.
    Off,
    /// The host of the service is not allowed.
    Host,
    /// The key of the service is not stored.
    Key,
    /// The keyring cannot be read.
    Keyring,
    /// No law is followed.
    Laws,
    /// No service of drug data is followed.
    Services,
}

/// A followed law and its stored versions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct FollowedLawView {
    /// The law.
    pub law: FollowedLaw,
    /// Number of stored versions, without digests.
    pub versions: u32,
    /// The day from which the newest stored version is in force.
    #[ts(type = "string | null")]
    pub newest: Option<jiff::civil::Date>,
}

/// The followed laws, and whether they can be updated.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LawUpdates {
    /// The laws in the order of the settings.
    pub laws: Vec<FollowedLawView>,
    /// The host from which they are fetched.
    pub host: String,
    /// What has to be done before an update can run, in this order.
    pub obstacles: Vec<UpdateObstacle>,
    /// Whether an update is running.
    pub running: bool,
}

/// Searches law.go.kr for documents by words of their titles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FindLaws {
    /// The collection that is searched.
    #[serde(default)]
    pub collection: LawCollection,
    /// The words of the title.
    pub words: String,
    /// Page from 1; 100 documents a page.
    #[serde(default)]
    pub page: Option<u32>,
}

/// One version of a document in law.go.kr's list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ListedLaw {
    /// The collection of the document.
    pub collection: LawCollection,
    /// The title of the document.
    pub title: String,
    /// The serial number of this version (법령일련번호).
    pub serial: String,
    /// First day in force as `YYYYMMDD`; may be empty.
    pub effective: String,
    /// Day of promulgation or decision, as law.go.kr writes it; may be empty.
    pub announced: String,
}

/// A page of law.go.kr's list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FoundLaws {
    /// Number of documents on all pages.
    pub total: u64,
    /// The documents of this page.
    pub laws: Vec<ListedLaw>,
}

/// Fetches new versions of followed laws, or only checks whether there are any.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct UpdateLaws {
    /// Titles; all followed laws when empty.
    pub laws: Vec<String>,
    /// Whether new versions are only looked for and not fetched.
    pub check: bool,
    /// Name or id of the person who asks, for the audit log.
    pub reviewer: Option<String>,
}

/// Result of an update for one law, or one service of drug data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum UpdateState {
    /// There are new versions or rows; they are fetched unless the update only checks.
    New,
    /// Everything that is listed is stored already.
    Unchanged,
    /// It could not be fetched.
    Failed,
}

/// What an update did with one law.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LawUpdate {
    /// The title of the law.
    pub title: String,
    /// The result for this law.
    pub state: UpdateState,
    /// Number of new versions.
    pub new: u32,
    /// Number of listed versions that were stored already.
    pub unchanged: u32,
    /// Why it failed; empty otherwise. Versions fetched before the failure are kept.
    pub problem: String,
    /// The same with its code, in which people read it; `None` where nothing is wrong.
    #[serde(default)]
    pub fault: Option<ErrorBody>,
}

/// Progress of an update.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct UpdateProgress {
    /// What is in progress: a law, or a service of drug data.
    pub title: String,
    /// Number of laws, or of the service's pages, that are finished.
    pub done: u32,
    /// Number of laws, or of the service's pages, in all.
    pub total: u32,
}

/// What an update did.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct LawUpdateReport {
    /// The results by law, as far as the update got.
    pub laws: Vec<LawUpdate>,
    /// Whether the update only checked for new versions.
    pub check: bool,
    /// Whether it was cancelled. Fetched files are kept, and the next update imports them.
    pub cancelled: bool,
    /// Report of the import of the fetched files; absent when nothing was imported.
    pub imported: Option<ImportReport>,
}

/// The task of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ModelRole {
    /// Computes a vector of a text.
    Encoder,
    /// Scores a passage for a query.
    Reranker,
    /// Writes text: a GGUF file that a chat endpoint names.
    Chat,
}

/// Whether a model can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ModelState {
    /// All files exist with the right size. Only the check reads their contents.
    Installed,
    /// The model is not installed.
    Missing,
    /// A file is missing, has the wrong size or cannot be read.
    Damaged,
}

/// A model that the desk's list names or that is installed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ModelView {
    /// The id that the operations take.
    pub id: String,
    /// The name that people read.
    pub name: String,
    /// The task of the model.
    pub role: ModelRole,
    /// The licence, as an SPDX expression where there is one.
    pub licence: String,
    /// The publisher or address from which the model comes.
    pub source: String,
    /// What else a person should know; may be empty.
    pub note: String,
    /// Size of its files in bytes, where all sizes are known.
    pub size: Option<u64>,
    /// Whether the model can be used.
    pub state: ModelState,
    /// What is wrong with it, one sentence for each file.
    pub problems: Vec<String>,
    /// Whether the desk's own list contains it.
    pub known: bool,
    /// Whether the list gives address and hash of its files, so that it can be downloaded.
    pub downloadable: bool,
    /// Hosts that have to be allowed for the download.
    pub hosts: Vec<String>,
    /// Whether it is chosen for searches.
    pub used: bool,
}

/// Names a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ModelRequest {
    /// The id of the model.
    pub id: String,
    /// Name or id of the person who asks, for the audit log.
    #[serde(default)]
    pub reviewer: Option<String>,
}

/// Installs a model from a folder of this machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AddModel {
    /// Path of the folder.
    pub folder: String,
    /// The id in the desk's list; when absent, the one in the folder's `model.toml`, or else the folder's
    /// name.
    #[serde(default)]
    pub id: Option<String>,
    /// Name or id of the person who asks, for the audit log.
    #[serde(default)]
    pub reviewer: Option<String>,
}

/// A model that was installed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AddedModel {
    /// The model.
    pub model: ModelView,
    /// Files that were accepted unverified, because no SHA-256 of them is known.
    pub unchecked: Vec<String>,
}

/// Result of reading all files of a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ModelCheck {
    /// The id of the model.
    pub id: String,
    /// Whether every file has the SHA-256 recorded when it was installed.
    pub intact: bool,
    /// What is wrong, and what to do; empty for an intact model.
    pub problem: String,
    /// The same with its code, in which people read it; `None` where nothing is wrong.
    #[serde(default)]
    pub fault: Option<ErrorBody>,
}

/// Progress of a model's download.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ModelDownloadProgress {
    /// The id of the model.
    pub id: String,
    /// The file in progress.
    pub file: String,
    /// Bytes received, those of earlier attempts included.
    pub received: u64,
    /// Size of the file in bytes, where known.
    pub total: Option<u64>,
}

/// Result of trying one provider of ONNX Runtime.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ProviderTrial {
    /// Name of the provider: `CUDA`, `CPU`, …
    pub provider: String,
    /// Whether it is the provider that computes models.
    pub taken: bool,
    /// Why it was chosen or not.
    pub reason: String,
}

/// ONNX Runtime as found on this machine.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct OnnxRuntime {
    /// Path of the loaded library.
    pub library: Option<String>,
    /// Release of the library, where it states one: `1.24.4`.
    pub version: Option<String>,
    /// The build information that the library states.
    pub build: String,
    /// Providers in the order of the trial; the last one is used.
    pub providers: Vec<ProviderTrial>,
    /// Why no runtime is available, and what to do; empty when one is.
    pub problem: String,
}
