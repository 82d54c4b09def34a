-- What core does at run time in a tenant's database, with the role verbali_core_uso: nobody else reads there. Run by the
-- owner after the migrations; a table without a line here is closed to everybody. The tables of the spine (registro: only
-- added to) are in shared/spine/db.
GRANT SELECT, INSERT, UPDATE ON lavoro_morto TO verbali_core_uso;

GRANT USAGE ON SCHEMA core_v1 TO verbali_core_uso;
GRANT SELECT ON core_v1.registro TO verbali_core_uso;
