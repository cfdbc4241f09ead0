//! What administrators set, and what the desk does with it: calls that leave the machine, keys, law updates, models.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use simui_domain::Reviewer;
use ts_rs::TS;

use super::ImportReport;

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
    /// Where it is looked for.
    #[serde(default)]
    pub collection: LawCollection,
    /// Its exact title; for decisions the 사건번호 will do too.
    pub title: String,
}

/// What may leave the machine. As long as nobody has set anything, nothing may.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct OutboundSettings {
    /// The main switch: off, nothing is called whatever else is set.
    pub enabled: bool,
    /// Hosts that may be called: `www.law.go.kr`, or with scheme and port where they are unusual. Loopback always may.
    pub hosts: Vec<String>,
    /// What everything but loopback goes through: `http://proxy.office.kr:3128`.
    pub proxy: Option<String>,
    /// A mirror of law.go.kr's open API (what stands before `/lawSearch.do`); law.go.kr itself when absent. The
    /// key is never sent to a mirror.
    pub law_service: Option<String>,
    /// Laws whose new versions are fetched.
    pub laws: Vec<FollowedLaw>,
}

/// How models are computed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct OnnxSettings {
    /// ONNX Runtime's library, or a folder with it; looked for in the usual places when absent.
    pub library: Option<String>,
    /// `CUDA`, `TensorRT`, `DirectML`, `CoreML` or `CPU`; all are tried when absent.
    pub provider: Option<String>,
}

/// Settings as they stand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SettingsView<T> {
    /// They.
    pub settings: T,
    /// To be handed back with a change; 0 while nothing was ever set.
    pub revision: u32,
    /// Who set them.
    pub changed_by: Option<Reviewer>,
    /// When.
    #[ts(type = "string | null")]
    pub changed_at: Option<Timestamp>,
}

/// Changes settings as a whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ChangeSettings<T> {
    /// The new ones.
    pub settings: T,
    /// The revision the change was made from; an overtaken change is refused.
    pub revision: u32,
    /// The administrator who signs: name or id.
    pub reviewer: String,
}

/// A key's text on its way to the keyring; it is not shown by `{:?}` and cannot be written out again.
#[derive(Clone, Deserialize, TS)]
#[serde(transparent)]
pub struct KeyText(pub(crate) String);

impl KeyText {
    /// A key as it was typed or piped in.
    pub fn new(text: String) -> Self {
        Self(text)
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
    /// Which: `law.go.kr`.
    pub name: String,
    /// It.
    pub value: KeyText,
    /// The administrator who signs: name or id.
    pub reviewer: String,
}

/// Removes a key from the keyring.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RemoveKey {
    /// Which.
    pub name: String,
    /// The administrator who signs: name or id.
    pub reviewer: String,
}

/// Whether a key is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum KeyState {
    /// The keyring has it.
    Stored,
    /// The keyring does not have it.
    Absent,
    /// The keyring cannot be asked.
    Unknown,
}

/// A key by its name, never by its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct KeyView {
    /// Its name.
    pub name: String,
    /// Whether it is there.
    pub state: KeyState,
    /// Why the keyring cannot be asked, and what to do; empty otherwise.
    pub problem: String,
}

/// What keeps law updates from running.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum UpdateObstacle {
    /// Calls are switched off.
    Off,
    /// The law service's host is not allowed.
    Host,
    /// The key of law.go.kr is not stored.
    Key,
    /// The keyring cannot be asked.
    Keyring,
    /// No law is followed.
    Laws,
}

/// A followed law and what of it is here.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct FollowedLawView {
    /// The law.
    pub law: FollowedLaw,
    /// Stored versions, digests not counted.
    pub versions: u32,
    /// The newest of them in force from.
    #[ts(type = "string | null")]
    pub newest: Option<jiff::civil::Date>,
}

/// The laws that are followed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LawUpdates {
    /// They.
    pub laws: Vec<FollowedLawView>,
    /// Where they are fetched from: a host.
    pub host: String,
    /// What has to be done before an update can run, in this order.
    pub obstacles: Vec<UpdateObstacle>,
    /// An update is running.
    pub running: bool,
}

/// Asks law.go.kr what has these words in its title.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FindLaws {
    /// Where.
    #[serde(default)]
    pub collection: LawCollection,
    /// The words.
    pub words: String,
    /// From 1; 100 documents a page.
    #[serde(default)]
    pub page: Option<u32>,
}

/// One version of a document in law.go.kr's list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ListedLaw {
    /// Its collection.
    pub collection: LawCollection,
    /// Its title.
    pub title: String,
    /// The number of this version.
    pub serial: String,
    /// In force from, `YYYYMMDD`; may be empty.
    pub effective: String,
    /// Announced or decided on, as it is written; may be empty.
    pub announced: String,
}

/// A page of law.go.kr's list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FoundLaws {
    /// On all pages.
    pub total: u64,
    /// On this one.
    pub laws: Vec<ListedLaw>,
}

/// Fetches new versions of followed laws, or only looks whether there are any.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct UpdateLaws {
    /// Titles; all followed laws when empty.
    pub laws: Vec<String>,
    /// Only look.
    pub check: bool,
    /// Who asks: name or id; for the audit log.
    pub reviewer: Option<String>,
}

/// How one law came out of an update.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LawUpdateState {
    /// There are new versions; fetched, unless it was only a look.
    New,
    /// All listed versions are here.
    Unchanged,
    /// It could not be fetched.
    Failed,
}

/// What an update did with one law.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LawUpdate {
    /// Its title.
    pub title: String,
    /// How it came out.
    pub state: LawUpdateState,
    /// New versions.
    pub new: u32,
    /// Listed versions that were here already.
    pub unchanged: u32,
    /// Why it failed; empty otherwise. What was fetched before the failure is kept.
    pub problem: String,
}

/// How far an update is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LawUpdateProgress {
    /// The law that is being looked at.
    pub title: String,
    /// Laws done.
    pub done: u32,
    /// Laws in all.
    pub total: u32,
}

/// What an update did.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct LawUpdateReport {
    /// Law by law, as far as it came.
    pub laws: Vec<LawUpdate>,
    /// It was only a look.
    pub check: bool,
    /// It was stopped; what is fetched is kept, and the next update takes it in.
    pub cancelled: bool,
    /// How the fetched files were taken in; absent when nothing was taken in.
    pub imported: Option<ImportReport>,
}

/// What a model does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ModelRole {
    /// Text to vector.
    Encoder,
    /// Query and passage to score.
    Reranker,
    /// Words to words: a GGUF file that a chat endpoint names.
    Chat,
}

/// Whether a model can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ModelState {
    /// All files are there with the right size; their contents are read by the check alone.
    Installed,
    /// It is not installed.
    Missing,
    /// It cannot be used.
    Damaged,
}

/// A model the desk knows or has.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ModelView {
    /// Its id, which the operations take.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// What it does.
    pub role: ModelRole,
    /// Licence, as an SPDX expression where there is one.
    pub licence: String,
    /// Where it comes from.
    pub source: String,
    /// What else a person should know; may be empty.
    pub note: String,
    /// Bytes of its files, where all are known.
    pub size: Option<u64>,
    /// Whether it is there.
    pub state: ModelState,
    /// What is wrong with it, one sentence a file.
    pub problems: Vec<String>,
    /// The desk's own list has it.
    pub known: bool,
    /// The list says where its files are and what they must be, so that it can be downloaded.
    pub downloadable: bool,
    /// Hosts that must be allowed for that.
    pub hosts: Vec<String>,
    /// It is chosen for searches.
    pub used: bool,
}

/// Names a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ModelRequest {
    /// Its id.
    pub id: String,
    /// Who asks: name or id; for the audit log.
    #[serde(default)]
    pub reviewer: Option<String>,
}

/// Takes a model from a folder of this machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AddModel {
    /// The folder.
    pub folder: String,
    /// Which model of the desk's list it is; when absent, what the folder's `model.toml` says, else its name.
    #[serde(default)]
    pub id: Option<String>,
    /// Who asks: name or id; for the audit log.
    #[serde(default)]
    pub reviewer: Option<String>,
}

/// A model that came in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AddedModel {
    /// It.
    pub model: ModelView,
    /// Files that were taken as they are, because nobody has written down their SHA-256.
    pub unchecked: Vec<String>,
}

/// What reading all of a model's files found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ModelCheck {
    /// The model.
    pub id: String,
    /// Every file has the SHA-256 it had when it was added.
    pub intact: bool,
    /// What is wrong, and what to do; empty when nothing.
    pub problem: String,
}

/// How far a model's download is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ModelDownloadProgress {
    /// The model.
    pub id: String,
    /// The file that is being fetched.
    pub file: String,
    /// Bytes that are there, earlier attempts included.
    pub received: u64,
    /// Bytes of the file, where known.
    pub total: Option<u64>,
}

/// What came of one provider of ONNX Runtime.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ProviderTrial {
    /// `CUDA`, `CPU`, …
    pub provider: String,
    /// It would compute models.
    pub taken: bool,
    /// Why, or why not.
    pub reason: String,
}

/// ONNX Runtime as it is on this machine.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct OnnxRuntime {
    /// The library that is loaded.
    pub library: Option<String>,
    /// Its release, where it says so: `1.24.4`.
    pub version: Option<String>,
    /// What the library says of its own build.
    pub build: String,
    /// Providers in the order they were tried; the last one is taken.
    pub providers: Vec<ProviderTrial>,
    /// Why there is none, and what to do; empty when there is one.
    pub problem: String,
}
