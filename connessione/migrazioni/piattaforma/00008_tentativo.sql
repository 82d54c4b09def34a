-- +goose Up
CREATE TABLE tentativo (
    chiave bytea       PRIMARY KEY,
    pieno  timestamptz NOT NULL,
    attese integer     NOT NULL,
    fino   timestamptz NOT NULL,
    scade  timestamptz NOT NULL
);
CREATE INDEX tentativo_scade ON tentativo (scade);
COMMENT ON TABLE tentativo IS 'Wrong keys of accounts, counted over all replicas: hash of the account, when its errors are forgiven, waits in a row and the end of the last.';
