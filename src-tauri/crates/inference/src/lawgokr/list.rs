use super::target::Target;
use crate::element::Element;

/// A version of a document in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Collection of the document.
    pub target: Target,
    /// Number of this version, in digits.
    pub serial: String,
    /// Number shared by all versions of the document; 사건번호 of a decision. May be empty.
    pub id: String,
    /// Title of the document.
    pub title: String,
    /// First day in force as `YYYYMMDD`; may be empty.
    pub effective: String,
    /// Day of promulgation or decision as the service writes it; may be empty.
    pub announced: String,
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Number of documents of all pages.
    pub total: usize,
    /// Documents of this page.
    pub documents: Vec<Listed>,
}

impl Page {
    /// Parses an answer of `lawSearch`.
    pub(super) fn parse(target: Target, body: &[u8]) -> Result<Self, String> {
        let root = Element::parse(body)?;
        let total = root.field("totalCnt");
        if total.is_empty() {
            let message = root.refusal().unwrap_or_else(|| "it has no totalCnt".into());
            return Err(format!(
                "refused: {message}; check the key and the addresses registered with it"
            ));
        }
        let total =
            total.parse().map_err(|_| format!("totalCnt is {total:?} instead of a number"))?;
        let item = target.names().item;
        let items = root.children.iter().filter(|child| child.name == item);
        let documents = items.map(|it| Listed::read(target, it)).collect::<Result<_, _>>()?;
        Ok(Self { total, documents })
    }
}

impl Listed {
    fn read(target: Target, element: &Element) -> Result<Self, String> {
        let names = target.names();
        // Only digits, because they become part of a file name.
        let digits = |name: &str, text: &str| {
            if text.chars().all(|c| c.is_ascii_digit()) && text.len() <= 20 {
                Ok(text.to_owned())
            } else {
                Err(format!("{name} is {text:?} instead of digits"))
            }
        };
        let serial = digits(names.serial, element.field(names.serial))?;
        if serial.is_empty() {
            return Err(format!("a document without {}", names.serial));
        }
        Ok(Self {
            target,
            serial,
            id: element.field(names.id).to_owned(),
            title: element.field(names.title).split_whitespace().collect::<Vec<_>>().join(" "),
            effective: digits(names.effective, element.field(names.effective))?,
            announced: element.field(names.announced).to_owned(),
        })
    }
}
