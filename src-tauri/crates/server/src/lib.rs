//! The desk's operations on loopback HTTP, for a browser and for end-to-end tests.
//!
//! Three things live at the address: the pages (`/`), the operations (`POST /api/<operation>`, JSON in and
//! out) and the events (`GET /api/events`, server-sent). Everything but the opening page needs the
//! random token that [`serve`]'s caller made, as a cookie or a bearer header.

mod access;
mod error;
mod events;
mod operations;
mod pages;

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{get, post};
use simui_api::Desk;
use tokio::net::TcpListener;

pub use access::Token;
pub use error::ServeError;

/// The largest request: a batch of uploaded files, base 64.
const MAX_BODY: usize = 256 * 1024 * 1024;

/// What every handler shares.
#[derive(Clone)]
struct Shared {
    desk: Arc<Desk>,
    token: Arc<Token>,
    port: u16,
}

/// A listening server that has not begun to answer.
pub struct Listening {
    listener: TcpListener,
    shared: Shared,
}

impl Listening {
    /// Listens on the loopback interface only; port 0 takes a free one.
    pub async fn on(port: u16, desk: Arc<Desk>, token: Token) -> Result<Self, ServeError> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let refused = |source| ServeError::Listen { address, source };
        let listener = TcpListener::bind(address).await.map_err(refused)?;
        let port = listener.local_addr().map_err(refused)?.port();
        Ok(Self { listener, shared: Shared { desk, token: Arc::new(token), port } })
    }

    /// The address to open, with the token in it.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/?token={}", self.shared.port, self.shared.token.as_str())
    }

    /// Answers until `stop` completes.
    pub async fn serve(
        self,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        axum::serve(self.listener, router(self.shared))
            .with_graceful_shutdown(stop)
            .await
            .map_err(ServeError::Serve)
    }
}

fn router(shared: Shared) -> Router {
    let guarded = Router::new()
        .route("/api/events", get(events::stream))
        .route("/api/{operation}", post(operations::call))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .route_layer(middleware::from_fn_with_state(shared.clone(), access::require_token));
    Router::new()
        .route("/", get(pages::open))
        .route("/{*path}", get(pages::asset))
        .merge(guarded)
        .layer(middleware::from_fn_with_state(shared.clone(), access::require_loopback_host))
        .layer(middleware::from_fn(pages::security_headers))
        .with_state(shared)
}
