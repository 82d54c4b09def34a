package esitopostale_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/esitopostale"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

const intera = "lotto;sequenza;esito;causa;data;dataCad;dataRitiro;ricevuta;can;arcad"

// TestOgniEsitoMuoveLaData: every outcome does to the legal day what the sheet says (L. 890/1982, artt. 6-9).
func TestOgniEsitoMuoveLaData(t *testing.T) {
	t.Parallel()
	casi := []struct{ regola, riga, vuole string }{
		{"handed to the addressee: that day", "CONSEGNATO;;2026-11-25;;;281526382192;;", "PERFEZIONATA 2026-11-25 [23L 281526382192] NOTIFICATO"},
		{"handed to another: that day, with the CAN", "CONSEGNATO_TERZO;;25/11/2026;;;281526382192;685666672974;", "PERFEZIONATA 2026-11-25 [23L 281526382192, CAN 685666672974] NOTIFICATO"},
		{"without the CAN there is no proof", "CONSEGNATO_TERZO;;2026-11-25;;;281526382192;;", "PERFEZIONATA 2026-11-25 [] NOTIFICATO"},
		{"refused: the day of the refusal", "RIFIUTATO;;2026-11-26;;;281526382192;;", "PERFEZIONATA 2026-11-26 [23L 281526382192] NOTIFICATO"},
		{"collected within ten days: that day", "RITIRATO;;;2026-11-27;2026-12-01;281526382192;;", "PERFEZIONATA 2026-12-01 [23L 281526382192] NOTIFICATO"},
		{"collected later: the tenth day", "RITIRATO;;;2026-11-27;2026-12-20;281526382192;;", "PERFEZIONATA 2026-12-07 [23L 281526382192] NOTIFICATO"},
		{"never collected: the tenth day, proved by the receipt of the CAD", "COMPIUTA_GIACENZA;;;2026-12-21;;;;261526382198", "PERFEZIONATA 2026-12-31 [ARCAD 261526382198] NOTIFICATO"},
		{"without that receipt there is no proof", "COMPIUTA_GIACENZA;;;2026-12-21;;281526382192;;", "PERFEZIONATA 2026-12-31 [] NOTIFICATO"},
		{"unknown: not served", "SCONOSCIUTO;;2026-11-30;;;;;", "NON_RIUSCITA - [] NON_NOTIFICABILE"},
		{"moved: not served", "TRASFERITO;;2026-11-30;;;;;", "NON_RIUSCITA - [] NON_NOTIFICABILE"},
		{"address that does not suffice", "INDIRIZZO_INSUFFICIENTE;;2026-11-30;;;;;", "NON_RIUSCITA - [] NON_NOTIFICABILE"},
		{"lost", "SMARRITO;;2026-11-30;;;;;", "NON_RIUSCITA - [] NON_NOTIFICABILE"},
		{"dead: a person decides", "DECEDUTO;;2026-11-30;;;;;", "NON_RIUSCITA - [] NON_NOTIFICABILE DESTINATARIO_DECEDUTO"},
		{"in deposit: nothing yet", "DEPOSITATO;;2026-11-30;2026-11-30;;;;", "AVVIATA - [] IN_NOTIFICA"},
		{"under way", "IN_VIAGGIO;;;;;;;", "AVVIATA - [] IN_NOTIFICA"},
		{"a pre-outcome starts no term", "RECAG001A;;2026-11-25;;;;;", "AVVIATA - [] IN_NOTIFICA"},
		{"the closing code of a delivery", "RECAG001C;;2026-11-25T00:00:00Z;;;281526382192;;", "PERFEZIONATA 2026-11-25 [23L 281526382192] NOTIFICATO"},
		{"not delivered, refused by its cause", "RECAG003C;M05;2026-11-25;;;281526382192;;", "PERFEZIONATA 2026-11-25 [23L 281526382192] NOTIFICATO"},
		{"untraceable by its cause", "RECAG003F;M01;2026-11-25;;;;;", "NON_RIUSCITA - [] NON_NOTIFICABILE"},
		{"stolen by its cause", "RECAG004B;F01;2026-11-25;;;;;", "NON_RIUSCITA - [] NON_NOTIFICABILE"},
	}
	b := nuovoBanco(t, len(casi))
	var righe []string
	for i, c := range casi {
		righe = append(righe, fmt.Sprintf("LOTTO;%d;%s", i+1, c.riga))
	}
	d := b.prende(t, intera, righe...)
	if d.Stato != verbale.EsitiCompletati || d.Righe != (esitopostale.Conteggi{Totale: 20, Applicati: 17, InViaggio: 3}) {
		t.Errorf("%+v %+v", d.Esito, d.Elementi)
	}
	for i, c := range casi {
		if ha := b.stato(t, i+1); ha != c.vuole {
			t.Errorf("%s: %s, want %s", c.regola, ha, c.vuole)
		}
	}
	b.rivive(t)
	avvisate := b.leggi(t, `SELECT linea::text FROM esito_postale_riga WHERE motivo LIKE '%manca la prova%' ORDER BY linea`)
	if fmt.Sprint(avvisate) != "[4 9]" {
		t.Error(avvisate)
	}
}

// TestProvaCheNonProva: a text that no letter has as its number is as an empty cell, and a number that a spreadsheet has destroyed
// sets the row aside, in every column that may prove a service.
func TestProvaCheNonProva(t *testing.T) {
	t.Parallel()
	const testata = "lotto;sequenza;esito;data;dataCad;raccomandata;ricevuta;can;cad;arcad;prova"
	casi := []struct {
		riga, vuole, colonna string // colonna: set aside for it
	}{
		{"CONSEGNATO;2026-11-25;;;ND;;;;", "PERFEZIONATA 2026-11-25 [] NOTIFICATO", ""},
		{"CONSEGNATO;2026-11-25;;;-;;;;SI", "PERFEZIONATA 2026-11-25 [] NOTIFICATO", ""},
		{"CONSEGNATO;2026-11-25;;0;0;x;n.d.;;", "PERFEZIONATA 2026-11-25 [] NOTIFICATO", ""},
		{"CONSEGNATO;2026-11-25;;;27/11/2026;;;;", "PERFEZIONATA 2026-11-25 [] NOTIFICATO", ""},
		{"CONSEGNATO;2026-11-25;;;281526382193;;;;", "PERFEZIONATA 2026-11-25 [] NOTIFICATO", ""},
		{"CONSEGNATO;2026-11-25;;;;;;n.d.;", "PERFEZIONATA 2026-11-25 [] NOTIFICATO", ""},
		{"CONSEGNATO_TERZO;2026-11-25;;;281526382192;SI;;;", "PERFEZIONATA 2026-11-25 [] NOTIFICATO", ""},
		{"COMPIUTA_GIACENZA;;2026-12-21;;;;;RR473124828IT;", "PERFEZIONATA 2026-12-31 [] NOTIFICATO", ""},
		{"CONSEGNATO;2026-11-25;;;2,81526E+11;;;;", "AVVIATA - [] IN_NOTIFICA", "ricevuta"},
		{"CONSEGNATO;2026-11-25;;2.8E+11;281526382192;;;;", "AVVIATA - [] IN_NOTIFICA", "raccomandata"},
		{"CONSEGNATO_TERZO;2026-11-25;;;281526382192;########;;;", "AVVIATA - [] IN_NOTIFICA", "can"},
		{"COMPIUTA_GIACENZA;;2026-12-21;;;;261526000000;261526382198;", "AVVIATA - [] IN_NOTIFICA", "cad"},
		{"COMPIUTA_GIACENZA;;2026-12-21;;;;;2,61526E+11;", "AVVIATA - [] IN_NOTIFICA", "arcad"},
		{"CONSEGNATO;2026-11-25;;;;;;;2,61526E+11", "AVVIATA - [] IN_NOTIFICA", "prova"},
		{"CONSEGNATO;2026-11-25;;ND;28152638219-2;;;;", "PERFEZIONATA 2026-11-25 [23L 281526382192] NOTIFICATO", ""},
		{"CONSEGNATO;2026-11-25;;;CP00012345678;;;;", "PERFEZIONATA 2026-11-25 [23L CP00012345678] NOTIFICATO", ""},
		{"CONSEGNATO;2026-11-25;;;281526382192,00;;;;", "PERFEZIONATA 2026-11-25 [23L 281526382192] NOTIFICATO", ""},
		{"CONSEGNATO;2026-11-25;;;;;;;cartolina, faldone 3", "PERFEZIONATA 2026-11-25 [cartolina, faldone 3] NOTIFICATO", ""},
	}
	b := nuovoBanco(t, len(casi))
	var righe, daParte []string
	for i, c := range casi {
		righe = append(righe, fmt.Sprintf("LOTTO;%d;%s", i+1, c.riga))
		if c.colonna != "" {
			daParte = append(daParte, c.colonna)
		}
	}
	d := b.prende(t, testata, righe...)
	if d.Stato != verbale.EsitiCompletatiConErrori || d.Righe.NonValidi != len(daParte) {
		t.Errorf("%+v", d.Esito)
	}
	for i, c := range casi {
		if ha := b.stato(t, i+1); ha != c.vuole {
			t.Errorf("%s: %s, want %s", c.riga, ha, c.vuole)
		}
	}
	if ha := b.leggi(t, `SELECT colonna FROM esito_postale_riga WHERE stato = 'NON_VALIDO' ORDER BY linea`); fmt.Sprint(ha) != fmt.Sprint(daParte) {
		t.Errorf("%s, want %s", ha, daParte)
	}
	b.rivive(t)
	// The file comes again, mended: what was set aside is recorded, and what had no proof gets it.
	d = b.prende(t, testata, "LOTTO;1;CONSEGNATO;2026-11-25;;;281526382192;;;;", "LOTTO;9;CONSEGNATO;2026-11-25;;;281526382192;;;;",
		"LOTTO;15;CONSEGNATO;2026-11-25;;;381526382193;;;;", "LOTTO;2;CONSEGNATO;2026-11-25;;;ND;;;;")
	if d.Righe != (esitopostale.Conteggi{Totale: 4, Applicati: 2, GiaNoti: 2}) {
		t.Errorf("%+v", d.Righe)
	}
	if ha := b.leggi(t, `SELECT p.prova FROM posizione p JOIN voce v ON v.posizione = p.id WHERE v.ordine IN (1, 2, 9, 15) ORDER BY v.ordine`); fmt.Sprint(ha) != "[23L 281526382192  23L 281526382192 23L 281526382192]" {
		t.Error(ha)
	}
	b.rivive(t)
}

// TestDueFileInsieme: two files that say the same of the same letters, worked at once, record it once.
func TestDueFileInsieme(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, 6)
	b.PerPorzione = 100
	var righe []string
	for i := range 6 {
		righe = append(righe, fmt.Sprintf("LOTTO;%d;CONSEGNATO;;2026-11-25;;;281526382192;;", i+1))
	}
	primo := b.carica(t, b.file(intera, righe...))
	slices.Reverse(righe)
	secondo := b.carica(t, b.file(intera, righe...))
	var insieme sync.WaitGroup
	for _, e := range []esitopostale.Esito{primo, secondo} {
		insieme.Go(func() {
			if err := b.Lavora(b.ctx, scrittura.Messaggio{Consumatore: "prova", ID: e.ID.String()}, e.ID, 1); err != nil {
				t.Error(err)
			}
		})
	}
	insieme.Wait()
	uno, due := b.dettaglio(t, primo).Righe, b.dettaglio(t, secondo).Righe
	if uno.Applicati+due.Applicati != 6 || uno.GiaNoti+due.GiaNoti != 6 {
		t.Errorf("%+v %+v", uno, due)
	}
	if n := b.leggi(t, `SELECT count(*)::text FROM evento WHERE tipo = 'NOTIFICA_PERFEZIONATA'`)[0]; n != "6" {
		t.Errorf("%s services", n)
	}
}

// TestFileEMano: the same fact gives the same day by file and by hand, and each finds the other's.
func TestFileEMano(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, 2)
	mano := func(sequenza int, tipo, dati string) {
		t.Helper()
		id := uuid.MustParse(b.leggi(t, `SELECT verbale::text FROM voce WHERE ordine = $1`, sequenza)[0])
		r := mosse.RichiestaEvento{Tipo: tipo, Motivo: "cartolina", Prova: "23L 1", Dati: []byte(dati), Idempotenza: "mano"}
		_, _, err := b.stanze.Pratiche.RegistraEvento(b.ctx, id, r, "")
		if err != nil {
			t.Fatal(err)
		}
	}
	mano(1, "NOTIFICA_PERFEZIONATA", `{"canale":"POSTA_DEPOSITO","esito":{"fatto":"2026-11-27","ritiro":"2026-12-20"}}`)
	d := b.prende(t, intera, "LOTTO;1;RITIRATO;;;2026-11-27;2026-12-20;281526382192;;", "LOTTO;2;RITIRATO;;;2026-11-27;2026-12-20;281526382192;;")
	if d.Righe.GiaNoti != 1 || d.Righe.Applicati != 1 {
		t.Fatalf("%+v %+v", d.Righe, d.Elementi)
	}
	termini := b.leggi(t, `SELECT DISTINCT string_agg(tipo || ' ' || giorno, ', ' ORDER BY tipo) FROM scadenza GROUP BY posizione`)
	giorni := b.leggi(t, `SELECT DISTINCT giorno_zero::text FROM posizione`)
	if len(termini) != 1 || fmt.Sprint(giorni) != "[2026-12-07]" {
		t.Errorf("file and hand differ: %v %v", termini, giorni)
	}
	if d := b.prende(t, intera, "LOTTO;2;CONSEGNATO;;2026-11-25;;;281526382192;;"); d.Righe.Contraddittori != 1 {
		t.Errorf("%+v", d)
	}
	mano(2, "DATA_NOTIFICA_RETTIFICATA", `{"canale":"POSTA_CONSEGNA","esito":{"fatto":"2026-11-25"}}`)
	if d := b.prende(t, intera, "LOTTO;2;CONSEGNATO;;25/11/2026;;;281526382192;;"); d.Righe.GiaNoti != 1 {
		t.Errorf("what a person has corrected is no contradiction any more: %+v", d)
	}
}

// TestContraddizioni: what is against the record changes nothing and opens one anomaly, however often it comes.
func TestContraddizioni(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, 7)
	b.prende(t, intera, "LOTTO;1;CONSEGNATO;;2026-11-25;;;281526382192;;", "LOTTO;2;SCONOSCIUTO;;2026-11-30;;;;;")
	prima := make([]string, 8)
	for i := 1; i <= 7; i++ {
		prima[i] = b.stato(t, i)
	}
	righe := []string{
		"LOTTO;1;CONSEGNATO;;2026-11-26;;;281526382192;;",
		"LOTTO;2;CONSEGNATO;;2026-11-26;;;281526382192;;",
		"LOTTO;3;CONSEGNATO;;2026-11-19;;;281526382192;;",
		"LOTTO;4;CONSEGNATO;;2027-01-11;;;281526382192;;",
		"LOTTO;5;COMPIUTA_GIACENZA;;;2027-01-05;;;;261526382198",
		"LOTTO;6;RITIRATO;;;2026-12-05;2026-12-01;281526382192;;",
		"LOTTO;7;SCONOSCIUTO;;2026-11-10;;;;;",
	}
	parole := []string{"risulta notificato il 25/11/2026", "non riuscito il 30/11/2026 (Destinatario sconosciuto)", "precede la spedizione", "nel futuro",
		"non è ancora avvenuta", "precede", "precede"}
	d := b.prende(t, intera, righe...)
	if d.Righe != (esitopostale.Conteggi{Totale: 7, Contraddittori: 7}) || d.Stato != verbale.EsitiCompletatiConErrori {
		t.Fatalf("%+v", d)
	}
	for i, r := range d.Elementi {
		if !strings.Contains(r.Motivo, parole[i]) || r.Verbale == nil || r.Linea != i+2 {
			t.Errorf("%+v, want %q", r, parole[i])
		}
		if ha := b.stato(t, i+1); ha != prima[i+1]+" ESITO_POSTALE_CONTRADDITTORIO" {
			t.Errorf("%d: %s, before %s", i+1, ha, prima[i+1])
		}
	}
	b.rivive(t)
	eventi := b.eventi(t)
	if d := b.prende(t, intera, append(righe, "")...); d.Righe.Contraddittori != 7 {
		t.Errorf("%+v", d)
	}
	if d := b.prende(t, "esito;lotto;sequenza;data", "CONSEGNATO;LOTTO;1;2026-11-26", "CONSEGNATO;LOTTO;1;2026-11-25"); d.Righe.Contraddittori != 1 || d.Righe.GiaNoti != 1 {
		t.Errorf("%+v", d)
	}
	if b.eventi(t) != eventi {
		t.Error("the same contradiction is told twice")
	}
}

// TestMaiPartita: an outcome of an act that never left by post contradicts the record.
func TestMaiPartita(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, 1)
	b.inserisce(t, "dopo")
	chiave := b.leggi(t, `SELECT concat_ws('/', f.numero, nullif(f.lettera, ''), f.anno) || ';' || p.id FROM posizione p JOIN verbale f ON f.id = p.verbale
		WHERE NOT EXISTS (SELECT FROM notifica n WHERE n.posizione = p.id)`)[0]
	d := b.prende(t, "documento;destinatario;esito;data", chiave+";CONSEGNATO;2026-12-01", chiave+";SCONOSCIUTO;2026-12-01")
	if d.Righe.Contraddittori != 2 || !strings.Contains(d.Elementi[0].Motivo, "mai partito") {
		t.Errorf("%+v", d)
	}
	if n := b.leggi(t, `SELECT count(*)::text FROM anomalia WHERE tipo = 'ESITO_POSTALE_CONTRADDITTORIO'`)[0]; n != "2" {
		t.Errorf("%s anomalies", n)
	}
}

// TestDueVolteNelFile: the second row of the same letter is judged by what the first has done.
func TestDueVolteNelFile(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, 1)
	d := b.prende(t, intera, "LOTTO;1;CONSEGNATO;;2026-11-25;;;281526382192;;", "LOTTO;1;CONSEGNATO;;2026-11-26;;;281526382192;;", "LOTTO;1;CONSEGNATO;;2026-11-25;;;281526382192;;")
	if d.Righe != (esitopostale.Conteggi{Totale: 3, Applicati: 1, Contraddittori: 1, GiaNoti: 1}) {
		t.Errorf("%+v", d)
	}
	if ha := b.stato(t, 1); ha != "PERFEZIONATA 2026-11-25 [23L 281526382192] NOTIFICATO ESITO_POSTALE_CONTRADDITTORIO" {
		t.Error(ha)
	}
}

// TestStessoFile: the same bytes are one file; a stop between chunks, and messages in any order, change nothing.
func TestStessoFile(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, 5)
	var righe []string
	for i := range 5 {
		righe = append(righe, fmt.Sprintf("LOTTO;%d;CONSEGNATO;;2026-11-25;;;281526382192;;", i+1))
	}
	corpo := b.file(intera, righe...)
	e := b.carica(t, corpo)
	if e.Stato != verbale.EsitiAccodati || e.Righe != (esitopostale.Conteggi{Totale: 5, InAttesa: 5}) {
		t.Fatalf("%+v", e)
	}
	b.porzione(t, e, "tre", 3)
	b.porzione(t, e, "uno", 1)
	b.porzione(t, e, "uno", 1)
	b.porzione(t, e, "uno di nuovo", 1)
	if d := b.dettaglio(t, e); d.Stato != verbale.EsitiInCorso || d.Righe != (esitopostale.Conteggi{Totale: 5, Applicati: 2, InAttesa: 3}) {
		t.Fatalf("%+v", d)
	}
	if ancora := b.carica(t, corpo); ancora.ID != e.ID || ancora.Righe.Applicati != 2 {
		t.Errorf("%+v", ancora)
	}
	b.porzione(t, e, "due", 2)
	b.porzione(t, e, "tre di nuovo", 3)
	if d := b.dettaglio(t, e); d.Stato != verbale.EsitiCompletati || d.Righe != (esitopostale.Conteggi{Totale: 5, Applicati: 5}) {
		t.Fatalf("%+v", d)
	}
	lavori := b.leggi(t, `SELECT corpo->>'porzione' FROM uscita WHERE soggetto = 'lavori.elaborazione.esiti.alfa' ORDER BY posizione`)
	if fmt.Sprint(lavori) != "[1 2 3]" {
		t.Error(lavori)
	}
	if n := b.leggi(t, `SELECT count(*)::text FROM evento WHERE tipo = 'NOTIFICA_PERFEZIONATA'`)[0]; n != "5" {
		t.Errorf("%s services", n)
	}
	b.Esegui(t, "elaborazione", "alfa", `UPDATE verbali.esito_postale SET stato = 'FALLITO', porzione = 2`)
	if ripreso := b.carica(t, corpo); ripreso.ID != e.ID || ripreso.Stato != verbale.EsitiAccodati {
		t.Errorf("%+v", ripreso)
	}
}

// TestChiavi: a row is matched to one letter or set apart, never guessed; another command's numbers are nobody's.
func TestChiavi(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, 4)
	id := func(colonna string, sequenza int) string {
		return b.leggi(t, `SELECT `+colonna+`::text FROM voce v JOIN verbale f ON f.id = v.verbale WHERE ordine = $1`, sequenza)[0]
	}
	numero := func(sequenza int) string {
		return id(`concat_ws('/', f.numero, nullif(f.lettera, ''), f.anno)`, sequenza)
	}
	const tutte = "lotto;sequenza;notifica;documento;destinatario;esito;data;prova"
	fine := ";CONSEGNATO;2026-11-25;img1"
	d := b.prende(t, tutte,
		"LOTTO;1;;"+numero(1)+";"+id("v.posizione", 1)+fine,
		";;"+id("v.id", 2)+";;"+fine,
		";;;000"+strings.ToLower(numero(3))+";"+id("v.posizione", 3)+fine,
		"LOTTO;4;;"+numero(3)+";"+fine,
		"LOTTO;4;"+id("v.id", 3)+";;"+fine,
		"LOTTO;4;;;"+id("v.posizione", 3)+fine,
		"LOTTO;99;;;"+fine,
		strings.Replace(b.nome, "alfa", "beta", 1)+";4;;;"+fine,
		";;"+uuid.NewString()+";;"+fine,
		";;;"+numero(4)+";"+uuid.NewString()+fine,
		";;;"+numero(4)+";"+fine,
		"LOTTO;;;;"+fine,
		"LOTTO;x;;;"+fine,
		";;abc;;"+fine,
		";;;x/y/z;"+id("v.posizione", 4)+fine)
	if d.Righe != (esitopostale.Conteggi{Totale: 15, Applicati: 3, Sconosciuti: 7, NonValidi: 5}) {
		t.Errorf("%+v %+v", d.Righe, d.Elementi)
	}
	var colonne []string
	for _, r := range d.Elementi {
		colonne = append(colonne, r.Colonna)
	}
	if got := strings.Join(colonne, " "); got != "documento notifica destinatario lotto lotto notifica destinatario lotto sequenza sequenza notifica documento" {
		t.Error(got)
	}
	if ha := b.stato(t, 4); ha != "AVVIATA - [] IN_NOTIFICA" {
		t.Error(ha)
	}
	beta := b.come("beta", "ufficio.beta", auth.RuoloUfficio)
	if _, err := b.Dettaglio(beta, d.ID, "", "", 10); !problem.Is(err, "NON_TROVATO") {
		t.Error(err)
	}
	e, err := b.Carica(beta, b.file(tutte, "LOTTO;4;;;"+fine, ";;"+id("v.id", 4)+";;"+fine), csvUTF8, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Lavora(beta, scrittura.Messaggio{Consumatore: "prova", ID: "beta"}, e.ID, 1); err != nil {
		t.Fatal(err)
	}
	altro, err := b.Dettaglio(beta, e.ID, "", "", 10)
	if err != nil || altro.Righe.Sconosciuti != 2 || b.stato(t, 4) != "AVVIATA - [] IN_NOTIFICA" {
		t.Errorf("%+v %v", altro, err)
	}
}

// TestRigheErrate: a row that cannot be read fails alone, with its column.
func TestRigheErrate(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, 1)
	casi := []struct{ riga, colonna, dice string }{
		{"BOH;;2026-11-25;;;;;", "esito", "non è un esito"},
		{";;2026-11-25;;;;;", "esito", "manca"},
		{"RECRN001C;;2026-11-25;;;;;", "esito", "raccomandata ordinaria"},
		{"RECAG003C;;2026-11-25;;;;;", "causa", "serve una causa"},
		{"RECAG003C;M09;2026-11-25;;;;;", "causa", "serve una causa"},
		{"RECAG003C;F01;2026-11-25;;;;;", "causa", "non è una causa"},
		{"CONSEGNATO;;;;;;;", "data", "manca"},
		{"CONSEGNATO;;31/02/2026;;;;;", "data", "non è un giorno"},
		{"CONSEGNATO;;2026-11-25;2026-11-26;;;;", "dataCad", "non riguarda"},
		{"RITIRATO;;;2026-11-26;;;;", "dataRitiro", "manca"},
		{"RITIRATO;;2026-11-27;2026-11-26;2026-11-28;;;", "data", "diversa"},
		{"COMPIUTA_GIACENZA;;2026-11-27;;;;;", "dataCad", "manca"},
		{"SCONOSCIUTO;;;;;;;", "data", "manca"},
		{"CONSEGNATO;;2026-11-25;;;;\x07;", "can", "caratteri"},
		{"CONSEGNATO;;2026-11-25;;;" + strings.Repeat("9", 201) + ";;", "ricevuta", "200"},
		{"CONSEGNATO;2026-11-25", "", "ha 4 celle"},
	}
	var righe []string
	for _, c := range casi {
		righe = append(righe, "LOTTO;1;"+c.riga)
	}
	d := b.prende(t, intera, righe...)
	if d.Righe.NonValidi != len(casi) || len(d.Elementi) != len(casi) {
		t.Fatalf("%+v %+v", d.Righe, d.Elementi)
	}
	for i, r := range d.Elementi {
		if r.Colonna != casi[i].colonna || !strings.Contains(r.Motivo, casi[i].dice) || r.Linea != i+2 {
			t.Errorf("%q: %+v", casi[i].riga, r)
		}
	}
	pagina, err := b.Dettaglio(b.ctx, d.ID, verbale.RigaNonValida, "", 10)
	if err != nil || len(pagina.Elementi) != 10 {
		t.Fatal(pagina, err)
	}
	resto, err := b.Dettaglio(b.ctx, d.ID, verbale.RigaNonValida, pagina.Cursore, 10)
	if err != nil || len(resto.Elementi) != 6 || resto.Cursore != "" || resto.Elementi[0].Linea != 12 {
		t.Errorf("%+v %v", resto, err)
	}
	if _, err := b.Dettaglio(b.ctx, d.ID, "", "x", 10); problem.As(err) == nil {
		t.Error(err)
	}
}

// TestQuelloCheExcelLascia: what a spreadsheet leaves around the rows is nothing; a value without a name is told.
func TestQuelloCheExcelLascia(t *testing.T) {
	t.Parallel()
	const testata = "lotto;sequenza;esito;data;ricevuta"
	lasciti := []func(string) string{
		func(f string) string { return f + ";;;;\n;;;;\n" },
		func(f string) string { return strings.ReplaceAll(f, "\n", ";\n") },
		func(f string) string { return "sep=;\r\n" + strings.ReplaceAll(f, "\n", "\r\n") },
		func(f string) string { return f + "\x1a" },
		func(f string) string { return "\ufeff" + strings.ReplaceAll(f, "\n", "\r") + "\x00\x00" },
		func(f string) string { return strings.Replace(f, "281526382192", `="281526382192"`, 1) + " \t\n" },
		func(f string) string { return strings.Replace(f, "CONSEGNATO", "\u00a0CONSEGNATO\u00a0", 1) },
	}
	b := nuovoBanco(t, len(lasciti)+1)
	for i, lascia := range lasciti {
		d := b.lavora(t, b.carica(t, []byte(lascia(string(b.file(testata, fmt.Sprintf("LOTTO;%d;CONSEGNATO;2026-11-25;281526382192", i+1)))))))
		if d.Stato != verbale.EsitiCompletati || d.Righe != (esitopostale.Conteggi{Totale: 1, Applicati: 1}) {
			t.Errorf("%d: %+v %+v", i, d.Esito, d.Elementi)
		}
		if ha := b.stato(t, i+1); ha != "PERFEZIONATA 2026-11-25 [23L 281526382192] NOTIFICATO" {
			t.Errorf("%d: %s", i, ha)
		}
	}
	d := b.lavora(t, b.carica(t, b.file(testata+";", fmt.Sprintf("LOTTO;%d;CONSEGNATO;2026-11-25;281526382192;x", len(lasciti)+1))))
	if d.Righe.NonValidi != 1 || !strings.Contains(d.Elementi[0].Motivo, "la colonna 6 non ha nome") {
		t.Errorf("%+v %+v", d.Righe, d.Elementi)
	}
}

// TestFileCattivi: a file whose shape is wrong is refused whole, and nothing of it stays.
func TestFileCattivi(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, 1)
	for nome, c := range map[string]struct{ tipo, corpo, dice string }{
		"empty":               {csvUTF8, "", "vuoto"},
		"no rows":             {csvUTF8, "notifica;esito\n", "righe"},
		"a column of nobody":  {csvUTF8, "notifica;esito;colore\na;b;c\n", "colore"},
		"a column twice":      {csvUTF8, "notifica;esito;Esito\na;b;c\n", "due volte"},
		"no outcome":          {csvUTF8, "notifica;data\na;b\n", "esito"},
		"no key":              {csvUTF8, "lotto;esito\na;b\n", "sequenza"},
		"quotes out of place": {csvUTF8, "notifica;esito\na;b\na\"b;c\n", "riga 3"},
		"not UTF-8":           {csvUTF8, "notifica;esito;prova\na;b;\xe8\n", "windows-1252"},
		"UTF-16":              {csvUTF8, "\xff\xfen\x00", "windows-1252"},
		"a number in scientific notation for a name": {csvUTF8, "sep=;\nnotifica;1E+11\na;b\n", "1E+11"},
		"rows of separators":                         {csvUTF8, "notifica;esito\n;\n;;;\n \t\n", "righe"},
		"another encoding":                           {"text/csv; charset=ebcdic", "notifica;esito\na;b\n", "windows-1252"},
		"another media type":                         {"application/json", "{}", "text/csv"},
		"no media type":                              {"", "notifica;esito\na;b\n", "text/csv"},
		"more rows than a file":                      {csvUTF8, "notifica;esito\n" + strings.Repeat("a;b\n", 200_001), "200000"},
	} {
		_, err := b.Carica(b.ctx, []byte(c.corpo), c.tipo, "")
		e := problem.As(err)
		if e == nil || !strings.Contains(e.Error(), c.dice) {
			t.Errorf("%s: %v", nome, err)
		}
	}
	if n := b.leggi(t, `SELECT count(*)::text FROM esito_postale`)[0]; n != "0" {
		t.Errorf("%s files are kept", n)
	}
}

// TestCodifiche: UTF-8 with its mark, windows-1252 as declared, commas, and the columns of the index of a package.
func TestCodifiche(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, 3)
	for i, c := range []struct{ tipo, corpo string }{
		{csvUTF8, "\xef\xbb\xbfLotto,Sequenza,nome,indirizzo,esito,data,prova\r\nLOTTO,1,Verdi Luca,\"Via Roma, 1\",CONSEGNATO,2026-11-25,perché no\r\n"},
		{"text/csv; charset=windows-1252", "lotto;sequenza;esito;data;prova\nLOTTO;2;CONSEGNATO;2026-11-25;perch\xe9 no\n"},
		{"text/csv; charset=UTF-8", "lotto;sequenza;esito;data;prova\nLOTTO;3;CONSEGNATO;2026-11-25;perché no\n"},
	} {
		e, err := b.Carica(b.ctx, []byte(strings.ReplaceAll(c.corpo, "LOTTO", b.nome)), c.tipo, "")
		if err != nil {
			t.Fatal(err)
		}
		b.lavora(t, e)
		if ha := b.stato(t, i+1); ha != "PERFEZIONATA 2026-11-25 [perché no] NOTIFICATO" {
			t.Errorf("%d: %s", i, ha)
		}
	}
	if celle := b.leggi(t, `SELECT celle::text FROM esito_postale_riga WHERE celle::text ~ 'Verdi|Roma'`); len(celle) > 0 {
		t.Error("names are kept:", celle)
	}
}
