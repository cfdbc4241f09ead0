//! Dispatches the operations about patients by name.

use serde_json::Value;

use super::{read, unknown, write};
use crate::{ApiError, Desk};

impl Desk {
    /// Runs one of the operations about patients. An error for an unknown name.
    pub(super) async fn patient_operation(
        &self,
        operation: &str,
        request: Value,
    ) -> Result<Value, ApiError> {
        match operation {
            "patients" => write(self.patients(read(request)?).await?),
            "patient" => write(self.patient(read(request)?).await?),
            "add_patient" => write(self.add_patient(read(request)?).await?),
            "rename_patient" => write(self.rename_patient(read(request)?).await?),
            "forget_patient" => write(self.forget_patient(read(request)?).await?),
            "patient_history" => write(self.patient_history(read(request)?).await?),
            "patient_turns" => write(self.patient_turns(read(request)?).await?),
            "import_patient" => write(self.import_patient(read(request)?).await?),
            "remember" => write(self.remember(read(request)?).await?),
            "confirm_patient_item" => write(self.confirm_patient_item(read(request)?).await?),
            "edit_patient_item" => write(self.edit_patient_item(read(request)?).await?),
            "delete_patient_item" => write(self.delete_patient_item(read(request)?).await?),
            "write_patient_item" => write(self.write_patient_item(read(request)?).await?),
            _ => Err(unknown(operation)),
        }
    }
}
