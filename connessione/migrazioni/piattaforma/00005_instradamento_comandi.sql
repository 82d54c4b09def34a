-- +goose Up
-- An IUV is unique for its creditor alone: two commands may have issued the same one to the same plate.
ALTER TABLE instradamento DROP CONSTRAINT instradamento_pkey, ADD PRIMARY KEY (chiave, tenant);
COMMENT ON TABLE instradamento IS 'HMAC of IUV and plate to the tenants that issued it, so that an anonymous consultation asks only them and nobody can list it.';
