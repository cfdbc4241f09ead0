//! Requests and responses of the operations, in the shapes every transport carries.
//!
//! `make types` generates their TypeScript types into `ui/src/lib/backend/types`.

mod accounts;
mod administration;
mod ask;
mod ask_settings;
mod audit;
mod calculate;
mod case;
mod chat;
mod check_list;
mod citations;
mod consult;
mod consult_ablation;
mod corpus;
mod coverage;
mod desk;
mod drug_data;
mod event;
mod extraction;
mod intake;
mod key_file;
mod law;
mod lexicon;
mod outbound_log;
mod papers;
mod patients;
mod prompt;
mod rereview;
mod rules;
mod search;
mod search_models;
mod search_profiles;
mod similar_ads;
mod stored_questions;
mod unfinished;
mod work;

pub use accounts::{
    AccountView, ChangeAccount, ExpertKinds, NewAccount, PasswordText, SessionView, SetPassword,
    SetRole, SignIn,
};
pub use administration::{
    AddModel, AddedModel, ChangeSettings, FindLaws, FollowedLaw, FollowedLawView, FoundLaws,
    KeyState, KeyText, KeyView, LawCollection, LawUpdate, LawUpdateReport, LawUpdates, ListedLaw,
    ModelCheck, ModelDownloadProgress, ModelRequest, ModelRole, ModelState, ModelView, OnnxRuntime,
    OnnxSettings, OutboundSettings, ProviderTrial, RemoveKey, SetKey, SettingsView, UpdateLaws,
    UpdateObstacle, UpdateProgress, UpdateState,
};
pub use ask::{
    AnswerCitation, AnswerScores, AnswerStatus, AskRequest, AskResponse, CancelAsk, DurWarning,
    JudgeScores, OptimisedQueryView, QuestionDrug, UnsupportedSentence, VerificationRound,
    VerificationView, WebLink,
};
pub use ask_settings::{AskSettings, WebLinkState};
pub use audit::{AuditReport, AuditState, ExportSeal, MoveAuditKey, PackRequest};
pub use calculate::{CalculateRequest, PackUnit};
pub use case::{
    AdVersion, CaseEvents, CaseSummary, CaseView, Checkpoint, CitedProvision, ClaimChange,
    ClaimChangeKind, CompareRuns, CountByState, DecideRequest, Engine, ForkRequest, GraphView,
    NewReviewer, NodeState, NodeView, PacksOfVersion, QueuePage, QueueRequest, QueueState, ReadAds,
    ReadAdsRequest, ReadError, Replay, ReportFile, ReportFormat, ReportRequest, ReviewEdit,
    RevisionNotice, RevisionRequest, SubmitRequest,
};
pub use chat::{
    ChatChoice, ChatEndpoint, ChatEndpointView, ChatFeature, ChatPreset, ChatRole, ChatSettings,
    ChatState, ChatTest, ChatUsageView, TestChat, usual_address,
};
pub use check_list::{CheckListRequest, CheckListResponse, ListedDrug, UnknownLine};
pub use citations::{CheckedCitation, CheckedText, CitationsRequest, QuotedWords};
pub use consult::{
    ConsultCache, ConsultCacheStatus, ConsultModelScores, ConsultParagraph, ConsultQuality,
    ConsultRequest, ConsultResponse, ConsultTokens, ConsultWarning,
};
pub use consult_ablation::{ConsultAblation, PartWorth};
pub use corpus::{
    ArticleNote, ArticleView, DigestEntry, DigestsRequest, DocumentSummary, DocumentView,
    FitOutcome, FitReport, ImportReport, ImportRequest, QuarantineRequest, ResolveQuarantine,
    ShowDocument, SignDigest, UploadRequest, UploadedFile, VerifiedQuote, VerifyRequest,
};
pub use coverage::{
    CoverageAnchor, CoverageAnswer, CoverageEvidence, CoverageFact, CoverageFacts,
    CoverageFactsRequest, CoverageImport, CoverageImportReport, CoveragePagePicture,
    CoveragePagePictureRequest, CoveragePageRequest, CoveragePageText, CoveragePaidElsewhere,
    CoveragePictureMark, CoverageProgress, CoverageQuestion, CoverageReportRequest,
    CoverageRuleChange, CoverageRuleCheck, CoverageRuleFile, CoverageRuleText,
    CoverageRuleTextRequest, CoverageRules, CoverageRulesCheck, CoverageSaved, CoverageSlot,
    CoverageSlotValue, CoverageStage, CoverageStatus, ForgetCoverage, ImportedInsurer,
    ReplaceCoverageRules, SaveCoverage, SavedCoverages, SlotConfidence,
};
pub use desk::{DeskStatus, DoctorCheck, DoctorReport, DoctorState};
pub use drug_data::{
    DrugDataGroup, DrugServiceView, DrugUpdate, DrugUpdateReport, DrugUpdates, InterruptedUpdate,
    UpdateDrugs,
};
pub use event::{DeskEvent, ImportProgress};
pub use extraction::Extraction;
pub use intake::{IntakeProblem, IntakeProgress, IntakeReport, IntakeRequest, WatchStatus};
pub use key_file::{CreateKeyFile, DeleteKeyFile, KeyFileView, OpenKeyFile};
pub use law::{
    BrokenLinksRequest, Impact, ImpactRequest, ImpactedArticle, ImpactedCase, ImpactedRule,
    LawDiff, LawDiffRequest, LawHistory, LawHistoryRequest, LawVersion, LinkDirection, LinkPage,
    LinksRequest,
};
pub use lexicon::{ImportedLexicon, LexiconImport, LexiconSource, LexiconStatus, RemoveLexicon};
pub use simui_clinical::{Demographics, Item, Measurement, Slots};
pub use simui_consult::prescription::PrescriptionSeverity;
pub use simui_consult::safety::{Severity as WarningSeverity, Warning};
pub use simui_evaluate::Rate;
pub use simui_evaluate::consistency::{Change, ConsistencyReport, Seen};
pub use simui_evaluate::patients::{MemoryReport, Person as InventedPatient};
pub use simui_patient::fhir::{LARGEST as LARGEST_RECORD, OmissionReason};
pub use simui_patient::{
    Checked, Happening, ItemId, ProfileSlot, Standing, Value as PatientValue, WhyIgnored,
};
pub use simui_pharmacy::calculate::{Calculation, CalculationKind, Sex as PersonSex};

pub use outbound_log::{OutboundEntry, OutboundKind, OutboundLogRequest};
pub use papers::{CaseFileRequest, OfficeSettings, PaperForm, PaperRequest, PaperView};
pub use patients::{
    ChangedItem, EditPatientItem, ForgottenPatient, ImportOmission, ImportPatient, ImportedPatient,
    NewPatient, OfPatient, OfPatientItem, PatientEvent, PatientItem, PatientSummary,
    PatientTurnView, PatientView, PatientsRequest, RememberRequest, RememberTimings, Remembered,
    RenamePatient, TurnChanges, WritePatientItem,
};
pub use prompt::{
    ChatPrompt, OwnPrompts, PromptAnswer, PromptLine, PromptLineKind, PromptTrial, ResetPrompt,
    SetPrompt, TryPrompt,
};
pub use rereview::{
    AffectedCase, AffectedCases, AffectedRequest, ApprovedVersion, ChangedGround, Rereview,
    RereviewRequest, ViolationChange,
};
pub use rules::{
    ChangeRulePack, ExceptionTrialView, ImportRulePack, ImportedRulePack, RuleExample,
    RulePackRequest, RulePackText, RulePackUse, RulePackVersion, RulePackView, RuleProblem,
    RuleTrace, RulesCheck, RulesCheckRequest,
};
pub use search::{
    FoundBy, Hit, QuerySuggestion, Ranks, ReplacedWord, SearchMode, SearchRequest, SearchResponse,
    StageScore, Why,
};
pub use search_models::{Calibration, EmbedOutcome, EmbedReport, SearchModels};
pub use search_profiles::{FusionFormula, SearchProfile, SearchProfiles, UsedProfile};
pub use similar_ads::{SimilarAd, SimilarAds};
pub use stored_questions::{
    AgreementReport, AskedPage, AskedRequest, AskedSummary, AskedView, FeedbackVerdict,
    FeedbackView, GiveFeedback, JudgedQuestion, OfAsked, OpenQuestion,
};
pub use unfinished::{ResumedRun, ResumedRuns, RetryRequest, UnfinishedReviews};
pub use work::{
    AssignRequest, CheckRequest, ChecksRequest, ClaimRequest, DisagreementCounts, DisagreementList,
    PriorityRequest, RedraftRequest, ReopenRequest, SecondSignature,
};
