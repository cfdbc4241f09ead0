//! A class asked about as one of its drugs would be: 탈모약 부작용, 지사제 하루 몇 번. Its members' own documents answer, where no
//! guidance speaks of it.

use super::reading::Reading;
use crate::query::subject::Subject;
use crate::retrieval::passage::Passage;

/// What the documents of single drugs are asked for.
const OF_A_DRUG: [&str; 4] = ["side_effect", "maximum", "dose", "interaction"];

/// The same of a class of so few drugs that they are kept alike: 인슐린. How drugs at large are kept, guidance says.
const OF_FEW_DRUGS: &str = "storage";

/// That many.
const FEW: usize = 3;

impl Reading<'_> {
    /// The class whose members' documents answer: the only subject, asked about as a drug would be.
    pub(super) fn class_of(&self) -> Option<&Subject> {
        let [subject] = self.subjects.as_slice() else { return None };
        let first = self.asked.first()?;
        let few = first.id == OF_FEW_DRUGS && subject.members().len() <= FEW;
        let as_a_drug = few || OF_A_DRUG.contains(&first.id.as_str());
        (self.of_classes() && subject.is_class() && as_a_drug).then_some(subject)
    }

    /// How probable it is that a section of guidance answers. Guidance on something else than the class is taken for it by a word.
    pub(super) fn guided_by(&self, title: &str, section: &str) -> f32 {
        let other = self.class.as_ref().is_some_and(|it| !it.heads(title) && !it.heads(section));
        if other { 0.0 } else { self.question.guided(title, section) }
    }

    /// How probable it is that some guidance answers.
    pub(super) fn guided_at_all(&self) -> f32 {
        self.question.guides.iter().map(|it| self.guided_by(&it.title, &it.section)).sum()
    }

    /// Whether a class was asked about and this is the document of a drug that is none of it.
    pub(super) fn is_of_another_class(&self, passage: &Passage) -> bool {
        self.class.as_ref().is_some_and(|it| !it.has_member(&passage.title))
    }

    /// How much of what a drug's own document is worth goes to this one, as a member of the class.
    pub(super) fn membership(&self, passage: &Passage) -> f32 {
        let member = self.class.as_ref().is_some_and(|it| it.has_member(&passage.title));
        if member { 1.0 - self.guided_at_all().min(1.0) } else { 0.0 }
    }
}
