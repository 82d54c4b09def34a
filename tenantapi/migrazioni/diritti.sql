-- versione 2
-- What tenantapi does at run time, with the role verbali_tenantapi_uso, and what the others read of it. Run by the owner after
-- the migrations; a table without a line here is closed to everybody. The tables of the spine (registro: only added to)
-- are in shared/spine/db.
GRANT SELECT ON chiave TO verbali_tenantapi_uso;

GRANT USAGE ON SCHEMA tenantapi_v1 TO verbali_core_uso;
GRANT SELECT ON tenantapi_v1.registro TO verbali_core_uso;

-- What the rules of the command delete goes by this function alone.
GRANT EXECUTE ON FUNCTION conserva(text, integer) TO verbali_tenantapi_uso;
GRANT SELECT ON cancellazione TO verbali_tenantapi_uso;
GRANT USAGE ON SCHEMA tenantapi_v1 TO verbali_core_uso;
GRANT SELECT ON tenantapi_v1.conservabile, tenantapi_v1.cancellazione TO verbali_core_uso;
-- By it core finds the lines about a person in the register; the key stays here.
GRANT EXECUTE ON FUNCTION tenantapi_v1.impronta(text) TO verbali_core_uso;
