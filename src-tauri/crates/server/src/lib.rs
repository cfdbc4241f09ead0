//! The desk's operations on loopback HTTP, for a browser and for end-to-end tests.
//!
//! Three things are served: the pages (`/`), the operations (`POST /api/<operation>`, JSON in and out)
//! and the events (`GET /api/events`, server-sent). Everything except the opening page needs the random
//! token that the caller of [`Listening::on`] made, as a cookie or a bearer header. [`Limits`] bounds the
//! number, slowness and size of requests.

mod access;
mod connections;
mod error;
mod events;
mod limits;
mod operations;
mod pages;
mod uploads;

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{get, post};
use simui_api::Desk;
use tokio::net::TcpListener;
use tower_http::timeout::RequestBodyTimeoutLayer;

pub use access::Token;
pub use error::ServeError;
pub use limits::Limits;

/// Values that all handlers share.
#[derive(Clone)]
struct Shared {
    desk: Arc<Desk>,
    token: Arc<Token>,
    port: u16,
}

/// A server that listens but does not answer yet.
pub struct Listening {
    listener: TcpListener,
    shared: Shared,
    limits: Limits,
}

impl Listening {
    /// Listens on the loopback interface only; port 0 takes a free port.
    pub async fn on(port: u16, desk: Arc<Desk>, token: Token) -> Result<Self, ServeError> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let refused = |source| ServeError::Listen { address, source };
        let listener = TcpListener::bind(address).await.map_err(refused)?;
        let port = listener.local_addr().map_err(refused)?.port();
        let shared = Shared { desk, token: Arc::new(token), port };
        Ok(Self { listener, shared, limits: Limits::default() })
    }

    /// Replaces the limits.
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The address to open, including the token.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/?token={}", self.shared.port, self.shared.token.as_str())
    }

    /// Answers requests until `stop` completes.
    pub async fn serve(self, stop: impl Future<Output = ()>) {
        let router = router(self.shared, &self.limits);
        connections::serve(self.listener, router, &self.limits, stop).await
    }
}

fn router(shared: Shared, limits: &Limits) -> Router {
    let guarded = Router::new()
        .route("/api/events", get(events::stream))
        .route("/api/{operation}", post(operations::call))
        .layer(DefaultBodyLimit::max(limits.body_size))
        .route(
            "/api/import_uploads",
            post(uploads::import).layer(DefaultBodyLimit::max(limits.upload_size)),
        )
        .route(
            "/api/import_patient",
            post(operations::import_patient).layer(DefaultBodyLimit::max(limits.record_size)),
        )
        .route_layer(middleware::from_fn_with_state(shared.clone(), access::require_token));
    Router::new()
        .route("/", get(pages::open))
        .route("/{*path}", get(pages::asset))
        .merge(guarded)
        .layer(middleware::from_fn_with_state(shared.clone(), access::require_loopback_host))
        .layer(middleware::from_fn(pages::security_headers))
        .layer(RequestBodyTimeoutLayer::new(limits.body_pause))
        .with_state(shared)
}
