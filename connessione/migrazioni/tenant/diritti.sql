-- versione 1
-- What the others read of connessione in a tenant's database, where it has the tables of the spine alone
-- (shared/spine/db). Run by the owner after the migrations; a table without a line here is closed to everybody.
GRANT USAGE ON SCHEMA connessione_v1 TO verbali_core_uso;
GRANT SELECT ON connessione_v1.registro TO verbali_core_uso;

-- What the rules of the command delete goes by this function alone.
GRANT EXECUTE ON FUNCTION conserva(text, integer), cancella_verbale(uuid) TO verbali_connessione_uso;
GRANT SELECT ON cancellazione TO verbali_connessione_uso;
GRANT USAGE ON SCHEMA connessione_v1 TO verbali_core_uso;
GRANT SELECT ON connessione_v1.conservabile, connessione_v1.cancellazione TO verbali_core_uso;
