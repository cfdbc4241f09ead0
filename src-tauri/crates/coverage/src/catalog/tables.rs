//! The imported tables: companies, standard coverages, the names companies give them, and the pages
//! of their documents.

/// An insurance company.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Insurer {
    /// Code in the imported tables, such as `N08` or `SAMSUNG`.
    pub code: String,
    /// Name, such as 삼성화재.
    pub name: String,
    /// Other names that people use for the company.
    pub aliases: Vec<String>,
}

/// A standard coverage (신정원 표준담보). Empty fields are filled from the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standard {
    /// Code of the coverage, such as `A4200_1`.
    pub code: String,
    /// Name, such as 암진단비(유사암제외).
    pub name: String,
    /// Domain, such as `CANCER`.
    pub domain: String,
    /// `MAIN` or `DERIVED`.
    pub role: String,
    /// Coverage type, a key of `coverages.toml` such as `cancer_diagnosis`.
    pub coverage_type: String,
}

/// The name that a company gives a standard coverage.
#[derive(Debug, Clone, PartialEq)]
pub struct Alias {
    /// Code of the company.
    pub insurer_code: String,
    /// Code of the standard coverage.
    pub coverage_code: String,
    /// The name as the company writes it.
    pub raw_name: String,
    /// Confidence of the mapping, 0 to 1. The rules give the default.
    pub confidence: Option<f64>,
}

/// The imported tables of one folder.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tables {
    /// The companies; each code occurs once.
    pub insurers: Vec<Insurer>,
    /// The standard coverages; each code occurs once.
    pub standards: Vec<Standard>,
    /// The names that companies give the coverages.
    pub aliases: Vec<Alias>,
}

/// A page of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Code of the company that the document belongs to.
    pub insurer_code: String,
    /// Document type: 가입설계서, 상품요약서, 사업방법서 or 약관.
    pub doc_type: String,
    /// Name of the file.
    pub document: String,
    /// Number of the page, from 1.
    pub page: u32,
    /// Text of the page. Every quote is a substring of it.
    pub text: String,
}
