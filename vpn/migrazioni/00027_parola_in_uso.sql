-- +goose Up
-- Since when the password of each connection is in use, for who is told before it expires. The name of its file is not shown.
CREATE VIEW vpn_v1.parola AS SELECT DISTINCT ON (collegamento) collegamento, dal FROM parola ORDER BY collegamento, posizione DESC;
COMMENT ON VIEW vpn_v1.parola IS 'Since when the password of a connection is in use, where it was renewed here.';
