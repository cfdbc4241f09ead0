import type * as types from './types';

type Nothing = Record<string, never>;
type OfCase = { case_id: string };
/** A patient in a list. */
export type PatientSummary = Pick<
  types.PatientView,
  'id' | 'name' | 'turns' | 'created_at' | 'updated_at'
>;

/** Every operation the desk offers: what goes in, what comes out. */
export type Operations = {
  desk_status: [Nothing, types.DeskStatus];
  calculate: [types.CalculateRequest, types.Calculation];
  check_list: [types.CheckListRequest, types.CheckListResponse];
  extract: [{ text: string }, types.Extraction];
  lexicon_import: [types.LexiconImport, types.ImportedLexicon];
  lexicon_status: [Nothing, types.LexiconStatus];
  lexicon_remove: [types.RemoveLexicon, null];
  coverage_import: [types.CoverageImport, types.CoverageImportReport];
  coverage_compare: [types.CoverageQuestion, types.CoverageAnswer];
  coverage_status: [Nothing, types.CoverageStatus];
  coverage_page: [types.CoveragePageRequest, types.CoveragePageText];
  coverage_page_picture: [types.CoveragePagePictureRequest, types.CoveragePagePicture];
  coverage_facts: [types.CoverageFactsRequest, types.CoverageFacts];
  coverage_saved: [Nothing, types.SavedCoverages];
  coverage_save: [types.SaveCoverage, types.CoverageSaved];
  coverage_forget: [types.ForgetCoverage, null];
  coverage_rules: [Nothing, types.CoverageRules];
  coverage_rule_text: [types.CoverageRuleTextRequest, types.CoverageRuleText];
  coverage_rules_check: [types.CoverageRulesCheck, types.CoverageRuleCheck];
  coverage_rules_replace: [types.ReplaceCoverageRules, types.CoverageRules];
  coverage_report: [types.CoverageReportRequest, types.ReportFile];
  add_reviewer: [types.NewReviewer, types.Reviewer];
  accounts: [Nothing, types.AccountView[]];
  add_account: [types.NewAccount, types.AccountView];
  set_password: [types.SetPassword, types.AccountView];
  disable_account: [types.ChangeAccount, types.AccountView];
  enable_account: [types.ChangeAccount, types.AccountView];
  set_role: [types.SetRole, types.AccountView];
  set_expertise: [types.ExpertKinds, types.AccountView];
  sign_in: [types.SignIn, types.SessionView];
  sign_out: [Nothing, null];
  work_settings: [Nothing, types.SettingsView<types.WorkSettings>];
  set_work_settings: [
    types.ChangeSettings<types.WorkSettings>,
    types.SettingsView<types.WorkSettings>,
  ];
  claim: [types.ClaimRequest, types.CaseView];
  release: [types.ClaimRequest, types.CaseView];
  assign: [types.AssignRequest, types.CaseView];
  prioritise: [types.PriorityRequest, types.CaseView];
  sign_second: [types.SecondSignature, types.CaseView];
  intake_paths: [types.IntakeRequest, types.IntakeReport];
  cancel_intake: [Nothing, null];
  watch_status: [Nothing, types.WatchStatus];
  checks: [types.ChecksRequest, types.QualityCheck[]];
  check_case: [types.CheckRequest, types.CaseView];
  disagreements: [Nothing, types.DisagreementList];
  redraft: [types.RedraftRequest, types.CaseView];
  retry_case: [types.RetryRequest, types.CaseView];
  reopen: [types.ReopenRequest, types.CaseView];
  queue: [types.QueueRequest, types.QueuePage];
  case: [OfCase, types.CaseView];
  case_events: [OfCase, types.CaseEvents];
  similar_ads: [OfCase, types.SimilarAds];
  submit: [types.SubmitRequest, types.CaseView];
  read_ads: [types.ReadAdsRequest, types.ReadAds];
  decide: [types.DecideRequest, types.CaseView];
  revise: [types.RevisionRequest, types.CaseView];
  affected_cases: [types.AffectedRequest, types.AffectedCases];
  rereview: [types.RereviewRequest, types.Rereview];
  report: [types.ReportRequest, types.ReportFile];
  replay: [OfCase, types.Replay];
  fork: [types.ForkRequest, types.CompareRuns];
  documents: [Nothing, types.DocumentSummary[]];
  document: [types.ShowDocument, types.DocumentView];
  import_paths: [types.ImportRequest, types.ImportReport];
  import_uploads: [types.UploadRequest, types.ImportReport];
  cancel_import: [Nothing, null];
  digests: [Partial<types.DigestsRequest>, types.DigestEntry[]];
  sign_digest: [types.SignDigest, types.DigestEntry];
  quarantine: [types.QuarantineRequest, types.QuarantineRecord[]];
  /** The answer is not used, because the list is loaded again. */
  resolve_quarantine: [types.ResolveQuarantine, types.QuarantineRecord[]];
  law_history: [types.LawHistoryRequest, types.LawHistory];
  law_diff: [types.LawDiffRequest, types.LawDiff];
  links: [types.LinksRequest, types.LinkPage];
  broken_links: [types.BrokenLinksRequest, types.LinkPage];
  impact: [types.ImpactRequest, types.Impact];
  search: [types.SearchRequest, types.SearchResponse];
  fit: [{ again: boolean }, types.FitReport];
  cancel_fit: [Nothing, null];
  embed: [Nothing, types.EmbedReport];
  cancel_embed: [Nothing, null];
  verify: [types.VerifyRequest, types.VerifiedQuote];
  ask: [types.AskRequest, types.AskResponse];
  cancel_ask: [types.CancelAsk, null];
  asked: [types.AskedRequest, types.AskedPage];
  asked_question: [types.OfAsked, types.AskedView];
  forget_question: [types.OfAsked, null];
  give_feedback: [types.GiveFeedback, types.AskedSummary];
  judged_questions: [Nothing, types.JudgedQuestion[]];
  ask_settings: [Nothing, types.SettingsView<types.AskSettings>];
  set_ask_settings: [
    types.ChangeSettings<types.AskSettings>,
    types.SettingsView<types.AskSettings>,
  ];
  patients: [types.PatientsRequest, PatientSummary[]];
  patient: [types.OfPatient, types.PatientView];
  add_patient: [types.NewPatient, PatientSummary];
  import_patient: [types.ImportPatient, types.ImportedPatient];
  rename_patient: [types.RenamePatient, PatientSummary];
  forget_patient: [types.OfPatient, types.ForgottenPatient];
  patient_history: [types.OfPatient, types.PatientEvent[]];
  patient_turns: [types.OfPatient, types.PatientTurnView[]];
  confirm_patient_item: [types.OfPatientItem, types.PatientView];
  edit_patient_item: [types.EditPatientItem, types.PatientView];
  delete_patient_item: [types.OfPatientItem, types.PatientView];
  write_patient_item: [types.WritePatientItem, types.PatientView];
  consult: [types.ConsultRequest, types.ConsultResponse];
  consult_cache: [Nothing, types.ConsultCacheStatus];
  citations: [types.CitationsRequest, types.CheckedText];
  outbound_settings: [Nothing, types.SettingsView<types.OutboundSettings>];
  set_outbound_settings: [
    types.ChangeSettings<types.OutboundSettings>,
    types.SettingsView<types.OutboundSettings>,
  ];
  onnx_settings: [Nothing, types.SettingsView<types.OnnxSettings>];
  set_onnx_settings: [
    types.ChangeSettings<types.OnnxSettings>,
    types.SettingsView<types.OnnxSettings>,
  ];
  onnx_runtime: [Nothing, types.OnnxRuntime];
  search_models: [Nothing, types.SettingsView<types.SearchModels>];
  set_search_models: [
    types.ChangeSettings<types.SearchModels>,
    types.SettingsView<types.SearchModels>,
  ];
  search_profiles: [Nothing, types.SettingsView<types.SearchProfiles>];
  shipped_search_profiles: [Nothing, types.SearchProfiles];
  set_search_profiles: [
    types.ChangeSettings<types.SearchProfiles>,
    types.SettingsView<types.SearchProfiles>,
  ];
  outbound_log: [types.OutboundLogRequest, types.OutboundEntry[]];
  chat_settings: [Nothing, types.SettingsView<types.ChatSettings>];
  set_chat_settings: [
    types.ChangeSettings<types.ChatSettings>,
    types.SettingsView<types.ChatSettings>,
  ];
  chat_state: [Nothing, types.ChatState];
  chat_prompts: [Nothing, types.ChatPrompt[]];
  try_prompt: [types.TryPrompt, types.PromptTrial];
  set_prompt: [types.SetPrompt, types.ChatPrompt];
  reset_prompt: [types.ResetPrompt, types.ChatPrompt];
  test_chat: [types.TestChat, types.ChatTest];
  keys: [Nothing, types.KeyView[]];
  has_key: [{ name: string }, types.KeyView];
  set_key: [types.SetKey, types.KeyView];
  remove_key: [types.RemoveKey, types.KeyView];
  key_file: [Nothing, types.KeyFileView];
  create_key_file: [types.CreateKeyFile, types.KeyFileView];
  open_key_file: [types.OpenKeyFile, types.KeyFileView];
  close_key_file: [Nothing, types.KeyFileView];
  delete_key_file: [types.DeleteKeyFile, types.KeyFileView];
  law_updates: [Nothing, types.LawUpdates];
  find_laws: [types.FindLaws, types.FoundLaws];
  update_laws: [types.UpdateLaws, types.LawUpdateReport];
  drug_updates: [Nothing, types.DrugUpdates];
  update_drugs: [types.UpdateDrugs, types.DrugUpdateReport];
  cancel_update: [Nothing, null];
  models: [Nothing, types.ModelView[]];
  verify_model: [types.ModelRequest, types.ModelCheck];
  add_model: [types.AddModel, types.AddedModel];
  remove_model: [types.ModelRequest, types.ModelView[]];
  download_model: [types.ModelRequest, types.AddedModel];
  cancel_download: [Nothing, null];
  rule_packs: [Nothing, types.RulePackView[]];
  rule_pack: [types.RulePackRequest, types.RulePackText];
  rules_check: [types.RulesCheckRequest, types.RulesCheck];
  import_rule_pack: [types.ImportRulePack, types.ImportedRulePack];
  activate_rule_pack: [types.ChangeRulePack, types.RulePackView];
  deactivate_rule_pack: [types.ChangeRulePack, types.RulePackView];
  doctor: [Nothing, types.DoctorReport];
  audit: [Nothing, types.AuditReport];
  move_audit_key: [types.MoveAuditKey, types.AuditReport];
  audit_pack: [types.PackRequest, types.ReportFile];
  office: [Nothing, types.SettingsView<types.OfficeSettings>];
  set_office: [
    types.ChangeSettings<types.OfficeSettings>,
    types.SettingsView<types.OfficeSettings>,
  ];
  paper: [types.PaperRequest, types.ReportFile];
  case_file: [types.CaseFileRequest, types.ReportFile];
};

export type Operation = keyof Operations;
export type Request<O extends Operation> = Operations[O][0];
export type Response<O extends Operation> = Operations[O][1];

/** Receives the events of the desk. */
export interface Listener {
  onEvent(event: types.DeskEvent): void;
  /** Called when the stream of events opens or breaks. */
  onConnection(connected: boolean): void;
}

/** The only way from the interface to the desk. */
export interface Backend {
  /** Rejects with a `BackendError`. */
  call<O extends Operation>(operation: O, request: Request<O>): Promise<Response<O>>;
  /** Returns the function that stops listening. */
  listen(listener: Listener): () => void;
}

/** The desk refused the request (`reached`), or could not be reached. */
export class BackendError extends Error {
  constructor(
    message: string,
    readonly reached: boolean,
    /** The code of the refusal; a newer desk may send one that this window does not know. */
    readonly code: string | null = null,
    /** The values that the words about the code name. */
    readonly params: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = 'BackendError';
  }
}

/** The refusal that an error body describes. What is no error body becomes the message, or `otherwise`. */
export function refusal(body: unknown, otherwise: string): BackendError {
  if (typeof body === 'string' && body !== '') return new BackendError(body, true);
  const fields: Partial<Record<keyof types.ErrorBody, unknown>> =
    typeof body === 'object' && body !== null ? body : {};
  const { message, code, params } = fields;
  return new BackendError(
    typeof message === 'string' && message !== '' ? message : otherwise,
    true,
    typeof code === 'string' ? code : null,
    texts(params),
  );
}

/** The fields of an object that are texts. */
function texts(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter(
      (field): field is [string, string] => typeof field[1] === 'string',
    ),
  );
}
