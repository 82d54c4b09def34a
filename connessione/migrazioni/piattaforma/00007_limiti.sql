-- +goose Up
CREATE TABLE limite_esterno (
    chiave text        NOT NULL,
    numero integer     NOT NULL,
    fino   timestamptz NOT NULL,
    PRIMARY KEY (chiave, numero)
);
COMMENT ON TABLE limite_esterno IS 'Limits of outside systems shared among replicas: number 0 is the next free turn, the others are places and until when.';
