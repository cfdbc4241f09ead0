-- Tokens that chat models have taken, for the budgets of a day. What was said stands with the run (recordings).

CREATE TABLE chat_usage (
    day    TEXT NOT NULL,               -- Korean day, 2026-11-22
    role   TEXT NOT NULL,               -- classification, …
    calls  INTEGER NOT NULL,
    tokens INTEGER NOT NULL,            -- taken, and reserved by calls that are under way
    PRIMARY KEY (day, role)
) STRICT;
