//! Accounts: who may sign, and how a person proves their identity.
//!
//! On a desk without passwords an account signs by its name alone, which suits a single person. From the
//! first password on (an administrator's) the desk is *guarded*: whoever acts must prove their identity, in
//! the window and on the server by a session ([`Desk::sign_in`]), in a process that runs one command by the
//! password it was started with ([`Desk::prove_with`]). An account without a password can then do nothing
//! until an administrator sets one. [`crate::privileges`] defines what each role may do.

mod manage;
mod password;
mod sign_in;
mod signer;
#[cfg(test)]
mod tests;
