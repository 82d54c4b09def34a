package conservazione_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// lotto is a lot and a file of the post with the fines in it and a line of no fine.
func (a *archivio) lotto(t *testing.T, casi ...*caso) {
	t.Helper()
	lotto, esito := uuid.New(), uuid.New()
	a.Esegui(t, "elaborazione", "alfa", `INSERT INTO lotto (id, tipo, stato, creato, creato_da, finito)
		VALUES ($1, 'POSTALE', 'COMPLETATO', now(), 'x', now() - interval '10 years')`, lotto)
	a.Esegui(t, "elaborazione", "alfa", `INSERT INTO lotto_file (lotto, nome, sha256, byte, pagine) VALUES ($1, 'a.pdf', repeat('a', 64), 1, 1)`, lotto)
	a.Esegui(t, "elaborazione", "alfa", `INSERT INTO esito_postale (id, sha256, byte, stato, caricato, caricato_da, finito)
		VALUES ($1, $1::uuid::text, 1, 'COMPLETATO', now(), 'x', now() - interval '10 years')`, esito)
	a.Esegui(t, "elaborazione", "alfa", `INSERT INTO esito_postale_riga (esito, ordine, linea, celle, stato) VALUES ($1, 0, 1, '["x"]', 'SCONOSCIUTO')`, esito)
	for i, c := range casi {
		a.Esegui(t, "elaborazione", "alfa", `INSERT INTO voce (id, lotto, tipo, verbale, posizione, stato)
			SELECT gen_random_uuid(), $1, 'POSTALE', $2, id, 'OK' FROM posizione WHERE verbale = $2 LIMIT 1`, lotto, c.ID)
		a.Esegui(t, "elaborazione", "alfa", `INSERT INTO esito_postale_riga (esito, ordine, linea, celle, stato, verbale)
			VALUES ($1, $2, 1, '["x"]', 'APPLICATO', $3)`, esito, i+1, c.ID)
	}
}

// interroga is an old look-up for a fine with its answer, and a list.
func (a *archivio) interroga(t *testing.T, c *caso) {
	t.Helper()
	id, elenco := uuid.New(), uuid.New()
	codice := a.codice(t, c)
	a.Esegui(t, "connessione", "alfa", `INSERT INTO visura (id, chiave, codice_fiscale, giorno, esito, risposta, alle)
		VALUES ($1, $1::uuid::text, $2, '2010-01-01', 'TROVATO', '{"esito":"TROVATO"}', '2010-01-01')`, id, codice)
	a.Esegui(t, "connessione", "alfa", `INSERT INTO libro (id, quando, tipo, attore, motivo, verbale, codice_fiscale, risposta, esito)
		VALUES (gen_random_uuid(), '2010-01-01', 'VISURA', 'x', 'NOTIFICA_VERBALE', $1, $2, $3, 'TROVATO')`, c.ID, codice, id)
	a.Esegui(t, "connessione", "alfa", `INSERT INTO elenco (id, tipo, stato, attore, motivo, verbale, quando) VALUES ($1, 'VISURA', 'COMPLETATO', 'x', 'RICORSO', $2, '2010-01-01')`,
		elenco, c.ID)
	a.Esegui(t, "connessione", "alfa", `INSERT INTO voce_elenco (elenco, ordine, codice_fiscale) VALUES ($1, 1, $2)`, elenco, codice)
}

// codice is the tax code of the person of a fine.
func (a *archivio) codice(t *testing.T, c *caso) (codice string) {
	t.Helper()
	err := a.Banca(t, "elaborazione", "alfa").QueryRow(t.Context(), `SELECT coalesce(max(s.codice_fiscale), '') FROM posizione p JOIN soggetto s ON s.id = p.soggetto
		WHERE p.verbale = $1`, c.ID).Scan(&codice)
	if err != nil {
		t.Fatal(err)
	}
	return codice
}

// A package and a file of the post name all the fines in them: they stay until the last one goes.
func TestIlPacchettoVaConLUltimoVerbale(t *testing.T) {
	t.Parallel()
	a := nuovoArchivio(t)
	rossi, bianchi := a.verbaleDi(t, "Rossi", codiceDiRossi), a.verbaleDi(t, "Bianchi", "")
	for _, c := range []*caso{rossi, bianchi} {
		c.serve(t)
		c.paga(t)
	}
	a.lotto(t, rossi, bianchi)
	a.invecchia(t)
	a.regola(t, verbale.ConservaPagato, 60)
	a.Esegui(t, "core", "alfa", `INSERT INTO vincolo (id, verbale, motivo, posto_da) VALUES (gen_random_uuid(), $1, 'procura', 'una')`, bianchi.ID)
	restano := func(quanti int) {
		t.Helper()
		if n := a.Conta(t, "alfa", `SELECT (SELECT count(*) FROM lotto_file WHERE sha256 <> repeat('0', 64)) + (SELECT count(*) FROM esito_postale WHERE sha256 NOT LIKE 'tolto %')`); n != quanti {
			t.Errorf("restano %d file, attesi %d", n, quanti)
		}
	}
	if fatti := a.giro(t); fatti["VERBALE_PAGATO"] != 1 {
		t.Fatalf("%v", fatti)
	}
	restano(2)
	a.Esegui(t, "core", "alfa", `UPDATE vincolo SET tolto = now(), tolto_da = 'altra'`)
	a.giro(t)
	restano(0)
}

// A hold on a person keeps the packages, the files of the post, the photographs and the register of her fines, in every service.
func TestOgniGenereObbedisceAlVincoloSullaPersona(t *testing.T) {
	t.Parallel()
	a := nuovoArchivio(t)
	rossi, bianchi := a.verbaleDi(t, "Rossi", codiceDiRossi), a.verbaleDi(t, "Bianchi", "")
	for _, c := range []*caso{rossi, bianchi} {
		c.serve(t)
		c.paga(t)
		a.lotto(t, c)
		a.Esegui(t, "vpn", "alfa", `INSERT INTO indagine (id, verbale, esito, tipo, quando, targa, candidati, rete)
			VALUES (gen_random_uuid(), $1, 'TROVATO', 'PERSONA', now() - interval '10 years', 'AB123CD', '[]', 'motorizzazione')`, c.ID)
		a.interroga(t, c)
		a.Esegui(t, "ocr", "alfa", `INSERT INTO lettura (id, tipo, stato, creata, attore, verbale) VALUES (gen_random_uuid(), 'BOLLETTINO', 'LETTA', now() - interval '10 years', 'x', $1)`, c.ID)
		a.Esegui(t, "core", "alfa", `INSERT INTO lavoro_morto (id, soggetto, modulo, tipo, messaggio, motivo, consegne, corpo, verbale, morto)
			VALUES (gen_random_uuid(), 's', 'vpn', 'targa', 'm', 'm', 1, '{"a":"b"}', $1, now() - interval '10 years')`, c.ID)
		a.Esegui(t, "core", "alfa", `INSERT INTO rettifica (id, verbale, richiedente, testo, ricevuta, entro, registrata_da, stato, decisa, decisa_da)
			VALUES (gen_random_uuid(), $1, 'r', 't', '2010-01-01', '2010-02-01', 'una', 'ACCOLTA', now() - interval '10 years', 'una')`, c.ID)
		for _, modulo := range []string{"core", "elaborazione", "connessione", "vpn", "tenantapi", "mobile", "ocr"} {
			a.Esegui(t, modulo, "alfa", `INSERT INTO registro (attore, azione, oggetto_tipo, oggetto, quando) VALUES ('anonimo', 'LETTO', 'verbale', $1, now() - interval '10 years')`, c.ID.String())
		}
	}
	a.invecchia(t)
	a.Esegui(t, "core", "alfa", `INSERT INTO vincolo (id, codice_fiscale, motivo, posto_da) VALUES (gen_random_uuid(), $1, 'procura', 'una')`, codiceDiRossi)
	generi := verbale.Conservazioni()
	for _, c := range append(generi[4:], generi[:4]...) { // the fines last: what goes with them has gone before
		a.regola(t, c.Classe, 60)
		for _, modulo := range c.Moduli {
			conn := a.Collega(t, modulo, "alfa")
			vanno := func() (n int) {
				if err := conn.QueryRow(t.Context(), `SELECT count(*) FROM conserva($1, 10)`, string(c.Classe)).Scan(&n); err != nil {
					t.Fatalf("%s in %s: %v", c.Classe, modulo, err)
				}
				return n
			}
			attesi := 1
			senza := []verbale.ClasseConservazione{verbale.ConservaAnnullato, verbale.ConservaPrescritto, verbale.ConservaScartato} // none here
			switch {
			case slices.Contains(senza, c.Classe):
				attesi = 0
			case c.Classe == verbale.ConservaDomande:
				attesi = 2 // the answer, the list
			}
			if n := vanno(); n != attesi {
				t.Errorf("%s in %s: %d, attesi %d", c.Classe, modulo, n, attesi)
			}
			if n := vanno(); n != 0 {
				t.Errorf("%s in %s, ancora: %d", c.Classe, modulo, n)
			}
		}
	}
	for _, tavola := range []string{"libro", "elenco"} {
		var restano []uuid.UUID
		err := a.Banca(t, "connessione", "alfa").QueryRow(t.Context(), `SELECT array_agg(verbale) FROM `+tavola).Scan(&restano)
		if err != nil || !slices.Equal(restano, []uuid.UUID{rossi.ID}) {
			t.Errorf("in %s restano le righe di %v (%v)", tavola, restano, err)
		}
	}
	for _, modulo := range []string{"core", "elaborazione", "connessione", "vpn", "tenantapi", "mobile", "ocr"} {
		var restano string
		if err := a.Banca(t, modulo, "alfa").QueryRow(t.Context(), `SELECT string_agg(oggetto, ' ') FROM registro WHERE azione = 'LETTO' AND attore = 'anonimo'`).
			Scan(&restano); err != nil || restano != rossi.ID.String() {
			t.Errorf("nel registro di %s restano le righe di %q (%v)", modulo, restano, err)
		}
	}
}
