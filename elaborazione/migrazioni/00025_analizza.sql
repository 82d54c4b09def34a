-- +goose Up
-- The planner is told about many new rows at once by the owner of the tables alone: the role that works asks for it here.
-- +goose StatementBegin
CREATE FUNCTION analizza() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = verbali, pg_temp AS $$
BEGIN
    ANALYZE verbale, violazione, posizione, evento, pagamento, ricorso;
END $$;
-- +goose StatementEnd
COMMENT ON FUNCTION analizza() IS 'Statistics of the tables that an import fills, with the rights of their owner.';
