use super::directory::ModelDirectory;
use super::intake::Intake;
use super::settings::Entry;
use crate::InferenceError;
use crate::outbound::{Download, Outbound, Progress, Request};

impl ModelDirectory {
    /// Downloads a model's files and installs it. The manifest must have SHA-256 and address of each file,
    /// and the policy of `outbound` must allow the hosts. An interrupted download is continued. `progress`
    /// receives the path of each file and its progress.
    ///
    /// # Errors
    /// [`InferenceError::Model`] when the manifest lacks a SHA-256 or an address; the errors of
    /// [`Outbound::download`] and [`ModelDirectory::add`].
    pub async fn download(
        &self,
        entry: &Entry,
        outbound: &Outbound,
        progress: &mut (dyn FnMut(&str, Progress) + Send),
    ) -> Result<Intake, InferenceError> {
        let id = entry.id.as_str();
        let mut wanted = Vec::new();
        for file in &entry.files {
            let (Some(sha256), Some(url)) = (file.sha256, &file.url) else {
                let problem = format!(
                    "the manifest has no SHA-256 or no address of {}, so it is not downloaded; fetch the model \
                     by hand and add it from its folder",
                    file.path
                );
                return Err(InferenceError::model(id, problem));
            };
            wanted.push((file, sha256, url));
        }
        let folder = self.kept(&entry.id, "fetching")?;
        for (file, sha256, url) in wanted {
            let to = file.path.below(&folder);
            let request = Request::get(url)?;
            let download = Download { request: &request, to: &to, sha256, size: file.size };
            outbound.download(&download, &mut |it| progress(file.path.as_str(), it)).await?;
        }
        let intake = self.add(entry, &folder)?;
        std::fs::remove_dir_all(&folder).map_err(InferenceError::file(&folder))?;
        Ok(intake)
    }
}
