package app

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// sulVerbale gives a fine the persons of the simulators, as drivers that somebody named one after another.
func (b *banco) sulVerbale(t *testing.T, v *verbaleProva, codici ...string) {
	t.Helper()
	for i, codice := range codici {
		b.posizione(t, v, i+2, persona(codice), "BIANCHI ANNA")
	}
}

// posizione opens one more position of a fine, for a person of one surname and one name.
func (b *banco) posizione(t *testing.T, v *verbaleProva, ordine int, codice, chi string) {
	t.Helper()
	cognome, nome, _ := strings.Cut(chi, " ")
	id := uuid.New()
	b.esegui(t, v.Tenant, `INSERT INTO soggetto (id, tipo, codice_fiscale, cognome, nome) VALUES ($1, 'PERSONA', $2, $3, $4)`, id, codice, cognome, nome)
	b.esegui(t, v.Tenant, `INSERT INTO posizione (id, verbale, ordine, titolo, soggetto, chiusa) VALUES ($1, $2, $3, 'TRASGRESSORE', $4, 'altri')`,
		uuid.New(), v.ID, ordine, id)
}

// TestUnaNotificaRiguardaLePersoneDelVerbale: for the service of a fine the registers are asked about its persons alone: of its
// positions, also closed, and of the papers of its vehicle. Anybody else is refused by the name of the field, before a register is
// asked; other reasons, which say what they are for, are not held to a fine's persons.
func TestUnaNotificaRiguardaLePersoneDelVerbale(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	operatore, ufficio := b.operatore(t, "alfa"), b.ufficio(t, "alfa")
	v := b.inserisci(t, "alfa", 1, func(v *verbaleProva) { v.CodiceFiscale = persona("001") })
	altro := b.inserisci(t, "alfa", 2, func(v *verbaleProva) { v.CodiceFiscale = persona("002") })
	b.sulVerbale(t, v, "004")
	b.posizione(t, v, 3, "", "MÜLLER Jürgen") // a driver from abroad
	b.ambiente.Esegui(t, "vpn", "alfa", `INSERT INTO indagine (id, verbale, esito, motivo, rete, quando, codice, candidati)
		VALUES (gen_random_uuid(), $1, 'ANOMALA', 'due', 'MOTORIZZAZIONE', '2026-11-20T08:00:00Z', 'COMPROPRIETARI',
			jsonb_build_array(jsonb_build_object('codiceFiscale', $2::text), jsonb_build_object('codiceFiscale', $3::text)))`,
		v.ID, persona("006"), persona("008"))
	id := v.ID.String()
	for chi, codice := range map[string]string{"owner": "001", "closed position": "004", "co-owner of the papers": "008"} {
		t.Run(chi, func(t *testing.T) {
			b.visura(t, operatore, oggetto{"codiceFiscale": persona(codice), "idVerbale": id}, http.StatusOK)
			b.domicilio(t, operatore, oggetto{"codiceFiscale": persona(codice), "idVerbale": id}, http.StatusOK)
		})
	}
	b.domicilio(t, operatore, oggetto{"codiceFiscale": omocodo(persona("001")), "idVerbale": id}, http.StatusOK)
	b.visura(t, operatore, oggetto{"codiceFiscale": persona("002"), "idVerbale": id, "motivo": "RICORSO"}, http.StatusOK)
	dati := func(cognome, nome, nato string) oggetto {
		return oggetto{"cognome": cognome, "nome": nome, "sesso": "M", "dataNascita": nato, "stato": "GERMANIA", "idVerbale": id}
	}
	prima := b.chiesti.Load()
	for nome, c := range map[string]struct {
		rotta, token, campo string
		corpo               oggetto
	}{
		"another fine's person": {rottaVisura, operatore, "codiceFiscale", oggetto{"codiceFiscale": persona("002"), "idVerbale": id}},
		"a domicile":            {rottaDomicilio, operatore, "codiceFiscale", oggetto{"codiceFiscale": persona("003"), "idVerbale": id}},
		"an address that is verified": {rottaVerifica, operatore, "codiceFiscale",
			oggetto{"codiceFiscale": persona("003"), "idVerbale": id, "indirizzo": "a@pec.example.it", "data": oggi}},
		"the co-owner, of another fine": {rottaVisura, operatore, "codiceFiscale", oggetto{"codiceFiscale": persona("008"), "idVerbale": altro.ID.String()}},
		"one of a list": {rottaMassiva, ufficio, "codiciFiscali[2]",
			oggetto{"codiciFiscali": []string{persona("001"), persona("001"), persona("002")}, "idVerbale": id}},
		"one of a list of domiciles": {rottaDomicili, ufficio, "codiciFiscali[0]",
			oggetto{"codiciFiscali": []string{persona("002"), persona("004")}, "idVerbale": id}},
		"data of nobody there":                   {rottaPerDati, operatore, "cognome", dati("MAYER", "JÜRGEN", "1980-01-01")},
		"data of the owner, born on another day": {rottaPerDati, operatore, "cognome", dati("SCANO", "AAA", "1980-02-01")},
	} {
		t.Run(nome, func(t *testing.T) {
			d := risposta[problem.Document](t, b.chiede(t, c.rotta, c.token, testo(t, chiesta(c.corpo)), http.StatusBadRequest))
			if len(d.Errori) != 1 || d.Errori[0].Campo != c.campo {
				t.Errorf("%+v", d)
			}
		})
	}
	if n := b.chiesti.Load(); n != prima {
		t.Errorf("%d signatures were asked for", n-prima)
	}
	b.chiede(t, rottaPerDati, operatore, testo(t, chiesta(dati("Muller", "JURGEN", "1980-01-01"))), http.StatusOK)
	b.chiede(t, rottaPerDati, operatore, testo(t, chiesta(dati("SCANO", "AAA", "1980-01-01"))), http.StatusOK)
	b.chiede(t, rottaMassiva, ufficio, testo(t, chiesta(oggetto{"codiciFiscali": []string{persona("001"), persona("006")}, "idVerbale": id})), http.StatusAccepted)
}
