//! The codes of all errors, with the parameters that their words may name.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident $text:literal [$($param:literal),*],)*) => {
        /// What went wrong, as a name that never changes. The words that people read about it are in the
        /// folder `words` of this crate.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
        #[serde(rename_all = "snake_case")]
        pub enum ErrorCode {
            $($(#[$doc])* $name,)*
        }

        impl ErrorCode {
            /// All codes.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Returns the code as it is sent and as the words name it.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }

            /// Returns the names of the parameters.
            pub const fn params(self) -> &'static [&'static str] {
                match self {
                    $(Self::$name => &[$($param),*],)*
                }
            }
        }
    };
}

codes! {
    // Accounts and sign-in.
    /// Somebody has to sign in first.
    SignIn "sign_in" [],
    /// The session has ended.
    SessionOver "session_over" [],
    /// The password does not belong to the account.
    WrongPassword "wrong_password" ["name"],
    /// Somebody signed in wants to sign as another person.
    SignedInAsOther "signed_in_as_other" ["name", "signer"],
    /// The role of the person does not permit the operation.
    NotPermitted "not_permitted" ["name"],
    /// The operation needs an administrator.
    NotAdministrator "not_administrator" ["name"],
    /// A pharmacist may not decide cases.
    MayNotDecide "may_not_decide" ["name"],
    /// No reviewer has this name.
    ReviewerNotFound "reviewer_not_found" ["name"],
    /// An account that was chosen does not exist any more.
    AccountGone "account_gone" [],
    /// The account is disabled.
    AccountDisabled "account_disabled" ["name"],
    /// The account has no password on a desk with passwords.
    AccountWithoutPassword "account_without_password" ["name"],
    /// The present password is needed to change it.
    AccountNeedsPresentPassword "account_needs_present_password" ["name"],
    /// The first password of a desk must be an administrator's.
    AccountNotFirstWithPassword "account_not_first_with_password" ["name"],
    /// The first password has to be one's own.
    AccountOfOtherPerson "account_of_other_person" ["name"],
    /// The last administrator with a password cannot be taken away.
    AccountLastAdministrator "account_last_administrator" ["name"],
    /// Wrong passwords were entered too often.
    TooManyTries "too_many_tries" ["until"],
    /// The new password is too short or too long.
    PasswordLength "password_length" ["shortest", "longest"],
    /// A stored password cannot be checked.
    PasswordUncheckable "password_uncheckable" [],
    /// The name of a reviewer is empty or too long.
    ReviewerNameLength "reviewer_name_length" ["longest"],
    /// The name of a reviewer has control characters.
    ReviewerNameUnprintable "reviewer_name_unprintable" [],
    /// Another reviewer has the name.
    ReviewerNameTaken "reviewer_name_taken" ["name"],
    // Cases and decisions.
    /// The case does not exist.
    CaseNotFound "case_not_found" [],
    /// The run of a case has not come to rest.
    CaseNotReady "case_not_ready" [],
    /// Somebody decided the case before.
    CaseAlreadyDecided "case_already_decided" ["name", "at"],
    /// The case was completed without a person.
    CaseAlreadyCompleted "case_already_completed" [],
    /// The case waits for the advertiser's new version.
    CaseAwaitsRevision "case_awaits_revision" [],
    /// The case asks for no decision at the moment.
    CaseNotWaiting "case_not_waiting" [],
    /// The case is not final.
    CaseNotFinal "case_not_final" [],
    /// The case is not decided yet.
    CaseNotDecided "case_not_decided" [],
    /// Nobody has asked the advertiser for a new version.
    CaseWithoutRevisionRequest "case_without_revision_request" [],
    /// The case is not drawn for a check.
    CaseNotToCheck "case_not_to_check" [],
    /// The case did not fail, so it is not run again.
    CaseDidNotFail "case_did_not_fail" [],
    /// Somebody else has claimed the case.
    CaseClaimed "case_claimed" ["name", "until"],
    /// The case is claimed by nobody.
    CaseClaimedByNobody "case_claimed_by_nobody" [],
    /// The stored rows of the case differ from the log.
    CaseChanged "case_changed" [],
    /// A stored record differs from the log.
    RecordChanged "record_changed" ["record"],
    /// The draft changed after it was opened.
    StaleDecision "stale_decision" [],
    /// The decision is stored, but the case could not be read again.
    DecisionStands "decision_stands" [],
    /// The answer does not fit the question.
    DecisionRefused "decision_refused" [],
    /// An approval must not change the draft.
    ApprovalWithChanges "approval_with_changes" [],
    /// A citation is not confirmed on the day of publication.
    CitationUnconfirmed "citation_unconfirmed" ["article"],
    /// An edit names a claim that the case does not have.
    EditClaimUnknown "edit_claim_unknown" [],
    /// An edit names a citation that the case does not have.
    EditCitationUnknown "edit_citation_unknown" ["number"],
    /// An edit does not have its form.
    EditMalformed "edit_malformed" [],
    /// A note is needed and empty.
    NoteEmpty "note_empty" [],
    /// A second signature is needed before the case is final.
    SecondSignatureNeeded "second_signature_needed" [],
    /// The case needs no second signature any more.
    SecondSignatureNotNeeded "second_signature_not_needed" [],
    /// The second signature is under another decision than the first.
    SecondSignatureDiffers "second_signature_differs" [],
    /// There is no first signature to agree with.
    SecondSignatureWithoutFirst "second_signature_without_first" [],
    /// Who signed first cannot be the second person.
    SecondSignatureBySamePerson "second_signature_by_same_person" [],
    /// Only who signed first withdraws.
    SignatureOfOtherPerson "signature_of_other_person" [],
    /// The case has a first signature already.
    FirstSignatureExists "first_signature_exists" [],
    /// Two signatures disagree.
    SignaturesDisagree "signatures_disagree" [],
    /// A rejection needs a note.
    RejectionNoteEmpty "rejection_note_empty" [],
    /// A request for revision needs a note.
    RevisionNoteEmpty "revision_note_empty" [],
    /// A modification changes nothing or does not fit.
    ModificationRefused "modification_refused" [],
    /// A step of a review failed; the case is kept.
    ReviewFailed "review_failed" [],
    /// The case is stored, but its review has not finished.
    ReviewUnfinished "review_unfinished" [],
    /// A new review of a decided case failed; the decision stands.
    RereviewFailed "rereview_failed" [],
    /// A list of one's own cases needs a person.
    ReviewerUnnamed "reviewer_unnamed" [],
    /// The advertisement has no text.
    AdEmpty "ad_empty" [],
    /// The advertisement is longer than is reviewed at once.
    AdTooLong "ad_too_long" ["limit"],
    /// A number of minutes is out of range.
    MinutesOutOfRange "minutes_out_of_range" ["longest"],
    /// The run does not exist.
    RunNotFound "run_not_found" [],
    /// A run with this id exists.
    RunExists "run_exists" [],
    /// The question of a run was answered before.
    QuestionAnswered "question_answered" ["at"],
    /// The run does not have the state that the operation needs.
    RunWrongStatus "run_wrong_status" [],
    /// This process is driving the run already.
    RunActive "run_active" [],
    /// Another process drives the run.
    RunOwnedElsewhere "run_owned_elsewhere" [],
    /// The run was recorded by another version of the program.
    RunOfOtherVersion "run_of_other_version" [],
    /// The record of a run is inconsistent.
    RunDamaged "run_damaged" [],
    /// A fork cannot start from the checkpoint.
    CheckpointUnusable "checkpoint_unusable" [],
    // Letters and reports.
    /// The office has no name or address for messages.
    OfficeIncomplete "office_incomplete" [],
    /// A field of the office does not fit.
    OfficeFieldUnfit "office_field_unfit" [],
    /// A case file is no letter.
    CaseFileNoLetter "case_file_no_letter" [],
    /// The address of a recipient is no email address.
    RecipientMalformed "recipient_malformed" ["recipient"],
    /// The wording or result that a letter is about is gone.
    PaperWithoutVersion "paper_without_version" [],
    /// No font with Hangul was found.
    FontMissing "font_missing" [],
    /// A font file cannot be used.
    FontUnusable "font_unusable" ["path"],
    /// A document could not be made.
    ReportFailed "report_failed" [],
    // Law and documents.
    /// No document has the title.
    DocumentNotFound "document_not_found" ["title"],
    /// A document that was chosen does not exist any more.
    DocumentGone "document_gone" [],
    /// No law has the title.
    LawNotFound "law_not_found" ["title"],
    /// Several laws have the title.
    LawTitlesSame "law_titles_same" ["title", "laws"],
    /// The text was not in force on the day.
    LawNotInForce "law_not_in_force" ["title", "day"],
    /// No stored version of the law was in force on the day.
    LawVersionMissing "law_version_missing" ["title", "day"],
    /// The document has no such article.
    ArticleNotFound "article_not_found" ["article"],
    /// The text does not name an article of a law.
    ArticleUnaddressable "article_unaddressable" ["article"],
    /// The earlier day comes after the later one.
    DatesReversed "dates_reversed" ["from", "to"],
    /// The text is longer than is read at once.
    TextTooLong "text_too_long" ["limit"],
    /// There is no text to read.
    TextEmpty "text_empty" [],
    /// The search profile does not exist.
    SearchProfileUnknown "search_profile_unknown" ["profile"],
    /// The list by words of a search profile is too deep.
    SearchLexicalDepth "search_lexical_depth" [],
    /// The list by meaning of a search profile is too deep.
    SearchDenseDepth "search_dense_depth" [],
    /// The k of a search profile does not fit its formula.
    SearchFusionK "search_fusion_k" [],
    /// The weights of a search profile are wrong.
    SearchWeights "search_weights" [],
    /// A search profile reranks too many hits.
    SearchRerankDepth "search_rerank_depth" [],
    /// The number of results of a search profile is wrong.
    SearchResults "search_results" [],
    /// The steps of the results of a search profile are wrong.
    SearchSteps "search_steps" [],
    /// The least score of a search profile is wrong.
    SearchMinimum "search_minimum" [],
    /// A search by meaning needs vectors that are missing.
    SearchWithoutVectors "search_without_vectors" [],
    /// A search by meaning waits for an import.
    SearchWhileImporting "search_while_importing" [],
    /// The quarantined entry is not open.
    QuarantineEntryNotFound "quarantine_entry_not_found" ["path"],
    /// The documents are stored, but the index could not be made.
    ImportUnindexed "import_unindexed" [],
    /// An import stopped after it had stored documents.
    ImportCutShort "import_cut_short" [],
    /// A reader stopped during an import.
    ImportInterrupted "import_interrupted" [],
    /// An import was cancelled.
    ImportCancelled "import_cancelled" [],
    /// The uploaded files are gone.
    UploadNotFound "upload_not_found" [],
    /// An upload broke off or was too large.
    UploadInterrupted "upload_interrupted" [],
    /// An uploaded file cannot be taken.
    UploadUnusable "upload_unusable" ["name"],
    // Files.
    /// The file or folder does not exist.
    PathNotFound "path_not_found" ["path"],
    /// A file or folder cannot be read or written.
    FileUnreadable "file_unreadable" ["path"],
    /// The disk is full.
    DiskFull "disk_full" [],
    /// A file is not readable text.
    FileNotText "file_not_text" ["path"],
    /// A line of a file does not have its form.
    LineMalformed "line_malformed" ["path", "line"],
    /// A line of the program's own data does not have its form.
    DataDamaged "data_damaged" ["path", "line"],
    /// A set for measuring cannot be read.
    SetUnreadable "set_unreadable" ["path"],
    /// A set for measuring is too small.
    SetTooSmall "set_too_small" ["path"],
    /// A calibration was stopped.
    CalibrationStopped "calibration_stopped" [],
    // Rules.
    /// The rules cannot be loaded.
    RulesUnusable "rules_unusable" [],
    /// A rule pack has a mistake.
    RulePackFaulty "rule_pack_faulty" ["file", "line"],
    /// No rule pack has the name.
    RulePackNotFound "rule_pack_not_found" ["name"],
    /// No imported version of the pack is in the needed state.
    RulePackVersionNotFound "rule_pack_version_not_found" ["name"],
    /// Several versions of the pack fit.
    RulePackAmbiguous "rule_pack_ambiguous" ["name"],
    /// A version of a pack is never overwritten.
    RulePackExists "rule_pack_exists" ["name", "version"],
    /// Other rules need the version.
    RulePackNeeded "rule_pack_needed" ["name"],
    /// Somebody else changed the rule packs meanwhile.
    RulePacksChanged "rule_packs_changed" [],
    // Settings.
    /// Somebody else changed the settings meanwhile.
    SettingChanged "setting_changed" [],
    /// A stored value is from another version of the program.
    RecordOfOtherVersion "record_of_other_version" [],
    /// A score is not between 0 and 1.
    ScoreOutOfRange "score_out_of_range" [],
    /// Questions are kept for too long.
    RetentionTooLong "retention_too_long" ["longest"],
    /// A request does not have its form.
    RequestMalformed "request_malformed" [],
    /// The operation does not exist.
    OperationUnknown "operation_unknown" ["name"],
    /// Something that was named does not exist.
    NotFound "not_found" ["name"],
    /// The program made a mistake.
    Internal "internal" [],
    // Calls to the outside.
    /// Calls that leave this machine are switched off.
    OutboundOff "outbound_off" [],
    /// The outbound policy does not allow the host.
    HostNotAllowed "host_not_allowed" ["host"],
    /// An address cannot be used.
    AddressMalformed "address_malformed" ["host"],
    /// An address is none; it is not repeated, because it may contain a key.
    AddressUnreadable "address_unreadable" [],
    /// The proxy's address or the system's certificates cannot be used.
    ConnectionUnusable "connection_unusable" [],
    /// A key would be sent unencrypted.
    KeyUnencrypted "key_unencrypted" [],
    /// The host did not answer.
    HostUnreachable "host_unreachable" ["host"],
    /// The host answered with an error.
    HostRefused "host_refused" ["host", "status"],
    /// The answer of a host cannot be used.
    HostAnswerUnusable "host_answer_unusable" ["host"],
    /// law.go.kr refused, or its answer cannot be read.
    LawServiceRefused "law_service_refused" [],
    /// data.go.kr does not accept the key for a service.
    DrugKeyRefused "drug_key_refused" ["service"],
    /// The calls of data.go.kr's service are used up for now.
    DrugCallsUsedUp "drug_calls_used_up" ["service"],
    /// A service of data.go.kr refused, or its answer cannot be read.
    DrugServiceRefused "drug_service_refused" ["service"],
    /// No service of drug data is followed.
    NoDrugServiceFollowed "no_drug_service_followed" [],
    /// There is no such service of drug data.
    DrugServiceUnknown "drug_service_unknown" ["name"],
    /// The service of drug data is not followed.
    DrugServiceNotFollowed "drug_service_not_followed" ["name"],
    /// An update of laws or drug data is running.
    UpdateRunning "update_running" [],
    /// No law is followed.
    NoLawFollowed "no_law_followed" [],
    /// The law is not followed.
    LawNotFollowed "law_not_followed" ["title"],
    /// The title of a followed law is empty or too long.
    FollowedTitleLength "followed_title_length" [],
    /// The words to find a law by are empty.
    LawWordsEmpty "law_words_empty" [],
    // Keys.
    /// No key of the name is stored.
    KeyMissing "key_missing" ["name"],
    /// The desk uses no key of the name.
    KeyUnknown "key_unknown" [],
    /// The system's keyring cannot be used.
    KeyringUnusable "keyring_unusable" [],
    /// The key file is locked.
    KeyFileLocked "key_file_locked" [],
    /// The passphrase of the key file is wrong.
    KeyFilePassphraseWrong "key_file_passphrase_wrong" [],
    /// The passphrase of a new key file is too short.
    KeyFilePassphraseLength "key_file_passphrase_length" ["shortest"],
    /// There is a key file already.
    KeyFileExists "key_file_exists" [],
    /// There is no key file.
    KeyFileMissing "key_file_missing" [],
    /// The key file was made anew since it was opened.
    KeyFileChanged "key_file_changed" [],
    /// The key file is damaged or of another version.
    KeyFileDamaged "key_file_damaged" [],
    /// The key to store is empty.
    KeyEmpty "key_empty" [],
    // Models.
    /// No model of the name is known or installed.
    ModelUnknown "model_unknown" ["model"],
    /// The model is not installed.
    ModelNotInstalled "model_not_installed" ["model"],
    /// The model does another job.
    ModelWrongRole "model_wrong_role" ["model"],
    /// The model's files are missing or damaged.
    ModelUnusable "model_unusable" ["model"],
    /// The chosen model cannot be used.
    ChosenModelUnusable "chosen_model_unusable" [],
    /// The model or its library failed.
    ModelFailed "model_failed" ["model"],
    /// The list of models has a mistake.
    ModelManifestFaulty "model_manifest_faulty" ["path", "line"],
    /// ONNX Runtime is absent or cannot be used.
    ModelRuntimeMissing "model_runtime_missing" [],
    /// Another change of models is running.
    ModelChangeRunning "model_change_running" [],
    /// A download was stopped.
    ModelDownloadStopped "model_download_stopped" [],
    /// Another process is making the vectors.
    VectorsBeingMade "vectors_being_made" [],
    /// There is no such way of computing.
    ProviderUnknown "provider_unknown" ["name"],
    /// A chat model gave no usable answer.
    ChatNoAnswer "chat_no_answer" ["model"],
    /// A chat model did not answer in time.
    ChatTimeout "chat_timeout" ["seconds"],
    /// The tokens of the day are spent.
    ChatTokensSpent "chat_tokens_spent" [],
    /// There is no chat endpoint of the name.
    ChatEndpointNotFound "chat_endpoint_not_found" ["name"],
    /// No role uses the chat endpoint.
    ChatEndpointUnused "chat_endpoint_unused" ["name"],
    /// No chat model plays the role.
    ChatRoleUnplayed "chat_role_unplayed" [],
    /// A value of the chat settings is out of range.
    ChatSettingsUnfit "chat_settings_unfit" [],
    /// There is no prompt of the name.
    PromptNotFound "prompt_not_found" ["name"],
    /// Somebody else changed the prompt meanwhile.
    PromptChanged "prompt_changed" ["name"],
    /// The prompt is too long.
    PromptTooLong "prompt_too_long" ["limit"],
    /// A prompt does not have its form.
    PromptFaulty "prompt_faulty" ["path", "line"],
    // Questions, consultations, patients.
    /// The question is empty.
    QuestionEmpty "question_empty" [],
    /// The question is too long.
    QuestionTooLong "question_too_long" ["limit"],
    /// The question is not kept.
    QuestionNotFound "question_not_found" [],
    /// A question was not answered.
    QuestionFailed "question_failed" [],
    /// A question was given up.
    QuestionCancelled "question_cancelled" [],
    /// The turn is empty.
    TurnEmpty "turn_empty" [],
    /// A calculator has no result.
    NotCalculated "not_calculated" ["reason"],
    /// A prescription has no line.
    PrescriptionEmpty "prescription_empty" [],
    /// A prescription has too many lines.
    PrescriptionTooLong "prescription_too_long" ["limit"],
    /// The mode of a consultation does not exist.
    ModeUnknown "mode_unknown" ["mode"],
    /// No drug document has the title.
    DrugDocumentNotFound "drug_document_not_found" ["title"],
    /// No drug document has the section.
    DrugSectionNotFound "drug_section_not_found" ["section"],
    /// No lexicon of the name is imported.
    LexiconNotImported "lexicon_not_imported" ["name"],
    /// An imported lexicon is damaged.
    LexiconDamaged "lexicon_damaged" ["path"],
    /// The patient does not exist.
    PatientNotFound "patient_not_found" [],
    /// Somebody else changed the patient meanwhile.
    PatientChanged "patient_changed" [],
    /// A sealed value of a patient does not open.
    PatientSealed "patient_sealed" [],
    /// The name of a patient is empty or too long.
    PatientNameLength "patient_name_length" ["longest"],
    /// Another patient has the name.
    PatientNameTaken "patient_name_taken" [],
    /// The entry of a patient does not exist.
    PatientItemNotFound "patient_item_not_found" [],
    /// A change of an entry changes nothing.
    PatientItemUnchanged "patient_item_unchanged" [],
    /// An entry of the family needs a relative, and no other does.
    PatientItemRelative "patient_item_relative" [],
    /// The name of an entry is empty or too long.
    PatientItemNameLength "patient_item_name_length" [],
    /// The value does not belong to the entry.
    PatientItemValueUnfit "patient_item_value_unfit" ["name"],
    /// A record of a patient cannot be read.
    PatientRecordFaulty "patient_record_faulty" ["file", "entry"],
    /// A record of a patient has more bytes or entries than are read.
    PatientRecordTooLarge "patient_record_too_large" ["file", "limit", "entries"],
    /// A record of a patient is no JSON.
    PatientRecordNotJson "patient_record_not_json" ["file"],
    /// A record of a patient is JSON, but no FHIR R4 bundle.
    PatientRecordNotBundle "patient_record_not_bundle" ["file"],
    /// A record has no patient.
    PatientRecordOfNobody "patient_record_of_nobody" ["file"],
    /// A record has more than one patient.
    PatientRecordOfSeveral "patient_record_of_several" ["file"],
    // Coverage.
    /// Nothing was imported to compare.
    CoverageNothingImported "coverage_nothing_imported" [],
    /// The code of a coverage does not exist.
    CoverageCodeUnknown "coverage_code_unknown" ["code"],
    /// The code of an insurer does not exist.
    CoverageInsurerUnknown "coverage_insurer_unknown" ["code"],
    /// The page of a document does not exist.
    CoveragePageNotFound "coverage_page_not_found" ["document"],
    /// A document has no file of which a page could be drawn.
    CoverageDocumentUndrawable "coverage_document_undrawable" ["document"],
    /// The file of a document is not where it was imported from.
    CoverageFileMissing "coverage_file_missing" ["document", "folder"],
    /// The file of a document is not the one that was imported.
    CoverageFileChanged "coverage_file_changed" ["document"],
    /// A page of a document could not be drawn.
    CoveragePageUndrawn "coverage_page_undrawn" ["document", "page"],
    /// The name of a comparison to save is empty or too long.
    CoverageNameLength "coverage_name_length" ["longest"],
    /// Another comparison is saved by the name.
    CoverageNameTaken "coverage_name_taken" ["name"],
    /// A comparison to save has no question or too many.
    CoverageSavedSize "coverage_saved_size" ["most"],
    /// A rule file of the comparison has a mistake.
    CoverageRulesFaulty "coverage_rules_faulty" ["file", "line"],
    /// Another person changed the rule files of the comparison meanwhile.
    CoverageRulesChanged "coverage_rules_changed" [],
    /// The comparison has no rule file of the name.
    CoverageRulesNotFound "coverage_rules_not_found" ["name"],
    /// No comparison is saved by the name.
    CoverageSavedNotFound "coverage_saved_not_found" ["name"],
    /// A table of the folder is missing.
    CoverageTableMissing "coverage_table_missing" ["table", "columns"],
    /// A table lacks a column.
    CoverageColumnMissing "coverage_column_missing" ["path", "column"],
    /// A line of a table does not fit.
    CoverageTableFaulty "coverage_table_faulty" ["path", "line"],
    // The data directory.
    /// No data directory is known.
    DataDirUnknown "data_dir_unknown" [],
    /// The data directory cannot be created or read.
    DataDirUnusable "data_dir_unusable" ["path"],
    /// The data directory does not hold the open database any more.
    DataDirReplaced "data_dir_replaced" ["path"],
    /// The data directory may not be written.
    DataDirReadOnly "data_dir_read_only" ["path"],
    /// A read-only directory needs a writer first.
    DataDirUnfinished "data_dir_unfinished" ["path"],
    /// The database refused an operation.
    DatabaseFailed "database_failed" [],
    /// The database has parts that are not the program's.
    DatabaseForeignLayout "database_foreign_layout" [],
    /// The layout of the database changed while it was open.
    DatabaseLayoutChanged "database_layout_changed" [],
    /// The database is from a newer version.
    DatabaseOfOtherVersion "database_of_other_version" [],
    /// A stored value cannot be read.
    StoredValueDamaged "stored_value_damaged" [],
    /// The key of the audit log is missing.
    AuditKeyMissing "audit_key_missing" [],
    /// The key of the audit log cannot be moved to the keyring.
    AuditKeyUnmoved "audit_key_unmoved" [],
    /// The head of the log does not have its form.
    AuditHeadMalformed "audit_head_malformed" [],
    /// The search index cannot be read or written.
    SearchIndexUnusable "search_index_unusable" [],
    /// The Korean dictionary is missing or damaged.
    DictionaryMissing "dictionary_missing" [],
    /// The operation stopped unexpectedly.
    ServerStopped "server_stopped" [],
    /// The request did not come from this desk's page.
    ServerTokenMissing "server_token_missing" [],
    /// The server has no such page.
    NoPage "no_page" [],
    // The command line.
    /// The server cannot listen on the address.
    ListenFailed "listen_failed" ["address"],
    /// Some lines of a batch failed.
    LinesFailed "lines_failed" ["failed", "total"],
    /// What was handed in does not have its form.
    InputMalformed "input_malformed" ["place"],
    /// Standard input has no such line, or too much.
    InputMissing "input_missing" [],
    /// An option is missing or has a wrong value.
    OptionsIncomplete "options_incomplete" ["option"],
    /// Some laws could not be fetched.
    LawsNotFetched "laws_not_fetched" ["failed", "total"],
    /// Some services of drug data could not be fetched.
    DrugDataNotFetched "drug_data_not_fetched" ["failed", "total"],
    /// A check found a problem.
    CheckFailed "check_failed" ["finding"],
}
