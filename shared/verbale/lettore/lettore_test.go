package lettore_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettore"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// suo is the id that a test calls by a name.
func suo(nome string) uuid.UUID { return uuid.NewSHA1(uuid.Nil, []byte(nome)) }

// banco is a tenant with one fine, served on its owner and not yet on its driver.
type banco struct {
	*testkit.Ambiente
	lettore.Lettore

	ctx context.Context //nolint:containedctx // of the tenant, for one test
}

func nuovoBanco(t *testing.T) banco {
	t.Helper()
	a := testkit.NuovoAmbiente(t, "alfa")
	b := banco{Ambiente: a, Lettore: lettore.Lettore{Pools: a.Pools(t, "connessione")}, ctx: tenant.With(t.Context(), a.Tenant("alfa"))}
	b.scrivi(t, `INSERT INTO verbale (id, anno, numero, lettera, fonte, inserito_da, reparto, targa, tipo_targa, nazione, marca, modello, data_violazione,
			data_accertamento, luogo_istat, luogo_indirizzo, luogo_civico, luogo_chilometro, agenti, note, procedura, debito, ricorso, punti, riscossione,
			data_notifica, scadenza_pagamento, importo_cent, prezzo_cent, residuo_cent, versato_cent)
		VALUES ($1, 2026, 12, 'A', 'SOAP', 'prova', 'PL01', 'AB123CD', 'AUTOVEICOLO', 'IT', 'Fiat', 'Panda', '2026-08-01T08:30:00Z', '2026-08-02', '058091',
			'Via Roma', '1', '2+300', '{A001,A002}', 'vista da ROSSI', 'NOTIFICATO', 'SOSPESO', 'NESSUNO', 'NON_DOVUTI', 'NESSUNA',
			'2026-09-01', '2026-10-31', 7290, 9900, 8900, 1000)`, suo("v"))
	b.scrivi(t, `INSERT INTO violazione (verbale, ordine, codice, articolo, comma, testo, minimo_cent, massimo_cent, notturna, sconto30, pagamento_ridotto,
			versione_tabella, velocita_decimi, limite_decimi, periodi, tariffa_cent, candidati, dubbio)
			VALUES ($1, 2, '7-15', '7', '15', 'Sosta', 4200, 17300, true, false, true, 'prova', NULL, NULL, 2, 500, '{7-15-p1,7-15-p3-b}', 'Da confermare.'),
			($1, 1, '142-8', '142', '8', 'Velocità', 17300, 69400, false, true, true, 'prova', 655, 500, 1, 0, '{}', '')`, suo("v"))
	b.scrivi(t, `INSERT INTO soggetto (id, tipo, codice_fiscale, cognome, nome, data_nascita, luogo_nascita, indirizzo, civico, cap, comune, provincia, nazione)
		VALUES ($1, 'PERSONA', 'RSSMRA80A01H501U', 'ROSSI', 'MARIO', '1980-01-01', 'Roma', 'Via Segreta', '2', '00100', 'Roma', 'RM', 'IT')`, suo("rossi"))
	b.scrivi(t, `INSERT INTO posizione (id, verbale, ordine, titolo, soggetto, giorno_zero, prova, prova_dubbia, chiusa, spese_cent)
		VALUES ($1, $3, 1, 'OBBLIGATO', $4, '2026-09-01', 'AR-1', true, '', 1200), ($2, $3, 2, 'TRASGRESSORE', NULL, NULL, '', false, 'nessuno guidava', 0)`,
		suo("p"), suo("q"), suo("v"), suo("rossi"))
	b.scrivi(t, `INSERT INTO avviso (id, verbale, posizione, tipo, numero_avviso, iuv, codice_fiscale_ente, importo_cent, spese_cent, giorni, stato, emesso)
		VALUES ($1, $3, $4, 'RIDOTTO', '301100000000000119', '01100000000000119', '80012345670', 9900, 1200, 60, 'EMESSO', '2026-08-03T10:00:00Z'),
			($2, $3, $4, 'RIDOTTO_30', '301100000000000018', '01100000000000018', '80012345670', 7290, 1200, 5, 'SCADUTO', '2026-08-03T10:00:00Z')`,
		suo("a60"), suo("a30"), suo("v"), suo("p"))
	b.scrivi(t, `INSERT INTO pagamento (id, verbale, avviso, posizione, importo_cent, data, canale, riferimento, stornato)
		VALUES ($1, $3, NULL, NULL, 500, '2026-09-12', 'POSTA', 'R2', '2026-09-20'), ($2, $3, $4, $5, 1000, '2026-09-10', 'PAGOPA', 'R1', NULL)`,
		suo("g2"), suo("g1"), suo("v"), suo("a60"), suo("p"))
	b.scrivi(t, `INSERT INTO ricorso (id, verbale, posizione, autorita, stato, presentato, deciso, notificato, importo_cent)
		VALUES ($1, $2, NULL, 'PREFETTO', 'INAMMISSIBILE', '2026-09-15', '2026-09-25', NULL, 0)`, suo("r"), suo("v"))
	b.scrivi(t, `INSERT INTO documento (id, verbale, posizione, tipo, nome, mime, sha256, byte, creato)
		VALUES ($1, $3, $4, 'ATTO', 'atto.pdf', 'application/pdf', repeat('a', 64), 10, '2026-08-04T10:00:00Z'),
			($2, $3, $4, 'AVVISO_ANONIMO', 'avviso.pdf', 'application/pdf', repeat('b', 64), 20, '2026-08-03T11:00:00Z'),
			($5, $3, NULL, 'ALLEGATO', 'foto.jpg', 'image/jpeg', repeat('c', 64), 30, '2026-08-02T11:00:00Z')`,
		suo("atto"), suo("anonimo"), suo("v"), suo("p"), suo("foto"))
	b.scrivi(t, `INSERT INTO notifica (id, verbale, posizione, canale, stato, avviata, esito, prova, motivo)
		VALUES ($1, $2, $3, 'POSTA', 'PERFEZIONATA', '2026-08-20', '2026-09-01', 'AR-1', 'ritirata dalla figlia')`, suo("n"), suo("v"), suo("p"))
	b.scrivi(t, `INSERT INTO evento (verbale, sequenza, tipo, posizione, data_legale, registrato, attore, causa, prova, dati)
		VALUES ($1, 1, 'VERBALE_INSERITO', NULL, '2026-08-02', '2026-08-02T09:00:00Z', 'rossi', '', '', '{"importoCent": 7}'),
			($1, 2, 'PAGAMENTO_REGISTRATO', $2, '2026-09-10', '2026-09-11T09:00:00Z', 'bianchi', 'allo sportello', 'R1', '{"importoCent": 1000}'),
			($1, 3, 'DEBITO_SOSPESO', NULL, '2026-09-13', '2026-09-13T09:00:00Z', 'verdi', 'istanza', '', '{}')`, suo("v"), suo("p"))
	b.scrivi(t, `INSERT INTO anomalia (id, verbale, tipo, testo, aperta, chiusa)
		VALUES ($1, $2, 'SEGNALATA', 'da vedere', '2026-09-02T09:00:00Z', '2026-09-03T09:00:00Z')`, suo("x"), suo("v"))
	return b
}

func (b banco) scrivi(t *testing.T, sql string, args ...any) {
	t.Helper()
	b.Esegui(t, "elaborazione", "alfa", sql, args...)
}

func (b banco) leggi(t *testing.T, parti lettore.Parti) *lettura.Verbale {
	t.Helper()
	v, err := b.PerID(b.ctx, suo("v"), parti)
	if err != nil || v == nil {
		t.Fatalf("%v %v", v, err)
	}
	return v
}

func giorno(s string) calendario.Giorno { return calendario.MustParse(s) }

func momento(s string) time.Time {
	quando, err := time.Parse(time.RFC3339, s)
	if err != nil {
		panic(err)
	}
	return quando
}

// spoglio is the fine without what has to be asked for.
func spoglio() *lettura.Verbale {
	velocita, limite := 655, 500
	return &lettura.Verbale{
		Voce: lettura.Voce{ID: suo("v"), Anno: 2026, Numero: 12, Lettera: "A", Targa: "AB123CD", DataViolazione: momento("2026-08-01T10:30:00+02:00"),
			LuogoIndirizzo: "Via Roma", LuogoCivico: "1", Procedura: "NOTIFICATO", Debito: "SOSPESO", Ricorso: "NESSUNO", ImportoCent: 7290},
		Conto:     lettura.Conto{PrezzoCent: 9900, ResiduoCent: 8900, VersatoCent: 1000},
		TipoTarga: "AUTOVEICOLO", Nazione: "IT", Marca: "Fiat", Modello: "Panda", DataAccertamento: giorno("2026-08-02"), LuogoIstat: "058091",
		LuogoChilometro: "2+300", Punti: "NON_DOVUTI", Riscossione: "NESSUNA", DataNotifica: giorno("2026-09-01"), ScadenzaPagamento: giorno("2026-10-31"),
		Reparto: "PL01", Fonte: "SOAP", SospesoDal: giorno("2026-09-13"),
		Violazioni: []lettura.Violazione{
			{Codice: "142-8", Articolo: "142", Comma: "8", Testo: "Velocità", MinimoCent: 17300, MassimoCent: 69400, Sconto30: true, PagamentoRidotto: true,
				VelocitaDecimi: &velocita, LimiteDecimi: &limite, Periodi: 1, Candidati: []string{}, VersioneTabella: "prova"},
			{Codice: "7-15", Articolo: "7", Comma: "15", Testo: "Sosta", MinimoCent: 4200, MassimoCent: 17300, Notturna: true, PagamentoRidotto: true,
				Periodi: 2, TariffaCent: 500, Candidati: []string{"7-15-p1", "7-15-p3-b"}, Dubbio: "Da confermare.",
				VersioneTabella: "prova"},
		},
		Posizioni: []lettura.Posizione{
			{ID: suo("p"), Titolo: "OBBLIGATO", Noto: true, GiornoZero: giorno("2026-09-01"), Prova: "AR-1", ProvaDubbia: true, SpeseCent: 1200},
			{ID: suo("q"), Titolo: "TRASGRESSORE", Chiusa: "nessuno guidava"},
		},
		Avvisi: []lettura.Avviso{
			{ID: suo("a30"), Posizione: suo("p"), Tipo: cds.Ridotto30, NumeroAvviso: "301100000000000018", IUV: "01100000000000018", CodiceFiscaleEnte: "80012345670",
				ImportoCent: 7290, SpeseCent: 1200, Stato: "SCADUTO", Giorni: 5, Emesso: momento("2026-08-03T10:00:00Z")},
			{ID: suo("a60"), Posizione: suo("p"), Tipo: cds.Ridotto, NumeroAvviso: "301100000000000119", IUV: "01100000000000119", CodiceFiscaleEnte: "80012345670",
				ImportoCent: 9900, SpeseCent: 1200, Stato: "EMESSO", Giorni: 60, Emesso: momento("2026-08-03T10:00:00Z")},
		},
		Pagamenti: []lettura.Pagamento{
			{ID: suo("g1"), Avviso: suo("a60"), Posizione: suo("p"), ImportoCent: 1000, Data: giorno("2026-09-10"), Canale: "PAGOPA", Riferimento: "R1"},
			{ID: suo("g2"), ImportoCent: 500, Data: giorno("2026-09-12"), Canale: "POSTA", Riferimento: "R2", Stornato: giorno("2026-09-20")},
		},
		Ricorsi: []lettura.Ricorso{{Autorita: "PREFETTO", Stato: "INAMMISSIBILE", Presentato: giorno("2026-09-15"), Deciso: giorno("2026-09-25")}},
	}
}

func conPersone(v *lettura.Verbale) {
	v.Posizioni[0].Soggetto = &lettura.Soggetto{Tipo: "PERSONA", CodiceFiscale: "RSSMRA80A01H501U", Cognome: "ROSSI", Nome: "MARIO",
		DataNascita: giorno("1980-01-01"), LuogoNascita: "Roma", Indirizzo: "Via Segreta", Civico: "2", Cap: "00100", Comune: "Roma", Provincia: "RM", Nazione: "IT"}
}

func conPassi(v *lettura.Verbale) {
	v.Eventi = []lettura.Evento{
		{Sequenza: 1, Tipo: "VERBALE_INSERITO", DataLegale: giorno("2026-08-02"), Registrato: momento("2026-08-02T09:00:00Z")},
		{Sequenza: 2, Tipo: "PAGAMENTO_REGISTRATO", Posizione: suo("p"), DataLegale: giorno("2026-09-10"), Registrato: momento("2026-09-11T09:00:00Z"),
			ImportoCent: 1000},
		{Sequenza: 3, Tipo: "DEBITO_SOSPESO", DataLegale: giorno("2026-09-13"), Registrato: momento("2026-09-13T09:00:00Z")},
	}
}

func conAnonimi(v *lettura.Verbale) {
	v.Documenti = []lettura.Documento{{ID: suo("anonimo"), Verbale: suo("v"), Posizione: suo("p"), Tipo: "AVVISO_ANONIMO", Nome: "avviso.pdf",
		Mime: "application/pdf", SHA256: sha('b'), Byte: 20, Creato: momento("2026-08-03T11:00:00Z")}}
}

func conFascicolo(v *lettura.Verbale) {
	conPassi(v)
	v.Eventi[0].Attore = "rossi"
	v.Eventi[1].Attore, v.Eventi[1].Causa, v.Eventi[1].Prova = "bianchi", "allo sportello", "R1"
	v.Eventi[2].Attore, v.Eventi[2].Causa = "verdi", "istanza"
	conAnonimi(v)
	v.Documenti = []lettura.Documento{
		{ID: suo("foto"), Verbale: suo("v"), Tipo: "ALLEGATO", Nome: "foto.jpg", Mime: "image/jpeg", SHA256: sha('c'), Byte: 30, Creato: momento("2026-08-02T11:00:00Z")},
		v.Documenti[0],
		{ID: suo("atto"), Verbale: suo("v"), Posizione: suo("p"), Tipo: "ATTO", Nome: "atto.pdf", Mime: "application/pdf", SHA256: sha('a'), Byte: 10,
			Creato: momento("2026-08-04T10:00:00Z")},
	}
	v.Notifiche = []lettura.Notifica{{ID: suo("n"), Posizione: suo("p"), Canale: "POSTA", Stato: "PERFEZIONATA", Avviata: giorno("2026-08-20"),
		Esito: giorno("2026-09-01"), Prova: "AR-1", Motivo: "ritirata dalla figlia"}}
	v.Agenti, v.Note = []string{"A001", "A002"}, "vista da ROSSI"
}

func conAnomalie(v *lettura.Verbale) {
	chiusa := momento("2026-09-03T09:00:00Z")
	v.Anomalie = []lettura.Anomalia{{ID: suo("x"), Tipo: "SEGNALATA", Testo: "da vedere", Aperta: momento("2026-09-02T09:00:00Z"), Chiusa: &chiusa}}
}

func sha(lettera byte) string {
	cifre := make([]byte, 64)
	for i := range cifre {
		cifre[i] = lettera
	}
	return string(cifre)
}

// TestWhatWasNotAskedForIsNotLoaded: each part brings what it says, and no person comes along.
func TestWhatWasNotAskedForIsNotLoaded(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	for nome, c := range map[string]struct {
		parti lettore.Parti
		con   []func(*lettura.Verbale)
	}{
		"what prices it":           {0, nil},
		"people":                   {lettore.Persone, []func(*lettura.Verbale){conPersone}},
		"the anonymous door":       {lettore.Anonimi | lettore.Passi, []func(*lettura.Verbale){conAnonimi, conPassi}},
		"the file, without people": {lettore.Fascicolo, []func(*lettura.Verbale){conFascicolo}},
		"all": {lettore.Persone | lettore.Anonimi | lettore.Passi | lettore.Fascicolo | lettore.Anomalie,
			[]func(*lettura.Verbale){conPersone, conFascicolo, conAnomalie}},
	} {
		vuole := spoglio()
		for _, aggiungi := range c.con {
			aggiungi(vuole)
		}
		if diff := cmp.Diff(vuole, b.leggi(t, c.parti)); diff != "" {
			t.Errorf("%s:\n%s", nome, diff)
		}
	}
}

// TestSuspendedSinceTheHoldInForce: by the last hold, by the authority while its suspension lasts, by nobody after.
func TestSuspendedSinceTheHoldInForce(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	b.scrivi(t, `INSERT INTO evento (verbale, sequenza, tipo, data_legale, attore) VALUES ($1, 4, 'DEBITO_RIPRESO', '2026-09-20', 'prova'),
		($1, 5, 'DEBITO_SOSPESO', '2026-10-01', 'prova'), ($1, 6, 'SOSPENSIVA_CONCESSA', '2026-10-05', 'prova')`, suo("v"))
	for _, c := range []struct{ debito, ricorso, dal string }{
		{"SOSPESO", "NESSUNO", "2026-10-01"}, {"SOSPESO", "SOSPENSIVA", "2026-10-05"}, {"INTERO", "SOSPENSIVA", "2026-10-05"}, {"INTERO", "RESPINTO", ""},
	} {
		b.scrivi(t, `UPDATE verbale SET debito = $1, ricorso = $2`, c.debito, c.ricorso)
		if dal := b.leggi(t, 0).SospesoDal; dal.String() != c.dal {
			t.Errorf("%s, %s: since %q, not %q", c.debito, c.ricorso, dal, c.dal)
		}
	}
}

// TestAnEventNamesTheRegister: that of the vehicles, and of the State which was asked, which answered and what became of it.
func TestAnEventNamesTheRegister(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	b.scrivi(t, `INSERT INTO evento (verbale, sequenza, tipo, data_legale, attore, dati) VALUES
		($1, 4, 'INTESTATARIO_TROVATO', '2026-09-20', 'sistema', '{"rete": "infows"}'),
		($1, 5, 'VISURA_CHIESTA', '2026-09-20', 'sistema', '{"visura": "a", "registro": "RESIDENZA"}'),
		($1, 6, 'VISURA_CHIESTA', '2026-09-20', 'sistema', '{"visura": "b", "registro": "DOMICILIO_DIGITALE"}'),
		($1, 7, 'VISURA_RISPOSTA', '2026-09-20', 'sistema', '{"visura": "a", "segue": "CONFORME"}')`, suo("v"))
	vuole := map[int]string{4: "Motorizzazione (Info-ws)", 5: "Residenza (ANPR)", 6: "Domicilio digitale (INAD)", 7: "Residenza (ANPR): Dati uguali a quelli del verbale"}
	for _, e := range b.leggi(t, lettore.Fascicolo).Eventi {
		if e.Fonte("") != vuole[e.Sequenza] {
			t.Errorf("event %d: %q", e.Sequenza, e.Fonte(""))
		}
	}
}

func TestFoundByWhatIsOnThePaper(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	b.scrivi(t, `INSERT INTO verbale (id, anno, numero, lettera, fonte, inserito_da, reparto, targa, tipo_targa, nazione, data_violazione, data_accertamento,
			luogo_istat, luogo_indirizzo, agenti, procedura, debito, ricorso, punti, riscossione)
		VALUES ($1, 2027, 12, 'A', 'SOAP', 'prova', 'PL01', 'AB123CD', 'AUTOVEICOLO', 'IT', now(), current_date, '058091', 'Via Roma', '{}', 'VALIDATO',
			'NON_ESIGIBILE', 'NESSUNO', 'NON_DOVUTI', 'NESSUNA')`, suo("w"))
	k := lettore.Chiave{Numero: 12, Lettera: "A", Targa: "AB123CD"}
	trovati, err := b.PerChiave(b.ctx, k, 0)
	if err != nil || len(trovati) != 2 || trovati[0].ID != suo("w") || trovati[1].ID != suo("v") {
		t.Errorf("newest first: %v %v", trovati, err)
	}
	anno := 2026
	k.Anno = &anno
	if trovati, err = b.PerChiave(b.ctx, k, 0); err != nil || len(trovati) != 1 || trovati[0].Anno != anno {
		t.Errorf("of a year: %v %v", trovati, err)
	}
	for _, c := range []struct {
		iuv, targa string
		c          bool
	}{{"01100000000000119", "AB123CD", true}, {"01100000000000119", "AB123CE", false}, {"01100000000000118", "AB123CD", false}} {
		if v, err := b.PerIUV(b.ctx, c.iuv, c.targa, 0); err != nil || (v != nil) != c.c {
			t.Errorf("%+v: %v %v", c, v, err)
		}
	}
	if v, err := b.PerID(b.ctx, suo("nessuno"), lettore.Fascicolo); v != nil || err != nil {
		t.Errorf("none: %v %v", v, err)
	}
	voci, err := b.Voci(b.ctx, `SELECT `+lettore.ColonneVoce+` FROM verbali_v1.verbale v ORDER BY anno`)
	if err != nil || len(voci) != 2 || !cmp.Equal(voci[0], spoglio().Voce) || voci[0].Estremi() != "12/A/2026" {
		t.Errorf("a list: %s %v", cmp.Diff(spoglio().Voce, voci[0]), err)
	}
}

func TestDocument(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	d, c, err := b.Documento(b.ctx, suo("atto"))
	if err != nil || !c || d.CodiceFiscale != "RSSMRA80A01H501U" || !d.Pagabile || d.Verbale != suo("v") || d.SHA256 != sha('a') {
		t.Errorf("the act: %+v %t %v", d, c, err)
	}
	if d, c, err = b.Documento(b.ctx, suo("foto")); err != nil || !c || d.CodiceFiscale != "" || d.Pagabile || d.Posizione != uuid.Nil {
		t.Errorf("of no position: %+v %t %v", d, c, err)
	}
	if _, c, err = b.Documento(b.ctx, suo("nessuno")); c || err != nil {
		t.Errorf("none: %t %v", c, err)
	}
	b.scrivi(t, `UPDATE avviso SET stato = 'PAGATO'`)
	if d, _, err = b.Documento(b.ctx, suo("anonimo")); err != nil || d.Pagabile {
		t.Errorf("paid: %+v %v", d, err)
	}
}

func TestViewsThatAreNotThereYet(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	b.scrivi(t, `DROP VIEW verbali_v1.avviso`)
	if _, err := b.PerID(b.ctx, suo("v"), 0); !problem.Is(err, "DATI_NON_PRONTI") {
		t.Errorf("%v", err)
	}
}
