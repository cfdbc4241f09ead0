//! Accepts connections, with limits on their number and on the time for a request's head.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::Limits;

/// Largest number of headers in one request.
const MAX_HEADERS: usize = 64;

/// Pause after a connection could not be accepted, for example because no file handle is free.
const ACCEPT_PAUSE: Duration = Duration::from_millis(200);

/// Serves until `stop` completes, and then finishes the requests in progress.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    limits: &Limits,
    stop: impl Future<Output = ()>,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(limits.head_time)
        .max_headers(MAX_HEADERS)
        .max_buf_size(limits.head_size);
    let service = TowerToHyperService::new(router);
    let watched = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(limits.connections));
    let mut stop = pin!(stop);
    loop {
        let accepted = async {
            let place = places.clone().acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            accepted = accepted => accepted,
            () = &mut stop => break,
        };
        let stream = match accepted {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        let connection = http.serve_connection(TokioIo::new(stream), service.clone());
        let connection = watched.watch(connection);
        tokio::spawn(async move {
            // The permit is released when the connection ends.
            let _place = place;
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended early");
            }
        });
    }
    drop(listener);
    // A page that listens for events never ends its connection by itself.
    drop(tokio::time::timeout(limits.shutdown_time, watched.shutdown()).await);
}
