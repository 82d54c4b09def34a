-- +goose Up
-- The e-services that do not let the command in: its work stops asking them, and tries again by itself.
CREATE TABLE arresto (
    registro    text PRIMARY KEY,
    codice      text NOT NULL,
    transazione text NOT NULL DEFAULT '',
    dal         timestamptz NOT NULL,
    ultimo      timestamptz NOT NULL,
    fino        timestamptz NOT NULL,
    volte       integer NOT NULL DEFAULT 1
);
COMMENT ON TABLE arresto IS 'E-services that refuse the command itself, not a question: until fino its work does not ask them. A row goes at the first answer.';
CREATE VIEW connessione_v1.arresto AS SELECT registro, codice, transazione, dal, ultimo, fino FROM arresto;
COMMENT ON VIEW connessione_v1.arresto IS 'E-services that do not let the command in: since when, when they last said so, until when its work leaves them alone.';
