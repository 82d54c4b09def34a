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
			if slices.Contains(senza, c.Classe) || c.Classe == verbale.ConservaRegistro && modulo == "connessione" {                // the anonymous line has gone
				attesi = 0
			}
			if n := vanno(); n != attesi {
				t.Errorf("%s in %s: %d, attesi %d", c.Classe, modulo, n, attesi)
			}
			if n := vanno(); n != 0 {
				t.Errorf("%s in %s, ancora: %d", c.Classe, modulo, n)
			}
		}
	}
	for _, modulo := range []string{"core", "elaborazione", "connessione", "vpn", "tenantapi", "mobile", "ocr"} {
		var restano string
		if err := a.Collega(t, modulo, "alfa").QueryRow(t.Context(), `SELECT string_agg(oggetto, ' ') FROM registro WHERE azione = 'LETTO' AND attore = 'anonimo'`).
			Scan(&restano); err != nil || restano != rossi.ID.String() {
			t.Errorf("nel registro di %s restano le righe di %q (%v)", modulo, restano, err)
		}
	}
}
