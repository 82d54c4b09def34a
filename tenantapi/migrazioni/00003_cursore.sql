-- +goose Up
CREATE TABLE chiave (
    una    boolean PRIMARY KEY DEFAULT true CHECK (una),
    chiave bytea NOT NULL CHECK (octet_length(chiave) = 32)
);
COMMENT ON TABLE chiave IS 'Signs the cursors of this tenant: every replica reads it, no caller sees it. One row.';
INSERT INTO chiave (chiave) SELECT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
