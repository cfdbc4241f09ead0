//! Pharmacists' questions and consultations: passes the desk's documents to `pharmacy` and `consult` and
//! returns views of their results.

mod agreement;
mod answer_view;
mod answers;
mod ask;
mod calculations;
mod cancellation;
mod check_list;
mod consult;
mod consult_ablation;
mod consult_record;
mod consult_view;
mod dur;
mod extraction;
mod history;
mod lexicon;
mod products;
mod recommended;
mod recorded;
mod settings;
mod turn_check;
mod web_links;

pub(crate) use settings::{SUBJECT, WEB_KEY};
