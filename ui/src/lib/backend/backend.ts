import type { CreateKeyFile } from './types/CreateKeyFile';
import type { DeleteKeyFile } from './types/DeleteKeyFile';
import type { KeyFileView } from './types/KeyFileView';
import type { OpenKeyFile } from './types/OpenKeyFile';
import type { PromptTrial } from './types/PromptTrial';
import type { ResetPrompt } from './types/ResetPrompt';
import type { SetPrompt } from './types/SetPrompt';
import type { TryPrompt } from './types/TryPrompt';
import type { TestChat } from './types/TestChat';
import type { OutboundLogRequest } from './types/OutboundLogRequest';
import type { OutboundEntry } from './types/OutboundEntry';
import type { ChatTest } from './types/ChatTest';
import type { ChatPrompt } from './types/ChatPrompt';
import type { ChatState } from './types/ChatState';
import type { ChatSettings } from './types/ChatSettings';
import type { AccountView } from './types/AccountView';
import type { AddModel } from './types/AddModel';
import type { AddedModel } from './types/AddedModel';
import type { AskRequest } from './types/AskRequest';
import type { AskedPage } from './types/AskedPage';
import type { AskedRequest } from './types/AskedRequest';
import type { AskedSummary } from './types/AskedSummary';
import type { AskedView } from './types/AskedView';
import type { GiveFeedback } from './types/GiveFeedback';
import type { OfAsked } from './types/OfAsked';
import type { AskSettings } from './types/AskSettings';
import type { AskResponse } from './types/AskResponse';
import type { AssignRequest } from './types/AssignRequest';
import type { AffectedCases } from './types/AffectedCases';
import type { AffectedRequest } from './types/AffectedRequest';
import type { AuditReport } from './types/AuditReport';
import type { BrokenLinksRequest } from './types/BrokenLinksRequest';
import type { CancelAsk } from './types/CancelAsk';
import type { CaseEvents } from './types/CaseEvents';
import type { CaseFileRequest } from './types/CaseFileRequest';
import type { CaseView } from './types/CaseView';
import type { ChangeAccount } from './types/ChangeAccount';
import type { ChangeSettings } from './types/ChangeSettings';
import type { ChangeRulePack } from './types/ChangeRulePack';
import type { CheckRequest } from './types/CheckRequest';
import type { CheckedText } from './types/CheckedText';
import type { ChecksRequest } from './types/ChecksRequest';
import type { CitationsRequest } from './types/CitationsRequest';
import type { ClaimRequest } from './types/ClaimRequest';
import type { CompareRuns } from './types/CompareRuns';
import type { ConsultCacheStatus } from './types/ConsultCacheStatus';
import type { ConsultRequest } from './types/ConsultRequest';
import type { ConsultResponse } from './types/ConsultResponse';
import type { CoverageAmounts } from './types/CoverageAmounts';
import type { CoverageAnswer } from './types/CoverageAnswer';
import type { CoverageImport } from './types/CoverageImport';
import type { CoverageImportReport } from './types/CoverageImportReport';
import type { CoverageOf } from './types/CoverageOf';
import type { CoveragePageRequest } from './types/CoveragePageRequest';
import type { CoveragePageText } from './types/CoveragePageText';
import type { CoverageQuestion } from './types/CoverageQuestion';
import type { CoverageReportRequest } from './types/CoverageReportRequest';
import type { CoverageStatus } from './types/CoverageStatus';
import type { DecideRequest } from './types/DecideRequest';
import type { DeskEvent } from './types/DeskEvent';
import type { DeskStatus } from './types/DeskStatus';
import type { DisagreementList } from './types/DisagreementList';
import type { DoctorReport } from './types/DoctorReport';
import type { DocumentSummary } from './types/DocumentSummary';
import type { DocumentView } from './types/DocumentView';
import type { EditPatientItem } from './types/EditPatientItem';
import type { EmbedReport } from './types/EmbedReport';
import type { ExpertKinds } from './types/ExpertKinds';
import type { Extraction } from './types/Extraction';
import type { FindLaws } from './types/FindLaws';
import type { FitReport } from './types/FitReport';
import type { ForgottenPatient } from './types/ForgottenPatient';
import type { ForkRequest } from './types/ForkRequest';
import type { FoundLaws } from './types/FoundLaws';
import type { Impact } from './types/Impact';
import type { ImpactRequest } from './types/ImpactRequest';
import type { ImportRulePack } from './types/ImportRulePack';
import type { ImportedLexicon } from './types/ImportedLexicon';
import type { LexiconImport } from './types/LexiconImport';
import type { LexiconStatus } from './types/LexiconStatus';
import type { RemoveLexicon } from './types/RemoveLexicon';
import type { ImportReport } from './types/ImportReport';
import type { ImportRequest } from './types/ImportRequest';
import type { ImportedRulePack } from './types/ImportedRulePack';
import type { IntakeReport } from './types/IntakeReport';
import type { IntakeRequest } from './types/IntakeRequest';
import type { JudgedQuestion } from './types/JudgedQuestion';
import type { KeyView } from './types/KeyView';
import type { LawDiff } from './types/LawDiff';
import type { LawDiffRequest } from './types/LawDiffRequest';
import type { LawHistory } from './types/LawHistory';
import type { LawHistoryRequest } from './types/LawHistoryRequest';
import type { LawUpdateReport } from './types/LawUpdateReport';
import type { LawUpdates } from './types/LawUpdates';
import type { LinkPage } from './types/LinkPage';
import type { LinksRequest } from './types/LinksRequest';
import type { ModelCheck } from './types/ModelCheck';
import type { ModelRequest } from './types/ModelRequest';
import type { ModelView } from './types/ModelView';
import type { NewAccount } from './types/NewAccount';
import type { MoveAuditKey } from './types/MoveAuditKey';
import type { NewPatient } from './types/NewPatient';
import type { NewReviewer } from './types/NewReviewer';
import type { OfPatient } from './types/OfPatient';
import type { OfPatientItem } from './types/OfPatientItem';
import type { OfficeSettings } from './types/OfficeSettings';
import type { OnnxRuntime } from './types/OnnxRuntime';
import type { OnnxSettings } from './types/OnnxSettings';
import type { OutboundSettings } from './types/OutboundSettings';
import type { PriorityRequest } from './types/PriorityRequest';
import type { QualityCheck } from './types/QualityCheck';
import type { PackRequest } from './types/PackRequest';
import type { PaperRequest } from './types/PaperRequest';
import type { PatientEvent } from './types/PatientEvent';
import type { PatientTurnView } from './types/PatientTurnView';
import type { PatientView } from './types/PatientView';
import type { PatientsRequest } from './types/PatientsRequest';
import type { QuarantineRecord } from './types/QuarantineRecord';
import type { QuarantineRequest } from './types/QuarantineRequest';
import type { QueuePage } from './types/QueuePage';
import type { QueueRequest } from './types/QueueRequest';
import type { ReadAds } from './types/ReadAds';
import type { ReadAdsRequest } from './types/ReadAdsRequest';
import type { RemoveKey } from './types/RemoveKey';
import type { RenamePatient } from './types/RenamePatient';
import type { RedraftRequest } from './types/RedraftRequest';
import type { ReopenRequest } from './types/ReopenRequest';
import type { Replay } from './types/Replay';
import type { ReportFile } from './types/ReportFile';
import type { ReportRequest } from './types/ReportRequest';
import type { Rereview } from './types/Rereview';
import type { RereviewRequest } from './types/RereviewRequest';
import type { ResolveQuarantine } from './types/ResolveQuarantine';
import type { Reviewer } from './types/Reviewer';
import type { RetryRequest } from './types/RetryRequest';
import type { RevisionRequest } from './types/RevisionRequest';
import type { RulePackRequest } from './types/RulePackRequest';
import type { RulePackText } from './types/RulePackText';
import type { RulePackView } from './types/RulePackView';
import type { RulesCheck } from './types/RulesCheck';
import type { RulesCheckRequest } from './types/RulesCheckRequest';
import type { SearchModels } from './types/SearchModels';
import type { SearchRequest } from './types/SearchRequest';
import type { SearchResponse } from './types/SearchResponse';
import type { SecondSignature } from './types/SecondSignature';
import type { SessionView } from './types/SessionView';
import type { SetKey } from './types/SetKey';
import type { SetPassword } from './types/SetPassword';
import type { SetRole } from './types/SetRole';
import type { SettingsView } from './types/SettingsView';
import type { ShowDocument } from './types/ShowDocument';
import type { SignIn } from './types/SignIn';
import type { SubmitRequest } from './types/SubmitRequest';
import type { UpdateLaws } from './types/UpdateLaws';
import type { UploadRequest } from './types/UploadRequest';
import type { VerifiedQuote } from './types/VerifiedQuote';
import type { VerifyRequest } from './types/VerifyRequest';
import type { WatchStatus } from './types/WatchStatus';
import type { WorkSettings } from './types/WorkSettings';
import type { WritePatientItem } from './types/WritePatientItem';

type Nothing = Record<string, never>;
type OfCase = { case_id: string };
/** A patient in a list. */
export type PatientSummary = Pick<
  PatientView,
  'id' | 'name' | 'turns' | 'created_at' | 'updated_at'
>;

/** Every operation the desk offers: what goes in, what comes out. */
export type Operations = {
  desk_status: [Nothing, DeskStatus];
  extract: [{ text: string }, Extraction];
  lexicon_import: [LexiconImport, ImportedLexicon];
  lexicon_status: [Nothing, LexiconStatus];
  lexicon_remove: [RemoveLexicon, null];
  coverage_import: [CoverageImport, CoverageImportReport];
  coverage_compare: [CoverageQuestion, CoverageAnswer];
  coverage_status: [Nothing, CoverageStatus];
  coverage_page: [CoveragePageRequest, CoveragePageText];
  coverage_amounts: [CoverageOf, CoverageAmounts];
  coverage_report: [CoverageReportRequest, ReportFile];
  add_reviewer: [NewReviewer, Reviewer];
  accounts: [Nothing, AccountView[]];
  add_account: [NewAccount, AccountView];
  set_password: [SetPassword, AccountView];
  disable_account: [ChangeAccount, AccountView];
  enable_account: [ChangeAccount, AccountView];
  set_role: [SetRole, AccountView];
  set_expertise: [ExpertKinds, AccountView];
  sign_in: [SignIn, SessionView];
  sign_out: [Nothing, null];
  work_settings: [Nothing, SettingsView<WorkSettings>];
  set_work_settings: [ChangeSettings<WorkSettings>, SettingsView<WorkSettings>];
  claim: [ClaimRequest, CaseView];
  release: [ClaimRequest, CaseView];
  assign: [AssignRequest, CaseView];
  prioritise: [PriorityRequest, CaseView];
  sign_second: [SecondSignature, CaseView];
  intake_paths: [IntakeRequest, IntakeReport];
  cancel_intake: [Nothing, null];
  watch_status: [Nothing, WatchStatus];
  checks: [ChecksRequest, QualityCheck[]];
  check_case: [CheckRequest, CaseView];
  disagreements: [Nothing, DisagreementList];
  redraft: [RedraftRequest, CaseView];
  retry_case: [RetryRequest, CaseView];
  reopen: [ReopenRequest, CaseView];
  queue: [QueueRequest, QueuePage];
  case: [OfCase, CaseView];
  case_events: [OfCase, CaseEvents];
  submit: [SubmitRequest, CaseView];
  read_ads: [ReadAdsRequest, ReadAds];
  decide: [DecideRequest, CaseView];
  revise: [RevisionRequest, CaseView];
  affected_cases: [AffectedRequest, AffectedCases];
  rereview: [RereviewRequest, Rereview];
  report: [ReportRequest, ReportFile];
  replay: [OfCase, Replay];
  fork: [ForkRequest, CompareRuns];
  documents: [Nothing, DocumentSummary[]];
  document: [ShowDocument, DocumentView];
  import_paths: [ImportRequest, ImportReport];
  import_uploads: [UploadRequest, ImportReport];
  cancel_import: [Nothing, null];
  quarantine: [QuarantineRequest, QuarantineRecord[]];
  /** What it answers is not used: the list is asked for again. */
  resolve_quarantine: [ResolveQuarantine, QuarantineRecord[]];
  law_history: [LawHistoryRequest, LawHistory];
  law_diff: [LawDiffRequest, LawDiff];
  links: [LinksRequest, LinkPage];
  broken_links: [BrokenLinksRequest, LinkPage];
  impact: [ImpactRequest, Impact];
  search: [SearchRequest, SearchResponse];
  fit: [{ again: boolean }, FitReport];
  cancel_fit: [Nothing, null];
  embed: [Nothing, EmbedReport];
  cancel_embed: [Nothing, null];
  verify: [VerifyRequest, VerifiedQuote];
  ask: [AskRequest, AskResponse];
  cancel_ask: [CancelAsk, null];
  asked: [AskedRequest, AskedPage];
  asked_question: [OfAsked, AskedView];
  forget_question: [OfAsked, null];
  give_feedback: [GiveFeedback, AskedSummary];
  judged_questions: [Nothing, JudgedQuestion[]];
  ask_settings: [Nothing, SettingsView<AskSettings>];
  set_ask_settings: [ChangeSettings<AskSettings>, SettingsView<AskSettings>];
  patients: [PatientsRequest, PatientSummary[]];
  patient: [OfPatient, PatientView];
  add_patient: [NewPatient, PatientSummary];
  rename_patient: [RenamePatient, PatientSummary];
  forget_patient: [OfPatient, ForgottenPatient];
  patient_history: [OfPatient, PatientEvent[]];
  patient_turns: [OfPatient, PatientTurnView[]];
  confirm_patient_item: [OfPatientItem, PatientView];
  edit_patient_item: [EditPatientItem, PatientView];
  delete_patient_item: [OfPatientItem, PatientView];
  write_patient_item: [WritePatientItem, PatientView];
  consult: [ConsultRequest, ConsultResponse];
  consult_cache: [Nothing, ConsultCacheStatus];
  citations: [CitationsRequest, CheckedText];
  outbound_settings: [Nothing, SettingsView<OutboundSettings>];
  set_outbound_settings: [ChangeSettings<OutboundSettings>, SettingsView<OutboundSettings>];
  onnx_settings: [Nothing, SettingsView<OnnxSettings>];
  set_onnx_settings: [ChangeSettings<OnnxSettings>, SettingsView<OnnxSettings>];
  onnx_runtime: [Nothing, OnnxRuntime];
  search_models: [Nothing, SettingsView<SearchModels>];
  set_search_models: [ChangeSettings<SearchModels>, SettingsView<SearchModels>];
  outbound_log: [OutboundLogRequest, OutboundEntry[]];
  chat_settings: [Nothing, SettingsView<ChatSettings>];
  set_chat_settings: [ChangeSettings<ChatSettings>, SettingsView<ChatSettings>];
  chat_state: [Nothing, ChatState];
  chat_prompts: [Nothing, ChatPrompt[]];
  try_prompt: [TryPrompt, PromptTrial];
  set_prompt: [SetPrompt, ChatPrompt];
  reset_prompt: [ResetPrompt, ChatPrompt];
  test_chat: [TestChat, ChatTest];
  keys: [Nothing, KeyView[]];
  has_key: [{ name: string }, KeyView];
  set_key: [SetKey, KeyView];
  remove_key: [RemoveKey, KeyView];
  key_file: [Nothing, KeyFileView];
  create_key_file: [CreateKeyFile, KeyFileView];
  open_key_file: [OpenKeyFile, KeyFileView];
  close_key_file: [Nothing, KeyFileView];
  delete_key_file: [DeleteKeyFile, KeyFileView];
  law_updates: [Nothing, LawUpdates];
  find_laws: [FindLaws, FoundLaws];
  update_laws: [UpdateLaws, LawUpdateReport];
  cancel_update: [Nothing, null];
  models: [Nothing, ModelView[]];
  verify_model: [ModelRequest, ModelCheck];
  add_model: [AddModel, AddedModel];
  remove_model: [ModelRequest, ModelView[]];
  download_model: [ModelRequest, AddedModel];
  cancel_download: [Nothing, null];
  rule_packs: [Nothing, RulePackView[]];
  rule_pack: [RulePackRequest, RulePackText];
  rules_check: [RulesCheckRequest, RulesCheck];
  import_rule_pack: [ImportRulePack, ImportedRulePack];
  activate_rule_pack: [ChangeRulePack, RulePackView];
  deactivate_rule_pack: [ChangeRulePack, RulePackView];
  doctor: [Nothing, DoctorReport];
  audit: [Nothing, AuditReport];
  move_audit_key: [MoveAuditKey, AuditReport];
  audit_pack: [PackRequest, ReportFile];
  office: [Nothing, SettingsView<OfficeSettings>];
  set_office: [ChangeSettings<OfficeSettings>, SettingsView<OfficeSettings>];
  paper: [PaperRequest, ReportFile];
  case_file: [CaseFileRequest, ReportFile];
};

export type Operation = keyof Operations;
export type Request<O extends Operation> = Operations[O][0];
export type Response<O extends Operation> = Operations[O][1];

/** Hears what the desk tells without being asked. */
export interface Listener {
  onEvent(event: DeskEvent): void;
  /** Called when the stream of events opens or breaks. */
  onConnection(connected: boolean): void;
}

/** The one way from the interface to the desk. */
export interface Backend {
  /** Rejects with a `BackendError`. */
  call<O extends Operation>(operation: O, request: Request<O>): Promise<Response<O>>;
  /** Returns the function that stops listening. */
  listen(listener: Listener): () => void;
}

/** The desk refused (`reached`), or did not answer at all. */
export class BackendError extends Error {
  constructor(
    message: string,
    readonly reached: boolean,
    /** What the window acts on: `sign_in` asks for a password. */
    readonly code: string | null = null,
  ) {
    super(message);
    this.name = 'BackendError';
  }
}

/** The `message` of an error body, when it has one. */
export function messageOf(body: unknown): string | null {
  if (typeof body === 'string' && body !== '') return body;
  if (typeof body === 'object' && body !== null && 'message' in body) {
    return typeof body.message === 'string' && body.message !== '' ? body.message : null;
  }
  return null;
}

/** The `code` of an error body, when it has one. */
export function codeOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('code' in body)) return null;
  return typeof body.code === 'string' ? body.code : null;
}
