use std::fmt;

/// Declares the tags, each written as its name.
macro_rules! tags {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// A part of speech: the Sejong tag set as mecab-ko-dic uses it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Tag {
            $($(#[$doc])* $name,)*
            /// Any other tag of the dictionary.
            Unknown,
        }

        impl Tag {
            /// Every tag, for tables and tests.
            pub const ALL: &[Tag] = &[$(Tag::$name,)* Tag::Unknown];

            /// Returns the tag as the dictionary writes it (`NNG`); `UNKNOWN` for [`Tag::Unknown`].
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Tag::$name => stringify!($name),)*
                    Tag::Unknown => "UNKNOWN",
                }
            }

            /// Parses one tag of the dictionary, without `+`.
            pub fn of(text: &str) -> Self {
                match text {
                    $(stringify!($name) => Tag::$name,)*
                    _ => Tag::Unknown,
                }
            }
        }
    };
}

tags! {
    /// 일반 명사.
    NNG,
    /// 고유 명사.
    NNP,
    /// 의존 명사.
    NNB,
    /// 단위를 나타내는 명사.
    NNBC,
    /// 대명사.
    NP,
    /// 수사.
    NR,
    /// 동사.
    VV,
    /// 형용사.
    VA,
    /// 보조 용언.
    VX,
    /// 긍정 지정사 (이다).
    VCP,
    /// 부정 지정사 (아니다).
    VCN,
    /// 관형사.
    MM,
    /// 일반 부사.
    MAG,
    /// 접속 부사.
    MAJ,
    /// 감탄사.
    IC,
    /// 주격 조사.
    JKS,
    /// 보격 조사.
    JKC,
    /// 관형격 조사.
    JKG,
    /// 목적격 조사.
    JKO,
    /// 부사격 조사.
    JKB,
    /// 호격 조사.
    JKV,
    /// 인용격 조사.
    JKQ,
    /// 보조사.
    JX,
    /// 접속 조사.
    JC,
    /// 선어말 어미.
    EP,
    /// 종결 어미.
    EF,
    /// 연결 어미.
    EC,
    /// 명사형 전성 어미.
    ETN,
    /// 관형형 전성 어미.
    ETM,
    /// 체언 접두사.
    XPN,
    /// 명사 파생 접미사.
    XSN,
    /// 동사 파생 접미사.
    XSV,
    /// 형용사 파생 접미사.
    XSA,
    /// 어근.
    XR,
    /// 마침표, 물음표, 느낌표.
    SF,
    /// 줄임표.
    SE,
    /// 여는 괄호.
    SSO,
    /// 닫는 괄호.
    SSC,
    /// 구분자 (쉼표, 가운뎃점, 빗금).
    SC,
    /// 기타 기호.
    SY,
    /// 외국어.
    SL,
    /// 한자.
    SH,
    /// 숫자.
    SN,
}

impl Tag {
    /// Returns whether the tag is a noun: NNG, NNP, NNB, NNBC, NP or NR.
    pub fn is_noun(self) -> bool {
        matches!(self, Tag::NNG | Tag::NNP | Tag::NNB | Tag::NNBC | Tag::NP | Tag::NR)
    }

    /// Returns whether endings attach to the tag: VV, VA, VX, VCP, VCN, XSV or XSA.
    pub fn is_predicate(self) -> bool {
        matches!(self, Tag::VV | Tag::VA | Tag::VX | Tag::VCP | Tag::VCN | Tag::XSV | Tag::XSA)
    }

    /// Returns whether the tag is a particle (조사), J*.
    pub fn is_particle(self) -> bool {
        matches!(
            self,
            Tag::JKS
                | Tag::JKC
                | Tag::JKG
                | Tag::JKO
                | Tag::JKB
                | Tag::JKV
                | Tag::JKQ
                | Tag::JX
                | Tag::JC
        )
    }

    /// Returns whether the tag is an ending (어미), E*.
    pub fn is_ending(self) -> bool {
        matches!(self, Tag::EP | Tag::EF | Tag::EC | Tag::ETN | Tag::ETM)
    }

    /// Returns whether the tag is punctuation or a symbol: SF, SE, SSO, SSC, SC or SY.
    pub fn is_symbol(self) -> bool {
        matches!(self, Tag::SF | Tag::SE | Tag::SSO | Tag::SSC | Tag::SC | Tag::SY)
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
