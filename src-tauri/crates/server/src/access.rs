//! Access control: only the holder of the token, from a page of this address.

use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use simui_api::{ErrorBody, ErrorCode, Fault};

use crate::Shared;

/// The secret in the address that `simui serve` prints.
pub struct Token(String);

impl Token {
    /// A token from unpredictable random text of at least 128 bits, which the caller makes.
    pub fn new(text: String) -> Self {
        Self(text)
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Compares in constant time, so that the duration does not reveal how much was right.
    pub(crate) fn matches(&self, given: &str) -> bool {
        let (ours, given) = (self.0.as_bytes(), given.as_bytes());
        let differs = ours.iter().zip(given).fold(0, |sum, (a, b)| sum | (a ^ b));
        ours.len() == given.len() && differs == 0
    }
}

/// Name of the cookie. It contains the port, because all ports of a host share cookies.
pub(crate) fn cookie_name(port: u16) -> String {
    format!("simui-{port}")
}

/// Refuses requests without the token, and pages of other origins that use the cookie. Any `Origin` that
/// is not exactly an address of this server is foreign.
pub(crate) async fn require_token(
    State(shared): State<Shared>,
    request: Request,
    next: Next,
) -> Response {
    let headers = request.headers();
    let is_own = |origin: &str| {
        origin.strip_prefix("http://").is_some_and(|host| is_own_host(host, shared.port))
    };
    let foreign =
        headers.contains_key(header::ORIGIN) && !only(headers, header::ORIGIN).is_some_and(is_own);
    if foreign || !holds_token(headers, &shared) {
        return refuse(
            StatusCode::UNAUTHORIZED,
            ErrorCode::ServerTokenMissing,
            "open the address that `simui serve` printed",
        );
    }
    next.run(request).await
}

/// Refuses other host names: a web page can make its own name resolve to 127.0.0.1.
pub(crate) async fn require_loopback_host(
    State(shared): State<Shared>,
    request: Request,
    next: Next,
) -> Response {
    let is_own = |host: &str| is_own_host(host, shared.port);
    // A request may also name its host in the request line (`GET http://… HTTP/1.1`).
    let target = request.uri().authority().is_none_or(|it| is_own(it.as_str()));
    if target && only(request.headers(), header::HOST).is_some_and(is_own) {
        return next.run(request).await;
    }
    refuse(
        StatusCode::MISDIRECTED_REQUEST,
        ErrorCode::ServerTokenMissing,
        "use the address that `simui serve` printed",
    )
}

fn holds_token(headers: &HeaderMap, shared: &Shared) -> bool {
    let bearer = text(headers, header::AUTHORIZATION).and_then(|v| v.strip_prefix("Bearer "));
    let name = cookie_name(shared.port);
    let cookie = text(headers, header::COOKIE).and_then(|cookies| {
        cookies.split(';').find_map(|cookie| cookie.trim().strip_prefix(&name)?.strip_prefix('='))
    });
    bearer.or(cookie).is_some_and(|given| shared.token.matches(given))
}

fn is_own_host(host: &str, port: u16) -> bool {
    host == format!("127.0.0.1:{port}") || host == format!("localhost:{port}")
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

/// The value of a header that occurs exactly once and is ASCII.
fn only(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok();
    value.filter(|_| values.next().is_none())
}

/// A refusal with a code without parameters, and a message for engineers.
pub(crate) fn refuse(status: StatusCode, code: ErrorCode, message: &str) -> Response {
    refuse_with(status, Fault::from(code).body(message.to_owned()))
}

/// A refusal as the desk gave it.
pub(crate) fn refuse_with(status: StatusCode, body: ErrorBody) -> Response {
    (status, Json(body)).into_response()
}
