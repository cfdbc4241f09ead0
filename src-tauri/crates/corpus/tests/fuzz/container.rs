//! Takes containers apart and reassembles them with correct checksums, so that damage inside them reaches the
//! readers.

use std::io::{Cursor, Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use super::input::{Input, Packed};

/// The entries of a ZIP container.
pub fn unzip(bytes: &[u8]) -> Input {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let parts = (0..archive.len()).map(|at| {
        let mut file = archive.by_index(at).unwrap();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        (String::from_utf8_lossy(file.name_raw()).into_owned(), bytes)
    });
    Input::of(parts.collect::<Vec<_>>())
}

fn zip(path: &str, input: &Input) -> Packed {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for part in &input.0 {
        // Two entries with the same name cannot be written, so the second is left out.
        if zip.start_file(part.name.as_str(), SimpleFileOptions::default()).is_ok() {
            zip.write_all(&part.bytes).unwrap();
        }
    }
    Packed::file(path, zip.finish().unwrap().into_inner())
}

pub fn docx(input: &Input) -> Packed {
    zip("a.docx", input)
}

pub fn hwpx(input: &Input) -> Packed {
    zip("a.hwpx", input)
}

pub fn xlsx(input: &Input) -> Packed {
    zip("a.xlsx", input)
}

pub fn archive(input: &Input) -> Packed {
    zip("a.zip", input)
}

/// The library used to write the test containers panics on names with these characters.
const HOSTILE: [char; 3] = ['\\', ':', '!'];
const HEADER: &str = "FileHeader";

/// The streams of a 한글 5 document, unpacked.
pub fn open_hwp(bytes: &[u8]) -> Input {
    let mut file = cfb::CompoundFile::open(Cursor::new(bytes)).unwrap();
    let names: Vec<String> = file
        .walk()
        .filter(cfb::Entry::is_stream)
        .map(|it| it.path().display().to_string())
        .collect();
    let mut raw = |name: &str| {
        let mut bytes = Vec::new();
        file.open_stream(name).unwrap().read_to_end(&mut bytes).unwrap();
        bytes
    };
    let packed = is_packed(&raw("/FileHeader"));
    let parts = names.iter().map(|name| {
        let bytes = raw(name);
        let name = name.trim_start_matches('/');
        let bytes = if packed && may_be_packed(name) {
            let mut unpacked = Vec::new();
            DeflateDecoder::new(bytes.as_slice()).read_to_end(&mut unpacked).unwrap();
            unpacked
        } else {
            bytes
        };
        (name.to_owned(), bytes)
    });
    Input::of(parts.collect::<Vec<_>>())
}

pub fn hwp(input: &Input) -> Packed {
    let packed = input.0.iter().any(|part| part.name == HEADER && is_packed(&part.bytes));
    let mut file = cfb::CompoundFile::create(Cursor::new(Vec::new())).unwrap();
    for part in input.0.iter().filter(|part| !part.name.contains(HOSTILE)) {
        if let Some((folder, _)) = part.name.rsplit_once('/') {
            // Entries whose name cannot be written are left out.
            let _ = file.create_storage_all(folder);
        }
        let bytes = if packed && may_be_packed(&part.name) {
            let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
            encoder.write_all(&part.bytes).unwrap();
            encoder.finish().unwrap()
        } else {
            part.bytes.clone()
        };
        if let Ok(mut stream) = file.create_stream(&part.name) {
            stream.write_all(&bytes).unwrap();
        }
    }
    file.flush().unwrap();
    Packed::file("a.hwp", file.into_inner().into_inner())
}

fn is_packed(header: &[u8]) -> bool {
    header.get(36).is_some_and(|flags| flags & 1 != 0)
}

fn may_be_packed(name: &str) -> bool {
    name == "DocInfo" || name.starts_with("BodyText/")
}

/// The pages of our own PDF with these contents, or a PDF as it is.
pub fn pdf(input: &Input) -> Packed {
    let own_file = input.0.iter().find(|part| part.name.ends_with(".pdf"));
    let bytes = match own_file {
        Some(part) => part.bytes.clone(),
        None => {
            let pages: Vec<_> =
                input.0.iter().map(|part| String::from_utf8_lossy(&part.bytes)).collect();
            super::pdf::with(&pages.iter().map(AsRef::as_ref).collect::<Vec<_>>())
        }
    };
    Packed::file("a.pdf", bytes)
}
