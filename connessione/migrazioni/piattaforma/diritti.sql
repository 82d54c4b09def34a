-- versione 3
-- What connessione does at run time in the platform database, with the role verbali_connessione_uso, and what the others
-- read of it. Run by the owner after the migrations; a table without a line here is closed to everybody. The tables of the
-- spine (registro: only added to) are in shared/spine/db.
GRANT SELECT, INSERT, DELETE ON instradamento, sessione TO verbali_connessione_uso;
GRANT SELECT, INSERT, UPDATE, DELETE ON ricostruzione, limite_esterno, tentativo TO verbali_connessione_uso;

GRANT USAGE ON SCHEMA connessione_v1 TO verbali_core_uso;
GRANT SELECT ON connessione_v1.registro TO verbali_core_uso;
