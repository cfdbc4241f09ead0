//! Graphs of vectors in files: mapped where they are stored, else built in the background.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};

use super::graph::{Graph, GraphKey};
use super::vectors::Part;

/// Where the graph of a part is stored.
#[derive(Debug)]
pub(crate) struct GraphFile {
    pub(crate) part: Part,
    pub(crate) path: PathBuf,
    /// Label of the vectors, which the file must have.
    pub(crate) about: String,
}

/// Maps the graphs of large parts. Those that are missing or fail their check are built on a thread of their
/// own and stored; meanwhile searches compare all vectors. Without `key` nothing is stored. Of processes that
/// use the file `lock` one builds at a time.
pub(crate) fn connect(
    files: impl Iterator<Item = GraphFile>,
    lock: &Path,
    key: Option<GraphKey>,
) -> Option<JoinHandle<()>> {
    let mut missing = Vec::new();
    for file in files {
        let GraphFile { part, path, about } = &file;
        let stored = key.filter(|_| part.lacks_graph()).map(|key| {
            Graph::open(path, about, &key, part.shape()).map(|graph| part.connect(graph))
        });
        if part.lacks_graph() {
            if let Some(Err(why)) = stored {
                tracing::info!(%why, "a graph of vectors is built");
            }
            missing.push(file);
        }
    }
    let lock = lock.to_owned();
    (!missing.is_empty()).then(|| thread::spawn(move || build(&missing, &lock, key)))
}

/// Builds graphs, unless another process does.
fn build(missing: &[GraphFile], lock: &Path, key: Option<GraphKey>) {
    let file = File::options().create(true).truncate(false).write(true).open(lock);
    // The lock ends with the file.
    let Some(_lock) = file.ok().filter(|file| file.try_lock().is_ok()) else { return };
    for GraphFile { part, path, about } in missing {
        let Some(graph) = part.graph_of_all() else {
            tracing::warn!("no graph of vectors could be built; searches compare them all");
            return;
        };
        if let Some(Err(error)) = key.map(|key| graph.save(path, about, &key)) {
            tracing::warn!(%error, "a graph of vectors is not stored");
        }
        part.connect(graph);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::super::Vectors;
    use super::*;

    const KEY: GraphKey = GraphKey([7; 32]);

    fn part(len: usize) -> Part {
        let mut part = Part::new(4);
        for at in 0..len as u32 {
            part.push_quantised(
                1.0,
                &at.wrapping_mul(2_654_435_761).to_le_bytes().map(u8::cast_signed),
            );
        }
        part
    }

    /// Returns whether a graph had to be built, and whether there is one now.
    fn connected(part: &Part, folder: &Path, key: Option<GraphKey>) -> (bool, bool) {
        let path = folder.join("graph-1");
        let file = GraphFile { part: part.clone(), path, about: "segment 1".to_owned() };
        let building = connect([file].into_iter(), &folder.join("lock"), key);
        let built = building.is_some();
        building.into_iter().for_each(|thread| thread.join().unwrap());
        (built, !part.lacks_graph())
    }

    #[test]
    fn a_large_part_gets_a_graph_that_is_built_once() {
        let dir = tempfile::tempdir().unwrap();
        let large = part(Vectors::EXACT + 1);
        // Another process builds.
        let lock = File::create(dir.path().join("lock")).unwrap();
        lock.lock().unwrap();
        assert_eq!(connected(&large, dir.path(), Some(KEY)), (true, false));
        drop(lock);
        assert_eq!(connected(&large, dir.path(), Some(KEY)), (true, true));
        assert_eq!(connected(&large, dir.path(), Some(KEY)), (false, true), "it has one");
        let again = || part(Vectors::EXACT + 1);
        assert_eq!(connected(&again(), dir.path(), Some(KEY)), (false, true), "mapped");
        assert_eq!(connected(&again(), dir.path(), Some(GraphKey([8; 32]))), (true, true));
        assert_eq!(connected(&part(Vectors::EXACT), dir.path(), Some(KEY)), (false, true), "small");
    }
}
