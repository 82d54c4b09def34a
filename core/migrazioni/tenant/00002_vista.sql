-- +goose Up
CREATE VIEW core_v1.registro AS
    SELECT posizione, quando, attore, azione, oggetto_tipo, oggetto, motivo, esito, indirizzo, traccia FROM registro;
