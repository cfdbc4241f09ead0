//! What is compared: companies, standard coverages, the names companies give them, and pages of their documents.

/// A company.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Insurer {
    /// `N08`, `SAMSUNG`.
    pub code: String,
    /// 삼성화재.
    pub name: String,
    /// Other names people use.
    pub aliases: Vec<String>,
}

/// A standard coverage (신정원 표준담보). Empty fields are filled from the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standard {
    /// `A4200_1`.
    pub code: String,
    /// 암진단비(유사암제외).
    pub name: String,
    /// `CANCER`, …
    pub domain: String,
    /// `MAIN` or `DERIVED`.
    pub role: String,
    /// `cancer_diagnosis`, …
    pub coverage_type: String,
}

/// What a company calls a standard coverage.
#[derive(Debug, Clone, PartialEq)]
pub struct Alias {
    /// The company.
    pub insurer_code: String,
    /// The coverage.
    pub coverage_code: String,
    /// As the company writes it.
    pub raw_name: String,
    /// How sure the mapping is, 0 to 1; the rules' default when absent.
    pub confidence: Option<f64>,
}

/// The imported tables.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tables {
    /// Companies, each code once.
    pub insurers: Vec<Insurer>,
    /// Coverages, each code once.
    pub standards: Vec<Standard>,
    /// Names.
    pub aliases: Vec<Alias>,
}

/// A page of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Whose document.
    pub insurer_code: String,
    /// 가입설계서, 상품요약서, 사업방법서 or 약관.
    pub doc_type: String,
    /// The file's name.
    pub document: String,
    /// From 1.
    pub page: u32,
    /// Its text. Quotes are substrings of it.
    pub text: String,
}
