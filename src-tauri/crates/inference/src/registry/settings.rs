use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::names::{ModelId, ModelPath};
use crate::digest::Digest;

/// A model of a manifest: its role, settings and files.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Name of the model.
    pub id: ModelId,
    /// Name shown to users.
    pub name: String,
    /// Role, with the settings of that role.
    pub role: Role,
    /// Licence, as an SPDX expression where there is one.
    pub licence: String,
    /// Origin of the model.
    pub source: String,
    /// Remarks for users; may be empty.
    pub note: String,
    /// Longest input in tokens, special tokens included. Encoders and rerankers truncate a longer one; a chat
    /// model refuses it.
    pub max_length: usize,
    /// The ONNX file, or the GGUF file; one of `files`.
    pub graph: ModelPath,
    /// `tokenizer.json` of the library `tokenizers`; one of `files`. Equal to the graph for a chat model,
    /// which contains its tokenizer.
    pub tokenizer: ModelPath,
    /// Files of the model, including external data of the graph.
    pub files: Vec<ModelFile>,
    /// Interpretation of the scores; always present for a reranker.
    pub score: Option<Score>,
}

impl Entry {
    /// Identifies the vectors of passages. Differs if files, pooling, passage prefix or length differ;
    /// independent of the model's name and query prefix.
    pub fn fingerprint(&self) -> String {
        let mut text = format!("{}\n{}\n{}\n", self.graph, self.tokenizer, self.max_length);
        if let Role::Encoder(Encoding { dims, pooling, normalise, passage_prefix, .. }) = &self.role
        {
            text += &format!("{dims} {pooling:?} {normalise} {passage_prefix:?}\n");
        }
        for file in &self.files {
            let digest = file.sha256.map(|it| it.to_string()).unwrap_or_default();
            text += &format!("{} {digest}\n", file.path);
        }
        Digest::of(text.as_bytes()).to_string()
    }
}

/// Role of a model.
#[derive(Debug, Clone, PartialEq)]
pub enum Role {
    /// Converts texts to vectors.
    Encoder(Encoding),
    /// Scores pairs of query and passage (cross-encoder).
    Reranker,
    /// Answers in text, in this process ([`crate::gguf`]).
    Chat,
}

impl Role {
    /// Returns `encoder`, `reranker` or `chat`, as in the manifest.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Encoder(_) => "encoder",
            Self::Reranker => "reranker",
            Self::Chat => "chat",
        }
    }
}

/// Settings of an encoder.
#[derive(Debug, Clone, PartialEq)]
pub struct Encoding {
    /// Length of the vectors.
    pub dims: usize,
    /// Method of combining the vectors of the tokens.
    pub pooling: Pooling,
    /// Whether vectors are scaled to length one.
    pub normalise: bool,
    /// Prefix of every query.
    pub query_prefix: String,
    /// Prefix of every passage.
    pub passage_prefix: String,
}

/// Method of combining the vectors of the tokens into one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pooling {
    /// The mean of all tokens except padding.
    Mean,
    /// The vector of the first token.
    Cls,
}

/// Scale and thresholds of a model's scores.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// Scale of the scores.
    pub scale: Scale,
    /// Thresholds by name, for example `minimum` (lower is not relevant) and `out_of_scope`. Valid for this
    /// model only.
    #[serde(default)]
    pub thresholds: BTreeMap<String, f32>,
}

/// Range of a model's scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// Cosine of two vectors, -1 to 1, of an encoder.
    Cosine,
    /// Unbounded output of a cross-encoder.
    Logit,
    /// Logit transformed by 1/(1+e^-x), 0 to 1.
    Sigmoid,
}

/// A file of a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelFile {
    /// Path in the model's folder.
    pub path: ModelPath,
    /// SHA-256; an empty text in the manifest if it is unknown.
    #[serde(default, with = "maybe_digest")]
    pub sha256: Option<Digest>,
    /// Size in bytes; omitted if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// Download address; omitted if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Whether the model works without the file, such as external data that only some exports of a graph
    /// have.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
}

mod maybe_digest {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use super::Digest;

    pub(super) fn serialize<S: Serializer>(
        digest: &Option<Digest>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.serialize_str(&digest.map(|it| it.to_string()).unwrap_or_default())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Digest>, D::Error> {
        let text = String::deserialize(from)?;
        if text.is_empty() {
            Ok(None)
        } else {
            Digest::try_from(text).map(Some).map_err(D::Error::custom)
        }
    }
}
