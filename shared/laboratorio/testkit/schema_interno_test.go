package testkit

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
)

// The same schema as written by PostgreSQL 15 and by a later one.
func TestNormalizedDumpDoesNotDependOnTheServer(t *testing.T) {
	t.Parallel()
	m := bootstrap.Module{Name: "prova", Schema: "prova"}
	vecchio := `--
-- PostgreSQL database dump
--

\restrict abc

-- Dumped from database version 15.18

SET statement_timeout = 0;

--
-- Name: t; Type: TABLE; Schema: prova; Owner: -
--

CREATE TABLE prova.t (
    a integer DEFAULT 1.5
);


CREATE VIEW prova_v1.t AS
 SELECT t.a,
    (t.b)::text AS b
   FROM (prova.t
     JOIN prova.u ON ((u.a = t.a)));

\unrestrict abc
`
	nuovo := `SET transaction_timeout = 0;
CREATE TABLE prova.t (
    a integer DEFAULT 1.5
);

CREATE VIEW prova_v1.t AS
 SELECT a,
    (b)::text AS b
   FROM (prova.t
     JOIN prova.u ON ((u.a = t.a)));
`
	want := `-- Schema prova as its migrations make it. Written by a test (-update): do not edit.
CREATE TABLE prova.t (
    a integer DEFAULT 1.5
);

CREATE VIEW prova_v1.t AS
 SELECT a,
    (b)::text AS b
   FROM (prova.t
     JOIN prova.u ON ((u.a = t.a)));
`
	for nome, dump := range map[string]string{"15": vecchio, "later": nuovo} {
		if d := cmp.Diff(want, string(normalizzaDump(m, dump))); d != "" {
			t.Errorf("%s:\n%s", nome, d)
		}
	}
}
