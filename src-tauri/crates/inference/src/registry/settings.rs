use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::names::{Digest, ModelId, ModelPath};

/// A model of a manifest: what it does and which files it consists of.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Its name.
    pub id: ModelId,
    /// Its name for people.
    pub name: String,
    /// What it does, with what only that role needs.
    pub role: Role,
    /// Licence, as an SPDX expression where there is one.
    pub licence: String,
    /// Where it comes from.
    pub source: String,
    /// What else a person should know; may be empty.
    pub note: String,
    /// Longest input in tokens, special tokens included; what is longer is cut, and a chat model refuses it.
    pub max_length: usize,
    /// The ONNX file, or the GGUF file; one of `files`.
    pub graph: ModelPath,
    /// `tokenizer.json` in the form of the library `tokenizers`; one of `files`. A chat model's graph has it inside.
    pub tokenizer: ModelPath,
    /// Its files, the graph's external data included.
    pub files: Vec<ModelFile>,
    /// How its scores are to be read; always there for a reranker.
    pub score: Option<Score>,
}

impl Entry {
    /// Differs between encoders that may give a passage different vectors: other files, other pooling, another prefix, another
    /// length. What the model is called, or puts before queries, makes no difference.
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

/// What a model does.
#[derive(Debug, Clone, PartialEq)]
pub enum Role {
    /// Text to vector.
    Encoder(Encoding),
    /// Query and passage to score (a cross-encoder).
    Reranker,
    /// Words to words, in this process ([`crate::gguf`]).
    Chat,
}

impl Role {
    /// `encoder`, `reranker` or `chat`, as the manifest writes it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Encoder(_) => "encoder",
            Self::Reranker => "reranker",
            Self::Chat => "chat",
        }
    }
}

/// How an encoder makes one vector of a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Encoding {
    /// Length of the vectors.
    pub dims: usize,
    /// From the vectors of the tokens to that of the text.
    pub pooling: Pooling,
    /// Whether vectors are scaled to length one.
    pub normalise: bool,
    /// Put before every query.
    pub query_prefix: String,
    /// Put before every passage.
    pub passage_prefix: String,
}

/// From the vectors of the tokens to that of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pooling {
    /// Their mean, padding left out.
    Mean,
    /// The first token's.
    Cls,
}

/// The scale of a model's scores and the places on it that mean something.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// The scale.
    pub scale: Scale,
    /// By name, for example `minimum` (lower is not relevant) and `out_of_scope`. They belong to this model alone.
    #[serde(default)]
    pub thresholds: BTreeMap<String, f32>,
}

/// What a model's scores range over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// Cosine of two vectors, -1 to 1; an encoder's.
    Cosine,
    /// As a cross-encoder gives it, without bounds.
    Logit,
    /// The logit through 1/(1+e^-x), 0 to 1.
    Sigmoid,
}

/// One file of a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelFile {
    /// Where in the model's folder.
    pub path: ModelPath,
    /// Its SHA-256; an empty text in the manifest where the maker of the manifest could not know it.
    #[serde(default, with = "maybe_digest")]
    pub sha256: Option<Digest>,
    /// Bytes; left out where it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// Where it can be downloaded; left out where it cannot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Whether the model works without it: external data, which not every export of a graph has.
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
