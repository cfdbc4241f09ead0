use jiff::civil::Date;

use super::answer::{NoPage, Page};
use super::service::Service;
use crate::outbound::{Outbound, Request, Secret};
use crate::{DataFault, InferenceError};

/// Client of the drug data services of data.go.kr.
#[derive(Clone)]
pub struct DataGoKr {
    outbound: Outbound,
    key: Secret,
    base: String,
}

/// Most calls for one page, when its answers cannot be read or the service has a passing fault.
const TRIES: u32 = 3;

impl DataGoKr {
    /// Part of the URL before the path of a service.
    pub const BASE: &'static str = "https://apis.data.go.kr";

    /// Makes a client with the administrator's key (`serviceKey`) in either form that the portal shows.
    pub fn new(outbound: Outbound, key: &Secret) -> Self {
        Self::at(outbound, key, Self::BASE)
    }

    /// Makes a client of a mirror or a test server; `base` is the part of the URL before the path.
    pub fn at(outbound: Outbound, key: &Secret, base: &str) -> Self {
        let key = key.percent_decoded();
        Self { outbound, key, base: base.trim_end_matches('/').to_owned() }
    }

    /// Fetches a page of at most `rows` rows, from 1, of the rows that changed since a day, or of all.
    ///
    /// # Errors
    /// The errors of [`Outbound::fetch`]; [`InferenceError::DataGoKr`] for a refusal or an unreadable answer.
    pub(super) async fn page(
        &self,
        service: &Service,
        number: u64,
        rows: u32,
        since: Option<Date>,
        check_page: impl Fn(&Page) -> Result<(), String>,
    ) -> Result<Page, InferenceError> {
        let mut request = Request::get(&format!("{}{}", self.base, service.path))?
            .secret_query("serviceKey", &self.key)
            .query("pageNo", &number.to_string())
            .query("numOfRows", &rows.to_string())
            .query("type", "json");
        if let (Some(parameter), Some(day)) = (&service.since, since) {
            request = request.query(parameter, &day.strftime("%Y%m%d").to_string());
        }
        let mut tries = 0;
        loop {
            tries += 1;
            let answer = self.outbound.fetch(&request).await;
            let body = answer.map_err(|error| self.status(service, number, error))?.body;
            let page = Page::parse(service, &body).and_then(|page| match check_page(&page) {
                Ok(()) => Ok(page),
                Err(problem) => Err(NoPage { fault: DataFault::Answer, problem, temporary: true }),
            });
            match page {
                Ok(page) => return Ok(page),
                Err(NoPage { temporary: true, problem, .. }) if tries < TRIES => {
                    tracing::info!(
                        service = service.key,
                        page = number,
                        problem = self.key.mask(&problem),
                        "asking again"
                    );
                }
                Err(no_page) => {
                    return Err(self.refused(service, number, no_page.fault, &no_page.problem));
                }
            }
        }
    }

    /// Gives a status with which the gateway refuses a key, or too many calls, the same case as its
    /// answers in XML.
    fn status(&self, service: &Service, number: u64, error: InferenceError) -> InferenceError {
        let (fault, advice) = match &error {
            InferenceError::Status { status: 401 | 403, .. } => (
                DataFault::Key,
                "check the key, and that this service was applied for (활용신청) with it",
            ),
            InferenceError::Status { status: 429, .. } => {
                (DataFault::Calls, "wait, or update again tomorrow, and it goes on from here")
            }
            _ => return error,
        };
        self.refused(service, number, fault, &format!("{error}; {advice}"))
    }

    /// Makes an error; the key is masked, because the service may repeat it in its message.
    pub(super) fn refused(
        &self,
        service: &Service,
        number: u64,
        fault: DataFault,
        problem: &str,
    ) -> InferenceError {
        InferenceError::DataGoKr {
            service: service.name.clone(),
            what: format!("page {number}"),
            fault,
            problem: self.key.mask(problem).chars().take(400).collect(),
        }
    }
}
