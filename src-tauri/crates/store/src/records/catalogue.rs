//! Catalogue of what is bound: kinds of record, their tables, and every column of each. A new table or
//! column must be entered here, bound or with the reason why it is not; a test compares the catalogue
//! with the schema.

/// A kind of record whose digests are in the record log. One digest covers a *group*: the rows of all its
/// tables that belong to one record, for example a document with its articles, provisions and chunks.
#[derive(Debug)]
pub(crate) struct Kind {
    /// Name in the record log.
    pub name: &'static str,
    /// Name for people, in Korean.
    pub title: &'static str,
    pub tables: &'static [Table],
    /// Whether a group is a single row, named by its own key. An inserted row of such a kind did not
    /// exist before.
    pub of_one_row: bool,
}

/// A table of a kind.
#[derive(Debug)]
pub(crate) struct Table {
    pub name: &'static str,
    /// SQL expression for the group of a row, over columns of the row `{r}`.
    pub group: &'static str,
    /// For a group that depends on another table: the join with the row `t`, and the expression for the
    /// group after the join.
    pub joined: Option<(&'static str, &'static str)>,
    /// Additional condition that limits rows to the groups `?1`, for tables whose group is no indexed
    /// column.
    pub narrowed: Option<&'static str>,
    /// Order of the rows of a group: columns whose values are unique within the group.
    pub order: &'static str,
    /// The bound columns in the order of the digest, separated by spaces.
    columns: &'static str,
    /// The columns that are not bound, each with the reason.
    pub unbound: &'static [(&'static str, &'static str)],
}

/// Tables, and columns of such tables, that are not bound, each with the reason.
pub(crate) const UNBOUND: &[(&str, &str)] = &[
    ("_sqlx_migrations", "compared with the migrations of the program"),
    ("_sqlx_migrations.installed_on", "when a migration ran on this machine"),
    ("_sqlx_migrations.execution_time", "how long a migration ran on this machine"),
    ("audit_log", "a chain of its own, checked entry by entry"),
    ("record_log", "a chain of its own, checked entry by entry"),
    ("record_digests", "derived from record_log and compared with it"),
    ("corpus_generation", "only says when an index must be made again"),
    ("sources", "only says which files an import need not read again"),
    ("links", "derived from the bodies of documents, which are bound"),
    ("link_scans", "only says which documents are in links"),
    ("drug_products", "derived from the bodies of documents, which are bound"),
    ("drug_product_keys", "derived from the names in drug_products"),
    ("drug_products_read", "only says which corpora drug_products was read from"),
    ("dur_documents", "only says which documents are in dur_rows"),
    ("dur_meanings", "derived from the chunks of DUR documents, which are bound"),
    ("dur_products", "derived from the chunks of DUR documents, which are bound"),
    ("dur_rows", "derived from the chunks of DUR documents, which are bound"),
    ("ad_band_scans", "only says which advertisements are in ad_bands"),
    ("ad_bands", "derived from the texts of advertisements, which are bound"),
    ("consult_answer_counts", "statistics"),
    ("chat_usage", "tokens of the day, and no record"),
    ("secret_tries", "counts tries; who can write it can read what they are to protect"),
];

const fn table(
    name: &'static str,
    group: &'static str,
    order: &'static str,
    columns: &'static str,
) -> Table {
    Table { name, group, joined: None, narrowed: None, order, columns, unbound: &[] }
}

impl Table {
    const fn without(self, unbound: &'static [(&'static str, &'static str)]) -> Self {
        Self { unbound, ..self }
    }

    const fn narrowed(self, condition: &'static str) -> Self {
        Self { narrowed: Some(condition), ..self }
    }

    const fn joined(self, join: &'static str, group: &'static str) -> Self {
        Self { joined: Some((join, group)), ..self }
    }
}

const OF_ARTICLE: &str = "(SELECT document_id FROM articles WHERE id = {r}.article_id)";
const OF_PATIENT: &str =
    "t.patient_id IN (SELECT substr(value, 1, instr(value, '/') - 1) FROM json_each(?1))";
const OF_RUN: &str =
    "t.run_id IN (SELECT substr(value, 1, instr(value, '/') - 1) FROM json_each(?1))";
/// Conditions that find rows by run and number with the primary key, because the rows of a run can be large.
const OF_RUN_AND_SEQ: &str = "(t.run_id, t.seq) IN (SELECT substr(value, 1, instr(value, '/') - 1), \
     CAST(substr(value, instr(value, '/') + 1) AS INTEGER) FROM json_each(?1))";
const OF_RUN_AND_NUMBER: &str = "(t.run_id, t.number) IN (SELECT substr(value, 1, instr(value, '/') - 1), \
     CAST(substr(value, instr(value, '/') + 1) AS INTEGER) FROM json_each(?1))";
const OF_DOCUMENT: &str = "t.article_id IN (SELECT id FROM articles WHERE document_id IN \
     (SELECT value FROM json_each(?1)))";
const ARTICLE: &str = "LEFT JOIN articles a ON a.id = t.article_id";

/// All kinds of record that are bound.
pub(crate) const KINDS: &[Kind] = &[
    Kind {
        name: "desk",
        title: "데스크의 이름표",
        of_one_row: true,
        tables: &[table("desk_identity", "'desk'", "only_row", "only_row id")],
    },
    Kind {
        name: "document",
        title: "저장된 문서(법령·기준·판례·의약품)",
        of_one_row: false,
        tables: &[
            table(
                "documents",
                "{r}.id",
                "id",
                "id kind title source_key version promulgated_on effective_from \
                 effective_to digest superseded source_path sha256 reader body imported_at ministry state \
                 ended_on repeals",
            ),
            table(
                "articles",
                "{r}.document_id",
                "id",
                "id document_id seq part key breadcrumb title start_offset end_offset deleted \
                 effective_from effective_to",
            ),
            table(
                "provisions",
                OF_ARTICLE,
                "t.article_id, t.seq",
                "article_id seq path text note start_offset end_offset deleted effective_from",
            )
            .joined(ARTICLE, "a.document_id")
            .narrowed(OF_DOCUMENT),
            table("chunks", OF_ARTICLE, "t.id", "id article_id label text start_offset end_offset")
                .joined(ARTICLE, "a.document_id")
                .narrowed(OF_DOCUMENT),
        ],
    },
    Kind {
        name: "technology",
        title: "신의료기술 목록",
        of_one_row: true,
        tables: &[table(
            "technologies",
            "{r}.name",
            "name",
            "name aliases notice evaluated_on indication standing",
        )],
    },
    Kind {
        name: "quarantine",
        title: "격리와 그 처리",
        of_one_row: false,
        tables: &[
            table("quarantine", "{r}.path", "place, reason", "path place reason sha256 found_at"),
            table(
                "quarantine_resolutions",
                "{r}.path",
                "place, reason, sha256",
                "path place reason sha256 reviewer_id reviewer role note resolved_at",
            ),
        ],
    },
    Kind {
        name: "digest_reading",
        title: "요지 확인",
        of_one_row: true,
        tables: &[table(
            "digest_readings",
            "CAST({r}.id AS TEXT)",
            "id",
            "id source_key sha256 verdict reviewer_id reviewer role note read_at",
        )],
    },
    Kind {
        name: "coverage_rules",
        title: "보장 비교 규칙",
        of_one_row: true,
        tables: &[table(
            "coverage_rules",
            "CAST({r}.id AS TEXT)",
            "id",
            "id name text reviewer_id reviewer replaced_at",
        )],
    },
    Kind {
        name: "account",
        title: "계정",
        of_one_row: false,
        tables: &[
            table("reviewers", "{r}.id", "id", "id name role created_at disabled_at"),
            table(
                "passwords",
                "{r}.reviewer_id",
                "reviewer_id",
                "reviewer_id hash revision set_by set_at",
            )
            .without(&[
                ("failures", "counts tries; who can write it can read the hash"),
                ("blocked_until", "counts tries; who can write it can read the hash"),
            ]),
            table("expertise", "{r}.reviewer_id", "kind", "reviewer_id kind"),
        ],
    },
    Kind {
        name: "setting",
        title: "설정",
        of_one_row: true,
        tables: &[table(
            "settings",
            "{r}.subject",
            "subject",
            "subject value revision changed_by changed_at",
        )],
    },
    Kind {
        name: "rule_pack",
        title: "규칙 묶음",
        of_one_row: false,
        tables: &[
            table(
                "rule_packs",
                "{r}.id || '@' || {r}.version",
                "id",
                "id version title text sha256 effective_from effective_to imported_by \
                 imported_at",
            ),
            table(
                "rule_pack_uses",
                "{r}.pack_id || '@' || {r}.version",
                "seq",
                "seq pack_id version active_from activated_by active_to deactivated_by",
            ),
        ],
    },
    Kind {
        name: "run",
        title: "심의 과정",
        of_one_row: true,
        tables: &[table(
            "runs",
            "{r}.id",
            "id",
            "id graph version subject parent_run parent_seq initial entry status failure \
             created_at",
        )
        .without(&[
            ("owner", "the process that drives it at the moment"),
            ("takeovers", "counts processes that ended with it, until it is given up"),
            ("steps", "the number of the last row of steps, compared with them"),
            ("updated_at", "when it was last driven"),
        ])],
    },
    Kind {
        name: "step",
        title: "심의 과정의 단계",
        of_one_row: true,
        tables: &[table(
            "steps",
            "{r}.run_id || '/' || {r}.seq",
            "seq",
            "run_id seq node visit kind delta next started_at ms",
        )
        .narrowed(OF_RUN_AND_SEQ)],
    },
    Kind {
        name: "event",
        title: "심의 과정의 일지",
        of_one_row: true,
        tables: &[table(
            "events",
            "{r}.run_id || '/' || {r}.number",
            "number",
            "run_id number events",
        )
        .narrowed(OF_RUN_AND_NUMBER)],
    },
    Kind {
        name: "recording",
        title: "모델 호출의 기록",
        of_one_row: true,
        tables: &[table(
            "recordings",
            "{r}.run_id || '/' || {r}.node || '/' || {r}.visit",
            "node, visit",
            "run_id node visit outputs",
        )
        .narrowed(OF_RUN)],
    },
    Kind {
        name: "question",
        title: "사람에게 한 질문과 그 답",
        of_one_row: true,
        tables: &[table(
            "interrupts",
            "{r}.id",
            "id",
            "id run_id seq node question asked_at answered_by answered_at answer",
        )],
    },
    Kind {
        name: "case",
        title: "사건",
        of_one_row: true,
        tables: &[table(
            "cases",
            "{r}.id",
            "id",
            "id external_id status version run_id final_verdict finalized_at human_reviewed \
             created_at updated_at",
        )],
    },
    Kind {
        name: "advertisement",
        title: "광고 문구",
        of_one_row: false,
        tables: &[table(
            "ad_versions",
            "{r}.case_id",
            "version",
            "case_id version run_id text medium advertiser published_on access_restricted \
             evidence approval received_at",
        )],
    },
    Kind {
        name: "result",
        title: "심의 결과(주장·위반·인용)",
        of_one_row: false,
        tables: &[
            table(
                "results",
                "{r}.run_id",
                "run_id",
                "run_id case_id verdict confidence critical high medium low rest at",
            ),
            table("claims", "{r}.run_id", "seq", "run_id seq id text start_offset end_offset"),
            table(
                "violations",
                "{r}.run_id",
                "seq",
                "run_id seq kind level severity claim_id article rationale citations rule",
            ),
            table(
                "citations",
                "{r}.run_id",
                "seq",
                "run_id seq chunk_id kind article quote effective_from status digest \
                 version note",
            ),
        ],
    },
    Kind {
        name: "queue",
        title: "대기열",
        of_one_row: true,
        tables: &[table(
            "queue",
            "{r}.interrupt_id",
            "interrupt_id",
            "interrupt_id case_id run_id state sampled reasons opened_at closed_at \
             assigned_to priority due_at due_by_hand assignment",
        )
        .without(&[
            ("claimed_by", "a claim lapses within minutes and decides nothing"),
            ("claimed_until", "a claim lapses within minutes and decides nothing"),
        ])],
    },
    Kind {
        name: "decision",
        title: "결정과 그 통지",
        of_one_row: false,
        tables: &[
            table(
                "decisions",
                "{r}.id",
                "id",
                "id case_id run_id interrupt_id action reviewer_id reviewer role decided_at \
                 verdict note diff desk_verdict",
            ),
            table("notices", "{r}.decision_id", "id", "id case_id decision_id text created_at"),
        ],
    },
    Kind {
        name: "signature",
        title: "서명",
        of_one_row: true,
        tables: &[table(
            "signatures",
            "{r}.id",
            "id",
            "id case_id interrupt_id number act reviewer_id reviewer role signed_at verdict \
             note payload",
        )],
    },
    Kind {
        name: "quality_check",
        title: "표본 점검",
        of_one_row: true,
        tables: &[table(
            "quality_checks",
            "{r}.run_id",
            "run_id",
            "run_id case_id drawn_at reviewer_id reviewer role checked_at agrees verdict note",
        )],
    },
    Kind {
        name: "reopening",
        title: "재개",
        of_one_row: true,
        tables: &[table(
            "reopenings",
            "{r}.run_id",
            "run_id",
            "run_id case_id previous_run previous_verdict reviewer_id reviewer role note \
             reopened_at",
        )],
    },
    Kind {
        name: "paper",
        title: "발급한 통지서",
        of_one_row: true,
        tables: &[table(
            "papers",
            "{r}.id",
            "id",
            "id kind case_id subject year number number_text content issued_at",
        )],
    },
    Kind {
        name: "intake",
        title: "받은 파일",
        of_one_row: false,
        tables: &[
            table("intake_files", "{r}.sha256", "sha256", "sha256 path cases problem taken_at"),
            table("intake_ads", "{r}.sha256", "number", "sha256 number case_id"),
        ],
    },
    Kind {
        name: "pharmacy_question",
        title: "약사 질의",
        of_one_row: false,
        tables: &[
            table(
                "pharmacy_questions",
                "{r}.id",
                "id",
                "id asked_at asked_by question status response calls",
            ),
            table(
                "pharmacy_feedback",
                "{r}.question_id",
                "question_id",
                "question_id given_at given_by verdict title section note",
            ),
            table(
                "pharmacy_question_patients",
                "{r}.question_id",
                "patient_id",
                "question_id patient_id",
            ),
        ],
    },
    Kind {
        name: "coverage_table",
        title: "보장 비교의 표",
        of_one_row: false,
        tables: &[
            table("coverage_imports", "'all'", "id", "id path imported_at"),
            table("coverage_insurers", "'all'", "code", "code seq name aliases"),
            table("coverage_standard", "'all'", "code", "code seq name domain role coverage_type"),
            table(
                "coverage_alias",
                "'all'",
                "seq",
                "seq insurer_code coverage_code raw_name confidence",
            ),
            table("coverage_facts", "'all'", "id", "id insurer_code coverage_code scheme facts"),
        ],
    },
    Kind {
        name: "coverage_document",
        title: "보장 비교의 문서",
        of_one_row: false,
        tables: &[
            table(
                "coverage_documents",
                "CAST({r}.id AS TEXT)",
                "id",
                "id insurer_code doc_type name sha256",
            ),
            table(
                "coverage_pages",
                "CAST({r}.document_id AS TEXT)",
                "page",
                "document_id page text",
            ),
        ],
    },
    Kind {
        name: "coverage_saved",
        title: "저장한 보장 비교",
        of_one_row: true,
        tables: &[table("coverage_saved", "{r}.name", "name", "name questions import_id saved_at")],
    },
    Kind {
        name: "patient",
        title: "환자",
        of_one_row: false,
        tables: &[
            table("patients", "{r}.id", "id", "id name head revision turns created_at updated_at"),
            table("patient_keys", "{r}.patient_id", "patient_id", "patient_id sealed"),
            table("patient_conversations", "{r}.patient_id", "id", "patient_id id started_at"),
        ],
    },
    Kind {
        name: "patient_item",
        title: "환자의 기억",
        of_one_row: true,
        tables: &[table(
            "patient_items",
            "{r}.patient_id || '/' || {r}.item",
            "item",
            "patient_id item body",
        )
        .narrowed(OF_PATIENT)],
    },
    Kind {
        name: "patient_history",
        title: "환자 기억의 이력",
        of_one_row: true,
        tables: &[table(
            "patient_history",
            "{r}.patient_id || '/' || {r}.seq",
            "seq",
            "patient_id seq body",
        )
        .narrowed(OF_PATIENT)],
    },
    Kind {
        name: "patient_turn",
        title: "환자 상담의 차례",
        of_one_row: true,
        tables: &[table(
            "patient_turns",
            "{r}.patient_id || '/' || {r}.turn",
            "turn",
            "patient_id turn conversation_id at body",
        )
        .narrowed(OF_PATIENT)],
    },
    Kind {
        name: "kept_answer",
        title: "보관한 상담 답변",
        of_one_row: true,
        tables: &[table(
            "consult_answers",
            "CAST({r}.id AS TEXT)",
            "id",
            "id patient_id corpus body",
        )
        .without(&[("used", "the order in which answers make room for others")])],
    },
];

/// The kind with this name.
pub(crate) fn kind(name: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.name == name)
}

impl Kind {
    /// Text that defines what is bound; a different text gives a different digest for every group.
    pub fn definition(&self) -> String {
        let table = |table: &Table| format!("{}[{}]({})", table.name, table.group, table.columns);
        self.tables.iter().map(table).collect::<Vec<_>>().join(";")
    }

    /// Names of its tables, separated by commas.
    pub fn table_names(&self) -> String {
        self.tables.iter().map(|table| table.name).collect::<Vec<_>>().join(", ")
    }
}

impl Table {
    /// The bound columns in the order of the digest.
    pub fn columns(&self) -> impl Iterator<Item = &'static str> {
        self.columns.split_whitespace()
    }
}
