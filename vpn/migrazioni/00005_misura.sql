-- +goose Up
CREATE TABLE misura (
    attore    text        NOT NULL,
    ora       timestamptz NOT NULL,
    quante    integer     NOT NULL,
    rifiutate integer     NOT NULL DEFAULT 0,
    PRIMARY KEY (attore, ora)
);
COMMENT ON TABLE misura IS 'How many look-ups an account has made in an hour, and how many were refused it: the same for every replica. Kept a day.';
