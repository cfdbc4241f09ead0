//! Answers to what a question asks beside the drug: a food, an age, several parts, the time since the last
//! dose.

use super::answers::{case, check};

#[test]
fn food_is_answered_from_the_drug_and_from_guidance_on_its_class() {
    check(&[
        case(
            "독시사이클린 우유랑 먹어도 되나요",
            "독시사이클린",
            &["칼슘", "우유와 칼슘은 테트라사이클린계"],
            &["이소트레티노인"],
        ),
        case(
            "메트로니다졸 먹는데 막걸리 마셔도 되나요",
            "메트로니다졸",
            &["술과 메트로니다졸"],
            &[],
        ),
        case("와파린 먹는데 낫토 먹어도 돼요?", "와파린", &["비타민 K"], &["‘낫토’에 관한"]),
        case(
            "세파클러 먹는데 우유 마셔도 되나요",
            "세파클러",
            &["‘우유’에 관한"],
            &["테트라사이클린"],
        ),
    ]);
}
