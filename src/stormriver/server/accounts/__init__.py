"""Accounts: who one is in another browser too, and how one gets in: by password, recovery code or passkey."""
