-- +goose Up
-- How the register names a tax code, for core, which shows a person the lines about her: core learns no key.
-- +goose StatementBegin
CREATE FUNCTION hmac_sha256(chiave bytea, testo bytea) RETURNS bytea LANGUAGE plpgsql IMMUTABLE SET search_path = tenantapi, pg_temp AS $$
DECLARE
    piena bytea := chiave || decode(repeat('00', 64 - octet_length(chiave)), 'hex');
    dentro bytea := piena;
    fuori bytea := piena;
BEGIN
    FOR i IN 0..63 LOOP
        dentro := set_byte(dentro, i, get_byte(piena, i) # 54);
        fuori := set_byte(fuori, i, get_byte(piena, i) # 92);
    END LOOP;
    RETURN sha256(fuori || sha256(dentro || testo));
END $$;
-- +goose StatementEnd
COMMENT ON FUNCTION hmac_sha256(bytea, bytea) IS 'RFC 2104 with SHA-256, of a key of at most 64 bytes.';

-- +goose StatementBegin
CREATE FUNCTION tenantapi_v1.impronta(codice text) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = tenantapi, pg_temp AS $$
    SELECT encode(substr(hmac_sha256(hmac_sha256(c.chiave, convert_to('registro: codice fiscale', 'UTF8')), convert_to(upper(codice), 'UTF8')), 1, 16), 'hex')
        || ' …' || right(upper(codice), 4) FROM chiave c
$$;
-- +goose StatementEnd
COMMENT ON FUNCTION tenantapi_v1.impronta(text) IS 'The object of the lines of the register about a tax code: the same as the Go function Impronta.';
REVOKE ALL ON FUNCTION hmac_sha256(bytea, bytea), tenantapi_v1.impronta(text) FROM PUBLIC;
