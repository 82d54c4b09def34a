-- +goose Up
CREATE TABLE instradamento (
    chiave bytea PRIMARY KEY,
    tenant text NOT NULL
);
COMMENT ON TABLE instradamento IS 'HMAC of IUV and plate to tenant, so that an anonymous consultation asks one database and nobody can list it.';
