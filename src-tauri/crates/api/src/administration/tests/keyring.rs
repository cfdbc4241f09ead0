//! A keyring in memory, so that tests do not depend on the machine's.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, Once};

use keyring::credential::{Credential, CredentialApi, CredentialBuilderApi};
use keyring::{Error, Result};

static STORED: LazyLock<Mutex<HashMap<[String; 2], Vec<u8>>>> = LazyLock::new(Mutex::default);

/// Makes this process keep its keys in memory.
pub fn in_memory() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| keyring::set_default_credential_builder(Box::new(Builder)));
}

#[derive(Debug)]
struct Builder;

impl CredentialBuilderApi for Builder {
    fn build(&self, _: Option<&str>, service: &str, user: &str) -> Result<Box<Credential>> {
        Ok(Box::new(Place([service.to_owned(), user.to_owned()])))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

#[derive(Debug)]
struct Place([String; 2]);

impl CredentialApi for Place {
    fn set_secret(&self, secret: &[u8]) -> Result<()> {
        STORED.lock().unwrap().insert(self.0.clone(), secret.to_vec());
        Ok(())
    }

    fn get_secret(&self) -> Result<Vec<u8>> {
        STORED.lock().unwrap().get(&self.0).cloned().ok_or(Error::NoEntry)
    }

    fn delete_credential(&self) -> Result<()> {
        STORED.lock().unwrap().remove(&self.0).map(|_| ()).ok_or(Error::NoEntry)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
