-- What the others read of mobile, which has the tables of the spine alone (shared/spine/db). Run by the owner after the
-- migrations; a table without a line here is closed to everybody.
GRANT USAGE ON SCHEMA mobile_v1 TO verbali_core_uso;
GRANT SELECT ON mobile_v1.registro TO verbali_core_uso;
