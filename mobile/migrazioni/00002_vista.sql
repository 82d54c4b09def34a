-- +goose Up
CREATE VIEW mobile_v1.registro AS
    SELECT posizione, quando, attore, azione, oggetto_tipo, oggetto, motivo, esito, indirizzo, traccia FROM registro;
