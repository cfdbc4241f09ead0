//! Connections: how many at a time, and how long a head may take.

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

/// Headers of one request.
const MOST_HEADERS: usize = 64;

/// Where the system has no more file handles, this long is waited for some to come back.
const PAUSE: Duration = Duration::from_millis(200);

/// Answers until `stop` completes, and the requests that are being answered then.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    limits: &Limits,
    stop: impl Future<Output = ()>,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(limits.head_time)
        .max_headers(MOST_HEADERS)
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
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        let connection = http.serve_connection(TokioIo::new(stream), service.clone());
        let connection = watched.watch(connection);
        tokio::spawn(async move {
            // Given back when the connection ends.
            let _place = place;
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended early");
            }
        });
    }
    drop(listener);
    // A page that listens for events never ends by itself.
    drop(tokio::time::timeout(limits.farewell, watched.shutdown()).await);
}
