use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::names::{ModelId, ModelPath};
use super::settings::{Encoding, Entry, ModelFile, Pooling, Role, Scale, Score};
use crate::InferenceError;

/// The models of a manifest file, in its order.
#[derive(Debug, Clone, PartialEq)]
pub struct Manifest {
    /// The models, with distinct names.
    pub models: Vec<Entry>,
}

impl Manifest {
    /// Returns the built-in manifest, `models/manifest.toml`.
    ///
    /// # Errors
    /// [`InferenceError::Manifest`] for a malformed file, which a test excludes.
    pub fn built_in() -> Result<Self, InferenceError> {
        Self::parse(include_str!("../../../../../models/manifest.toml"), "models/manifest.toml")
    }

    /// Reads a manifest from a file.
    ///
    /// # Errors
    /// [`InferenceError::File`] when it cannot be read; [`InferenceError::Manifest`] when it is malformed.
    pub fn read(path: &Path) -> Result<Self, InferenceError> {
        let text = fs::read_to_string(path).map_err(InferenceError::file(path))?;
        Self::parse(&text, &path.display().to_string())
    }

    /// Parses a manifest; `path` appears in messages.
    ///
    /// # Errors
    /// [`InferenceError::Manifest`] with the line of the mistake.
    pub fn parse(text: &str, path: &str) -> Result<Self, InferenceError> {
        let wrong = |at: usize, problem: String| {
            let line = 1 + text.bytes().take(at).filter(|&byte| byte == b'\n').count();
            InferenceError::Manifest { path: path.to_owned(), line, problem }
        };
        let written: Written = toml::from_str(text).map_err(|error| {
            wrong(error.span().map_or(0, |span| span.start), error.message().trim().to_owned())
        })?;
        if written.version != VERSION {
            return Err(wrong(
                0,
                format!("version {} is not {VERSION}, which this program reads", written.version),
            ));
        }
        let mut names = BTreeSet::new();
        let mut models = Vec::new();
        for model in written.model {
            let at = model.id.span().start;
            if !names.insert(model.id.get_ref().clone()) {
                return Err(wrong(at, format!("{} is described twice", model.id.get_ref())));
            }
            models.push(model.entry().map_err(|problem| wrong(at, problem))?);
        }
        Ok(Self { models })
    }

    /// Returns the model of this name.
    ///
    /// # Errors
    /// [`InferenceError::UnknownModel`] when the manifest lacks it.
    pub fn find(&self, id: &str) -> Result<&Entry, InferenceError> {
        let unknown =
            || InferenceError::UnknownModel { id: id.to_owned(), place: "in the manifest" };
        self.models.iter().find(|entry| entry.id.as_str() == id).ok_or_else(unknown)
    }
}

const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    version: u32,
    #[serde(default)]
    model: Vec<Model>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Model {
    id: Spanned<ModelId>,
    name: String,
    role: RoleName,
    licence: String,
    source: String,
    #[serde(default)]
    note: String,
    max_length: usize,
    graph: ModelPath,
    /// `None` for a chat model, whose tokenizer is inside its graph.
    tokenizer: Option<ModelPath>,
    dims: Option<usize>,
    pooling: Option<Pooling>,
    normalise: Option<bool>,
    query_prefix: Option<String>,
    passage_prefix: Option<String>,
    score: Option<Score>,
    files: Vec<ModelFile>,
}

#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum RoleName {
    Encoder,
    Reranker,
    Chat,
}

impl Model {
    /// Checks conditions across fields; the error describes the first violation.
    fn entry(self) -> Result<Entry, String> {
        let id = self.id.into_inner();
        let mut paths = BTreeSet::new();
        if let Some(twice) = self.files.iter().find(|file| !paths.insert(file.path.clone())) {
            return Err(format!("{id}: file {} is listed twice", twice.path));
        }
        let tokenizer = match (self.role, self.tokenizer) {
            (RoleName::Chat, None) => self.graph.clone(),
            (RoleName::Chat, Some(_)) => {
                return Err(format!("{id}: a chat model's tokenizer is inside its GGUF file"));
            }
            (_, Some(tokenizer)) => tokenizer,
            (_, None) => return Err(format!("{id}: tokenizer is missing")),
        };
        for (field, path) in [("graph", &self.graph), ("tokenizer", &tokenizer)] {
            if !paths.contains(path) {
                return Err(format!("{id}: {field} {path} is not among its files"));
            }
        }
        let needed = |file: &&ModelFile| file.path == self.graph || file.path == tokenizer;
        if self.files.iter().filter(needed).any(|file| file.optional) {
            return Err(format!("{id}: graph and tokenizer cannot be optional"));
        }
        if self.max_length < 4 || self.max_length > 65_536 {
            return Err(format!("{id}: max_length must be 4 to 65536 tokens"));
        }
        let encoding = self.dims.is_some()
            || self.pooling.is_some()
            || self.normalise.is_some()
            || self.query_prefix.is_some()
            || self.passage_prefix.is_some();
        let role = match self.role {
            RoleName::Reranker | RoleName::Chat if encoding => {
                return Err(format!(
                    "{id}: dims, pooling, normalise and prefixes are for encoders"
                ));
            }
            RoleName::Reranker => Role::Reranker,
            RoleName::Chat => Role::Chat,
            RoleName::Encoder => Role::Encoder(Encoding {
                dims: self
                    .dims
                    .filter(|dims| (1..=16_384).contains(dims))
                    .ok_or_else(|| format!("{id}: an encoder needs dims, 1 to 16384"))?,
                pooling: self
                    .pooling
                    .ok_or_else(|| format!("{id}: an encoder needs pooling, mean or cls"))?,
                normalise: self.normalise.unwrap_or(true),
                query_prefix: self.query_prefix.unwrap_or_default(),
                passage_prefix: self.passage_prefix.unwrap_or_default(),
            }),
        };
        let scale = self.score.as_ref().map(|score| score.scale);
        match (self.role, scale) {
            (RoleName::Encoder, None | Some(Scale::Cosine)) | (RoleName::Chat, None) => {}
            (RoleName::Reranker, Some(Scale::Logit | Scale::Sigmoid)) => {}
            (RoleName::Encoder, _) => {
                return Err(format!("{id}: an encoder's score.scale is cosine"));
            }
            (RoleName::Chat, _) => return Err(format!("{id}: a chat model has no score")),
            (RoleName::Reranker, _) => {
                return Err(format!("{id}: a reranker needs score.scale, logit or sigmoid"));
            }
        }
        if self.score.iter().flat_map(|score| score.thresholds.values()).any(|it| !it.is_finite()) {
            return Err(format!("{id}: a threshold is not a finite number"));
        }
        Ok(Entry {
            id,
            name: self.name,
            role,
            licence: self.licence,
            source: self.source,
            note: self.note,
            max_length: self.max_length,
            graph: self.graph,
            tokenizer,
            files: self.files,
            score: self.score,
        })
    }
}

/// Formats a manifest with this model only.
pub(super) fn describe(entry: &Entry) -> Result<String, InferenceError> {
    let (role, encoding) = match &entry.role {
        Role::Encoder(encoding) => (RoleName::Encoder, Some(encoding)),
        Role::Reranker => (RoleName::Reranker, None),
        Role::Chat => (RoleName::Chat, None),
    };
    let model = Model {
        id: Spanned::new(0..0, entry.id.clone()),
        name: entry.name.clone(),
        role,
        licence: entry.licence.clone(),
        source: entry.source.clone(),
        note: entry.note.clone(),
        max_length: entry.max_length,
        graph: entry.graph.clone(),
        tokenizer: (role != RoleName::Chat).then(|| entry.tokenizer.clone()),
        dims: encoding.map(|it| it.dims),
        pooling: encoding.map(|it| it.pooling),
        normalise: encoding.map(|it| it.normalise),
        query_prefix: encoding.map(|it| it.query_prefix.clone()),
        passage_prefix: encoding.map(|it| it.passage_prefix.clone()),
        score: entry.score.clone(),
        files: entry.files.clone(),
    };
    toml::to_string(&Written { version: VERSION, model: vec![model] }).map_err(|error| {
        InferenceError::model(
            entry.id.as_str(),
            format!("cannot be described: {error}; report this"),
        )
    })
}
