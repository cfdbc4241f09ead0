//! Builds a dictionary from a compiled MeCab one, finds it, and detects damage.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use simui_search::SearchError;
use simui_search::analysis::{Analyser, Dictionary};
use simui_search::mecab;

/// Writes the four compiled files of a dictionary that knows 가, 가나 (cheaper than 가 and 나 apart), 나, 를 and 價.
fn compiled(dir: &Path) {
    let noun = "NNG,*,F,*,*,*,*,*";
    let system = lexicon(
        0,
        &[
            ("가", 900, noun),
            ("가나", 1000, "NNG,*,F,가나,Compound,*,*,가/NNG/*+나/NNG/*"),
            ("나", 900, noun),
            ("를", 100, "JKO,*,T,를,*,*,*,*"),
            ("價", 900, "NNG,*,F,가,*,*,*,*"),
        ],
    );
    fs::write(dir.join("sys.dic"), system).unwrap();
    let unknown = lexicon(
        2,
        &[
            ("DEFAULT", 5000, "SY,*,*,*,*,*,*,*"),
            ("HANGUL", 5000, "UNKNOWN,*,*,*,*,*,*,*"),
            ("SPACE", 0, "SP,*,*,*,*,*,*,*"),
        ],
    );
    fs::write(dir.join("unk.dic"), unknown).unwrap();
    fs::write(dir.join("matrix.bin"), [2, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0]).unwrap();
    fs::write(dir.join("char.bin"), characters()).unwrap();
}

/// A lexicon in MeCab's form: header, double array, entries, features.
fn lexicon(kind: u32, words: &[(&str, i16, &str)]) -> Vec<u8> {
    // Every node gets room for all 256 bytes, so no two of them can meet.
    let mut units = vec![(1_i32, 0_u32)];
    let mut nodes: Vec<Vec<u8>> = vec![Vec::new()];
    for (word, ..) in words {
        for end in 1..=word.len() {
            let prefix = word.as_bytes()[..end].to_vec();
            if !nodes.contains(&prefix) {
                nodes.push(prefix);
            }
        }
    }
    let base = |node: usize| 1 + node * 257;
    units.resize(base(nodes.len()) + 1, (0, 0));
    for (node, prefix) in nodes.iter().enumerate() {
        if let Some((&byte, parent)) = prefix.split_last() {
            let parent = base(nodes.iter().position(|it| it == parent).unwrap());
            units[parent + usize::from(byte) + 1] = (base(node) as i32, parent as u32);
        }
        if let Some(entry) = words.iter().position(|(word, ..)| word.as_bytes() == prefix) {
            units[base(node)] = (-((entry as i32) << 8 | 1) - 1, base(node) as u32);
        }
    }
    let (mut entries, mut features) = (Vec::new(), Vec::new());
    for (_, cost, feature) in words {
        entries.extend([1, 0, 1, 0, 0, 0]);
        entries.extend(cost.to_le_bytes());
        entries.extend((features.len() as u32).to_le_bytes());
        entries.extend([0; 4]);
        features.extend(feature.bytes().chain([0]));
    }
    let size = 72 + units.len() * 8 + entries.len() + features.len();
    let header = [
        size as u32 ^ 0xEF71_8F77,
        102,
        kind,
        words.len() as u32,
        1,
        1,
        units.len() as u32 * 8,
        entries.len() as u32,
        features.len() as u32,
        0,
    ];
    let mut file: Vec<u8> = header.iter().flat_map(|it| it.to_le_bytes()).collect();
    file.extend(b"UTF-8");
    file.resize(72, 0);
    for (base, check) in units {
        file.extend(base.to_le_bytes());
        file.extend(check.to_le_bytes());
    }
    file.extend(entries);
    file.extend(features);
    file
}

/// Three categories; Hangul syllables may form unknown words of two, everything else is DEFAULT.
fn characters() -> Vec<u8> {
    let mut file = 3_u32.to_le_bytes().to_vec();
    for name in ["DEFAULT", "SPACE", "HANGUL"] {
        let end = file.len() + 32;
        file.extend(name.bytes());
        file.resize(end, 0);
    }
    for code in 0..0xFFFF_u32 {
        let (category, length) = match char::from_u32(code) {
            Some(' ') => (1, 0),
            Some('가'..='힣') => (2, 2),
            _ => (0, 0),
        };
        let character: u32 = 1 << category | category << 18 | length << 26 | 1 << 30;
        file.extend(character.to_le_bytes());
    }
    file
}

struct Made {
    dir: tempfile::TempDir,
}

impl Made {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        compiled(dir.path());
        Self { dir }
    }

    fn build(&self, lexicon: &str) -> Result<mecab::Built, SearchError> {
        let words = self.dir.path().join("user.csv");
        fs::write(&words, lexicon).unwrap();
        mecab::build(self.dir.path(), &words, &self.dir.path().join("out"), "test 1")
    }

    fn analyser(&self) -> Analyser {
        let dictionary = Dictionary::locate(Some(&self.dir.path().join("out"))).unwrap();
        assert_eq!(dictionary.stamp(), "test 1");
        Analyser::open(&dictionary).unwrap()
    }
}

fn surfaces(analyser: &Analyser, text: &str) -> Vec<String> {
    analyser.morphemes(text).into_iter().map(|it| format!("{}/{}", it.surface, it.tag)).collect()
}

#[test]
fn a_compiled_dictionary_is_built_and_read() {
    let made = Made::new();
    let built = made.build("# ours\n\n다나,1,1,500,NNG,*,F,다나,*,*,*,*\n").unwrap();
    assert_eq!((built.entries, built.user_entries), (5, 1));
    let analyser = made.analyser();
    assert_eq!(surfaces(&analyser, "가나를 다나 나"), ["가나/NNG", "를/JKO", "다나/NNG", "나/NNG"]);
    assert_eq!(analyser.morphemes("가나")[0].parts.len(), 2);
    assert_eq!(analyser.morphemes("價")[0].lemma, "가", "Hanja are searched by their reading");
    // Building again replaces it and leaves nothing else.
    made.build("").unwrap();
    let left: Vec<_> = fs::read_dir(made.dir.path()).unwrap().collect();
    assert_eq!(left.len(), 6, "{left:?}");
    assert_eq!(surfaces(&made.analyser(), "다나"), ["다나/UNKNOWN"]);
}

#[test]
fn a_wrong_line_of_our_lexicon_is_named() {
    let made = Made::new();
    for (line, reason) in [
        ("라식", "1 columns"),
        ("라식,0,0,x,NNG,*,T,라식,*,*,*,*", "cost"),
        ("라식,x,0,0,NNG,*,T,라식,*,*,*,*", "left"),
        ("라식,0,0,0,NNG,*,F,라식,*,*,*,*", "column 7"),
        ("라식,0,0,0,NNG,,T,라식,*,*,*,*", "meaning"),
    ] {
        let error = made.build(&format!("# first\n{line}\n")).unwrap_err().to_string();
        assert!(error.contains("line 2") && error.contains(reason), "{line}: {error}");
    }
}

#[test]
fn a_damaged_source_is_an_error_and_leaves_the_old_dictionary() {
    let made = Made::new();
    made.build("").unwrap();
    for file in ["sys.dic", "unk.dic", "matrix.bin", "char.bin"] {
        let path = made.dir.path().join(file);
        let intact = fs::read(&path).unwrap();
        for bytes in [&intact[..intact.len() / 2], &intact[..3], b"".as_slice()] {
            fs::write(&path, bytes).unwrap();
            let error = made.build("").unwrap_err().to_string();
            assert!(error.contains(file), "{file}: {error}");
        }
        // Random bytes may form a valid dictionary, but must not cause a panic.
        for at in (0..intact.len()).step_by(intact.len() / 30 + 1) {
            let mut garbled = intact.clone();
            garbled[at] = garbled[at].wrapping_add(91);
            fs::write(&path, garbled).unwrap();
            let _ = mecab::build(made.dir.path(), Path::new("none"), Path::new("none"), "");
        }
        fs::write(&path, intact).unwrap();
    }
    assert_eq!(surfaces(&made.analyser(), "가나를"), ["가나/NNG", "를/JKO"]);
}

#[test]
fn a_file_cut_short_is_noticed_on_opening() {
    let made = Made::new();
    made.build("").unwrap();
    let out = made.dir.path().join("out");
    for entry in fs::read_dir(&out).unwrap() {
        let file = entry.unwrap().path();
        let name = file.file_name().unwrap().to_str().unwrap();
        if name == "stamp" || name == "inventory" {
            continue;
        }
        let intact = fs::read(&file).unwrap();
        fs::write(&file, &intact[..intact.len() / 2]).unwrap();
        let error = Analyser::open(&Dictionary::locate(Some(&out)).unwrap()).unwrap_err();
        assert!(error.to_string().contains(name), "{error}");
        fs::write(&file, intact).unwrap();
    }
    made.analyser();
}

#[test]
fn a_named_folder_without_a_dictionary_is_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let error = Dictionary::locate(Some(dir.path())).unwrap_err().to_string();
    assert!(error.contains(dir.path().to_str().unwrap()) && error.contains("fetch.sh"), "{error}");
}
