//! The embedded pages, with their security headers.

use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use serde::Deserialize;
use simui_api::ErrorCode;

use crate::Shared;
use crate::access::{cookie_name, refuse};

/// The built pages. Debug builds read them from the folder at each request.
#[derive(RustEmbed)]
#[folder = "../../../ui/dist"]
#[allow_missing = true]
struct Pages;

/// Content security policy: nothing from elsewhere, no inline script, no evaluation, no framing.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self'; \
     img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; object-src 'none'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

#[derive(Deserialize)]
pub(crate) struct Opening {
    token: Option<String>,
}

/// `GET /?token=…`: stores the token as a cookie that scripts cannot read, and removes it from the
/// address.
pub(crate) async fn open(State(shared): State<Shared>, Query(opening): Query<Opening>) -> Response {
    match opening.token {
        Some(given) if shared.token.matches(&given) => {
            let cookie =
                format!("{}={given}; HttpOnly; SameSite=Strict; Path=/", cookie_name(shared.port));
            let headers = [(header::SET_COOKIE, cookie), (header::LOCATION, "/".to_owned())];
            (StatusCode::SEE_OTHER, headers).into_response()
        }
        Some(_) => refuse(
            StatusCode::UNAUTHORIZED,
            ErrorCode::ServerTokenMissing,
            "open the address that `simui serve` printed",
        ),
        None => page("index.html"),
    }
}

/// `GET /<path>`: a file of the pages.
pub(crate) async fn asset(Path(path): Path<String>) -> Response {
    page(&path)
}

fn page(path: &str) -> Response {
    match Pages::get(path) {
        Some(file) => {
            ([(header::CONTENT_TYPE, media_type(path))], file.data.into_owned()).into_response()
        }
        None if path == "index.html" => refuse(
            StatusCode::NOT_FOUND,
            ErrorCode::NoPage,
            "the pages are not part of this build: run `make ui`, then build again",
        ),
        None => refuse(StatusCode::NOT_FOUND, ErrorCode::NoPage, "no such page"),
    }
}

/// Media type of a file by its extension; covers the types that Vite writes.
fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "json" => "application/json",
        _ => "application/octet-stream",
    }
}

/// Adds the security headers to every answer.
pub(crate) async fn security_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
