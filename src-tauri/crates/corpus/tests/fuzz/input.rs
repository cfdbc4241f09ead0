//! The input of a reader, kept as separate parts.

use simui_corpus::SourceFile;

/// A part of a file: an entry of a container, a page, or the file itself.
#[derive(Debug, Clone)]
pub struct Part {
    /// The path in the container, or the name of a file that is not in a container.
    pub name: String,
    pub bytes: Vec<u8>,
}

/// The parts of one file.
#[derive(Debug, Clone)]
pub struct Input(pub Vec<Part>);

impl Input {
    pub fn one(name: &str, bytes: impl Into<Vec<u8>>) -> Self {
        Self::of([(name, bytes)])
    }

    pub fn of<B: Into<Vec<u8>>>(parts: impl IntoIterator<Item = (impl Into<String>, B)>) -> Self {
        let part = |(name, bytes): (_, B)| Part { name: Into::into(name), bytes: bytes.into() };
        Self(parts.into_iter().map(part).collect())
    }

    /// The number of bytes of all parts, which a reader may have to hold in memory.
    pub fn size(&self) -> usize {
        self.0.iter().map(|part| part.bytes.len()).sum()
    }
}

/// The assembled file, and the mapping file next to it.
pub struct Packed {
    pub file: SourceFile,
    pub mapping: Option<SourceFile>,
}

impl Packed {
    pub fn file(path: &str, bytes: Vec<u8>) -> Self {
        Self { file: SourceFile { path: path.to_owned(), bytes }, mapping: None }
    }
}

/// The first part is the file.
pub fn alone(input: &Input) -> Packed {
    match input.0.first() {
        Some(part) => Packed::file(&part.name, part.bytes.clone()),
        None => Packed::file("a.txt", Vec::new()),
    }
}

/// A table with its mapping in the second part.
pub fn with_mapping(input: &Input) -> Packed {
    let mut packed = alone(input);
    packed.mapping =
        input.0.get(1).map(|part| SourceFile {
            path: "자료.mapping.toml".to_owned(),
            bytes: part.bytes.clone(),
        });
    packed
}
