package conservazione_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/conservazione"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

const codiceDiRossi = "RSSMRA80A01A944I"

// traccia leaves what other services keep of a fine, with a name in it.
func (a *archivio) traccia(t *testing.T, c *caso) {
	t.Helper()
	a.Esegui(t, "vpn", "alfa", `INSERT INTO indagine (id, verbale, esito, tipo, cognome, nome, codice_fiscale, indirizzo, comune, quando, risposta, targa, candidati, rete)
		VALUES (gen_random_uuid(), $1, 'TROVATO', 'PERSONA', $2, 'Mario', $3, 'Via di ' || $2, 'Ravenna', now(), jsonb_build_object('chi', $2), 'AB123CD',
			jsonb_build_array(jsonb_build_object('cognome', $2)), 'motorizzazione')`, c.ID, c.persona, c.codice)
	a.Esegui(t, "core", "alfa", `INSERT INTO lavoro_morto (id, soggetto, modulo, tipo, messaggio, motivo, consegne, corpo, verbale, morto)
		VALUES (gen_random_uuid(), 'lavori.vpn.targa.alfa', 'vpn', 'targa', 'm', 'il registro rifiuta ' || $2, 1, '{"a":"b"}', $1, now())`, c.ID, c.persona)
	for _, modulo := range []string{"connessione", "core", "vpn"} {
		a.Esegui(t, modulo, "alfa", `INSERT INTO registro (attore, azione, oggetto_tipo, oggetto, motivo) VALUES ('x', 'LETTO', 'verbale', $1, 'lo chiede ' || $2)`,
			c.ID.String(), c.persona)
	}
}

// A paid fine goes when two people have said so and its term is over; the others stay, sums and histories too.
func TestUnVerbalePagatoPerdeLePersone(t *testing.T) {
	t.Parallel()
	a := nuovoArchivio(t)
	rossi, bianchi, verdi := a.verbaleDi(t, "Rossi", codiceDiRossi), a.verbaleDi(t, "Bianchi", ""), a.verbaleDi(t, "Verdi", "")
	for _, c := range []*caso{rossi, bianchi} {
		c.serve(t)
		c.paga(t)
		a.traccia(t, c)
	}
	verdi.serve(t)
	a.traccia(t, verdi)
	a.invecchia(t)
	prima := a.somme(t)
	file := a.Conta(t, "alfa", `SELECT count(DISTINCT sha256) FROM documento WHERE verbale = $1`, rossi.ID)

	if fatti := a.giro(t); len(fatti) != 0 {
		t.Errorf("senza termini: %v", fatti)
	}
	a.Esegui(t, "core", "alfa", `INSERT INTO conservazione (id, classe, mesi, fonte, anteprima, proposta_da) VALUES (gen_random_uuid(), 'VERBALE_PAGATO', 60, 'prova', 2, 'Una')`)
	if fatti := a.giro(t); len(fatti) != 0 {
		t.Errorf("con un termine proposto: %v", fatti)
	}
	_, err := a.Banca(t, "core", "alfa").Exec(t.Context(), `UPDATE conservazione SET confermata = now(), confermata_da = 'UNA'`)
	if pg := new(pgconn.PgError); err == nil || !errors.As(err, &pg) || pg.Code != "23514" {
		t.Errorf("la stessa persona conferma: %v", err)
	}
	a.Esegui(t, "core", "alfa", `UPDATE conservazione SET confermata = now(), confermata_da = 'altra'`)
	a.Esegui(t, "core", "alfa", `INSERT INTO vincolo (id, verbale, motivo, posto_da) VALUES (gen_random_uuid(), $1, 'procura', 'una')`, bianchi.ID)
	if n := len(a.Cerca(t, "Rossi")); n < 10 {
		t.Fatalf("il nome è solo in %d righe", n)
	}

	if fatti := a.giro(t); fatti["VERBALE_PAGATO"] != 1 || len(fatti) != 1 {
		t.Errorf("%v", fatti)
	}
	a.obbediscono(t)
	for _, testo := range []string{"Rossi", codiceDiRossi} {
		if dove := a.Cerca(t, testo); len(dove) > 0 {
			t.Errorf("%s è ancora in\n%s", testo, strings.Join(dove, "\n"))
		}
	}
	for _, c := range []*caso{bianchi, verdi} {
		if n := len(a.Cerca(t, c.persona)); n < 10 {
			t.Errorf("%s resta in %d righe", c.persona, n)
		}
	}
	a.tuttoRivive(t)
	if dopo := a.somme(t); dopo != prima {
		t.Errorf("somme\n%s\nerano\n%s", dopo, prima)
	}
	if _, _, err := a.Consultazione.PDF(rossi.Ctx, rossi.ID, uuid.Nil, ""); !problem.Is(err, "DOCUMENTO_CANCELLATO") {
		t.Errorf("l'atto: %v", err)
	}
	// What is known already stays good; nothing new may happen to it.
	_, _, err = rossi.Chiede(rossi.Stanze, mosse.RichiestaEvento{Tipo: string(verbale.EventoAnnullato), Motivo: "lo chiede Rossi", Idempotenza: "dopo"})
	if !problem.Is(err, "VERBALE_CANCELLATO") {
		t.Errorf("un evento su un verbale cancellato: %v", err)
	}
	if n := a.Conta(t, "alfa", `SELECT count(*) FROM uscita WHERE soggetto = 'fatti.alfa.verbale.cancellato' AND oggetto = $1`, rossi.ID.String()); n != 1 {
		t.Errorf("%d annunci", n)
	}
	if n := a.Conta(t, "alfa", `SELECT count(*) FROM file_cancellato`); n != file || file < 2 {
		t.Errorf("%d file, attesi %d con l'atto e la foto", n, file)
	}
	if fatti := a.giro(t); len(fatti) > 1 || fatti["VERBALE_PAGATO"] != 0 {
		t.Errorf("ancora: %v", fatti)
	}
	a.Esegui(t, "core", "alfa", `UPDATE vincolo SET tolto = now(), tolto_da = 'altra'`)
	if fatti := a.giro(t); fatti["VERBALE_PAGATO"] != 1 {
		t.Errorf("tolto il vincolo: %v", fatti)
	}
	a.tuttoRivive(t)
}

// A hold on a person, a hold until yesterday, and a request that waits.
func TestChiTrattieneUnVerbale(t *testing.T) {
	t.Parallel()
	casi := map[string]struct {
		sql    string
		rimane bool
	}{
		"un vincolo sulla persona":     {`INSERT INTO vincolo (id, codice_fiscale, motivo, posto_da) VALUES (gen_random_uuid(), 'rssmra80a01a944i', 'm', 'una')`, true},
		"un vincolo su un altro":       {`INSERT INTO vincolo (id, codice_fiscale, motivo, posto_da) VALUES (gen_random_uuid(), 'BNCLGU80A01A944I', 'm', 'una')`, false},
		"un vincolo finito ieri":       {`INSERT INTO vincolo (id, codice_fiscale, motivo, posto_da, fino, finito) VALUES (gen_random_uuid(), 'RSSMRA80A01A944I', 'm', 'una', current_date - 2, now())`, false},
		"una richiesta che aspetta":    {`INSERT INTO rettifica (id, codice_fiscale, richiedente, testo, ricevuta, entro, registrata_da) VALUES (gen_random_uuid(), 'RSSMRA80A01A944I', 'r', 't', '2026-01-01', '2026-02-01', 'una')`, true},
		"una richiesta che fu accolta": {`INSERT INTO rettifica (id, codice_fiscale, richiedente, testo, ricevuta, entro, registrata_da, stato, decisa, decisa_da) VALUES (gen_random_uuid(), 'RSSMRA80A01A944I', 'r', 't', '2026-01-01', '2026-02-01', 'una', 'ACCOLTA', now(), 'una')`, false},
	}
	for nome, c := range casi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			a := nuovoArchivio(t)
			rossi := a.verbaleDi(t, "Rossi", codiceDiRossi)
			rossi.serve(t)
			rossi.paga(t)
			a.invecchia(t)
			a.regola(t, verbale.ConservaPagato, 60)
			a.Esegui(t, "core", "alfa", c.sql)
			if fatti := a.giro(t); (fatti["VERBALE_PAGATO"] == 0) != c.rimane {
				t.Errorf("%v", fatti)
			}
		})
	}
}

// Whatever happened to a fine, it replays to its tables when its persons are gone.
func TestOgniStoriaRiviveSenzaPersone(t *testing.T) {
	t.Parallel()
	a := nuovoArchivio(t, banco.Impostazione("validazione.SOAP", `"MANUALE"`))
	c := a.verbaleDi(t, "Rossi", codiceDiRossi, func(v *richiesta.Verbale) {
		v.Violazioni = []richiesta.Violazione{{Articolo: "158", Comma: "2", Lettera: "d"}}
	})
	c.fa(t, verbale.EventoAnomaliaAperta, `{"testo":"targa di § da rivedere"}`)
	c.fa(t, verbale.EventoNotaAggiunta, `{"testo":"ha telefonato §"}`)
	c.fa(t, verbale.EventoValidato, `{}`)
	c.Forma(t)
	c.fa(t, verbale.EventoSpeseAddebitate, `{"speseCent":1200}`)
	c.fa(t, verbale.EventoNotificaAvviata, `{"canale":"PEC"}`)
	c.fa(t, verbale.EventoNotificaNonRiuscita, `{"motivo":"casella di § inesistente"}`)
	c.fa(t, verbale.EventoRecapitoIndicato, `{"indirizzo":"Via di §","comune":"Faenza"}`)
	c.Forma(t)
	c.fa(t, verbale.EventoNotificaAvviata, `{"canale":"POSTA"}`)
	c.fa(t, verbale.EventoNotificaPerfezionata, `{"canale":"POSTA_CONSEGNA"}`)
	c.fa(t, verbale.EventoConducenteRicevuto, `{"conducente":{"persona":{"cognome":"§","nome":"Anna"},"indirizzo":{"via":"Via Po","comune":"Ravenna"}}}`)
	c.Forma(t)
	stato, err := a.Archivio.Stato(c.Ctx, c.ID)
	if err != nil {
		t.Fatal(err)
	}
	c.Posizione = stato.Posizioni[1].ID.String()
	c.fa(t, verbale.EventoNotificaAvviata, `{"canale":"MESSO"}`)
	c.fa(t, verbale.EventoPosizioneChiusa, `{}`)
	c.Posizione = stato.Posizioni[0].ID.String()
	c.fa(t, verbale.EventoProvaContestata, `{}`)
	c.fa(t, verbale.EventoProvaConfermata, `{}`)
	c.fa(t, verbale.EventoRicorsoPresentato, `{"autorita":"PREFETTO","riferimento":"ricorso di §"}`)
	c.fa(t, verbale.EventoRicorsoTrasmesso, `{}`)
	c.fa(t, verbale.EventoSospensivaConcessa, `{}`)
	a.oscura(t, c)
	a.Esegui(t, "elaborazione", "alfa", `UPDATE verbale SET cancellato = NULL`) // as if it had not been: what follows has texts too
	c.fa(t, verbale.EventoSospensivaRevocata, `{"riferimento":"prot. di §"}`)
	c.fa(t, verbale.EventoRicorsoRespinto, `{"importoCent":33000,"riferimento":"ordinanza di §"}`)
	c.fa(t, verbale.EventoOrdinanzaNotificata, `{}`)
	c.Posizione = ""
	c.fa(t, verbale.EventoAnomaliaRisolta, `{"anomalia":"`+stato.Anomalie[0].ID.String()+`","esito":"lo dice §"}`)
	c.fa(t, verbale.EventoAnnullato, `{"riferimento":"det. per §"}`)
	a.oscura(t, c)
	if dove := a.Cerca(t, "Rossi"); len(dove) > 0 {
		t.Errorf("il nome è ancora in\n%s", strings.Join(dove, "\n"))
	}
}

// oscura erases a fine, in whatever state it is, and looks whether it still replays.
func (a *archivio) oscura(t *testing.T, c *caso) {
	t.Helper()
	prima := a.somme(t)
	a.Esegui(t, "elaborazione", "alfa", `SET verbali.cancellazione = 'verbali'; SELECT oscura_verbale('`+c.ID.String()+`')`)
	a.tuttoRivive(t)
	if dopo := a.somme(t); dopo != prima {
		t.Errorf("somme\n%s\nerano\n%s", dopo, prima)
	}
}

// Without the functions nobody changes a row of what only grows, the owner neither.
func TestIlRegistroAmmetteSoloAggiunte(t *testing.T) {
	t.Parallel()
	a := nuovoArchivio(t)
	a.verbaleDi(t, "Rossi", codiceDiRossi)
	conn := a.Collega(t, "elaborazione", "alfa")
	for _, sql := range []string{`UPDATE evento SET causa = 'x'`, `DELETE FROM registro`, `DELETE FROM cancellazione`,
		`SET verbali.cancellazione = 'vpn'; UPDATE evento SET causa = 'x'`, `SET verbali.cancellazione = 'verbali'; TRUNCATE evento`} {
		if _, err := conn.Exec(t.Context(), sql); err == nil || !strings.Contains(err.Error(), "solo aggiunte") {
			t.Errorf("%s: %v", sql, err)
		}
	}
	for _, modulo := range []string{"core", "vpn", "connessione"} {
		altra := a.Collega(t, modulo, "alfa")
		if _, err := altra.Exec(t.Context(), `SELECT verbali.conserva('VERBALE_PAGATO', 1)`); err == nil {
			t.Errorf("%s chiama la funzione di elaborazione", modulo)
		}
	}
	// vpn erases no fine that its owner has not erased.
	if _, err := a.Banca(t, "vpn", "alfa").Exec(t.Context(), `SELECT cancella_verbale(gen_random_uuid())`); err == nil || !strings.Contains(err.Error(), "non è stato cancellato") {
		t.Errorf("vpn: %v", err)
	}
}

// After a restore the register, kept elsewhere, erases again: once, and not what is held.
func TestDopoUnRipristino(t *testing.T) {
	t.Parallel()
	a := nuovoArchivio(t)
	rossi, bianchi := a.verbaleDi(t, "Rossi", codiceDiRossi), a.verbaleDi(t, "Bianchi", "")
	for _, c := range []*caso{rossi, bianchi} {
		c.serve(t)
		c.paga(t)
	}
	registro := `{"classe":"VERBALE_PAGATO","verbale":"` + rossi.ID.String() + `","quando":"2030-01-01T00:00:00Z"}
{"classe":"VERBALE_PAGATO","verbale":"` + bianchi.ID.String() + `","quando":"2030-01-01T00:00:00Z"}
{"classe":"VERBALE_PAGATO","verbale":"018f0000-0000-7000-8000-000000000001","quando":"2030-01-01T00:00:00Z"}`
	a.Esegui(t, "core", "alfa", `INSERT INTO vincolo (id, verbale, motivo, posto_da) VALUES (gen_random_uuid(), $1, 'procura', 'una')`, bianchi.ID)
	ctx := a.Come("alfa", "prova")
	if _, err := conservazione.Ripeti(ctx, a.pools, strings.NewReader(registro)); err == nil {
		t.Error("il ruolo con cui il servizio lavora cancella senza regola")
	}
	for _, vuole := range []conservazione.Ripetute{{Cancellati: 1, Trattenuti: 1, Assenti: 1}, {Gia: 1, Trattenuti: 1, Assenti: 1}} {
		if ha, err := conservazione.Ripeti(ctx, a.proprietario(t), strings.NewReader(registro)); err != nil || ha != vuole {
			t.Errorf("%+v %v, attese %+v", ha, err, vuole)
		}
	}
	if dove := a.Cerca(t, "Rossi"); len(dove) > 0 {
		t.Errorf("%s", strings.Join(dove, "\n"))
	}
	if testo := a.esportato(t); strings.Count(testo, "\n") != 1 || !strings.Contains(testo, rossi.ID.String()) {
		t.Error(testo)
	}
	a.tuttoRivive(t)
	if _, err := conservazione.Ripeti(ctx, a.pools, strings.NewReader(`{"classe":""}`)); err == nil {
		t.Error("una riga che non è del registro")
	}
}

// The register goes many lines at a time: what is counted are the lines.
func TestSiContanoLeRigheDelRegistro(t *testing.T) {
	t.Parallel()
	a := nuovoArchivio(t)
	a.Esegui(t, "elaborazione", "alfa", `INSERT INTO registro (attore, azione, quando) SELECT 'x', 'LETTO', now() - interval '10 years' FROM generate_series(1, 7)`)
	a.regola(t, verbale.ConservaRegistro, 24)
	if fatti := a.giro(t); fatti["REGISTRO"] != 7 {
		t.Errorf("%v", fatti)
	}
	if fatti := a.giro(t); fatti["REGISTRO"] != 0 {
		t.Errorf("ancora: %v", fatti)
	}
}

// The mark and the hash that the functions write are those that the program knows.
func TestIlSegnoDellaBancaDatiEQuelloDelProgramma(t *testing.T) {
	t.Parallel()
	a := nuovoArchivio(t)
	var segno, impronta string
	if err := a.Banca(t, "elaborazione", "alfa").QueryRow(t.Context(),
		`SELECT oscura('x'), oscura_dati('', 'sha256', '{}', '"x"') #>> '{}'`).Scan(&segno, &impronta); err != nil ||
		segno != verbale.Cancellato || impronta != verbale.FileCancellato {
		t.Errorf("%q %q %v", segno, impronta, err)
	}
}
