-- +goose Up
-- Nobody calls them but the functions of erasure, which run as the owner.
REVOKE ALL ON FUNCTION oscura(text), oscura_canale(text) FROM PUBLIC;
