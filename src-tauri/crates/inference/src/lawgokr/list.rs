use super::element::Element;
use super::target::Target;

/// One version of a document in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its collection.
    pub target: Target,
    /// Number of this version; digits.
    pub serial: String,
    /// Number of the document through all its versions; a decision's 사건번호. May be empty.
    pub id: String,
    /// Its title.
    pub title: String,
    /// In force from, as `YYYYMMDD`; may be empty.
    pub effective: String,
    /// Announced or decided on, as it is written; may be empty.
    pub announced: String,
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Documents on all pages.
    pub total: usize,
    /// Those on this page.
    pub documents: Vec<Listed>,
}

impl Page {
    /// Reads the answer of `lawSearch`.
    pub(super) fn parse(target: Target, body: &[u8]) -> Result<Self, String> {
        let root = Element::parse(body)?;
        let total = root.field("totalCnt");
        if total.is_empty() {
            let told = root.refusal().unwrap_or_else(|| "it has no totalCnt".into());
            return Err(format!(
                "refused: {told}; check the key and the addresses registered with it"
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
        // It becomes part of a file's name.
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
