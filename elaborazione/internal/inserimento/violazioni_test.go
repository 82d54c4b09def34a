package inserimento_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

func intero(n int64) *int64 { return &n }

// con is a fine for one violation.
func con(x ...richiesta.Violazione) func(*richiesta.Verbale) {
	return func(v *richiesta.Verbale) { v.Violazioni = x }
}

// avvertito reports a warning by its codice.
func avvertito(e verbaleins.Esito, codice string) bool {
	for _, a := range e.Avvertenze {
		if strings.HasPrefix(a, codice+": ") {
			return true
		}
	}
	return false
}

// sceglie records VIOLAZIONE_SCELTA, as a person of the office.
func sceglie(b *banco.Banco, idVerbale, dati string) error {
	_, _, err := b.Pratiche.RegistraEvento(b.Come("alfa", "ufficio.alfa", auth.RuoloUfficio), banco.Parse(idVerbale),
		mosse.RichiestaEvento{Tipo: "VIOLAZIONE_SCELTA", Motivo: "letto il verbale", Idempotenza: dati, Dati: json.RawMessage(dati)}, "")
	return err
}

func valida(b *banco.Banco, idVerbale string) error {
	_, _, err := b.Pratiche.RegistraEvento(b.Come("alfa", "ufficio.alfa", auth.RuoloUfficio), banco.Parse(idVerbale),
		mosse.RichiestaEvento{Tipo: "VERBALE_VALIDATO", Motivo: "controllato", Idempotenza: "valida"}, "")
	return err
}

// importi are the sums of the notices of a fine, by purpose.
func importi(t *testing.T, b *banco.Banco, idVerbale string) string {
	t.Helper()
	return b.Elenca(t, "alfa", `SELECT tipo || ' ' || importo_cent FROM avviso WHERE verbale = $1 ORDER BY importo_cent`, idVerbale)
}

// TestCodiceDiviso: a codice of the earlier table prices the days before it was divided; afterwards the fine is taken and
// a person chooses. Nothing is guessed and nothing is refused.
func TestCodiceDiviso(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	il := func(anno int, x richiesta.Violazione) func(*richiesta.Verbale) {
		return func(v *richiesta.Verbale) {
			v.Violazioni = []richiesta.Violazione{x}
			v.DataOraViolazione = time.Date(anno, 11, 12, 10, 20, 0, 0, calendario.Roma())
		}
	}
	prima := b.Inserisce(ctx, t, banco.UnVerbale("C-2024", il(2024, richiesta.Violazione{Articolo: "158", Comma: "1", Codice: "158-1"})))
	if s := importi(t, b, prima.IDVerbale); s != "RIDOTTO_30 6090 RIDOTTO 8700" {
		t.Error(s)
	}
	for nome, x := range map[string]richiesta.Violazione{
		"C-CODICE": {Articolo: "158", Comma: "1", Codice: "158-1"}, "C-COMMA": {Articolo: "158", Comma: "1"},
	} {
		e := b.Inserisce(ctx, t, banco.UnVerbale(nome, il(2026, x)))
		if e.Procedura != "DA_VALIDARE" || !avvertito(e, "VIOLAZIONE_DA_SCEGLIERE") || avvertito(e, "IMPORTI") || len(e.Avvisi) > 0 {
			t.Errorf("%s: %+v", nome, e)
		}
		if err := valida(b, e.IDVerbale); !problem.Is(err, "TRANSIZIONE_NON_AMMESSA") {
			t.Errorf("%s: validato senza riga: %v", nome, err)
		}
		if err := sceglie(b, e.IDVerbale, `{"codice":"146-3"}`); problem.As(err) == nil || problem.As(err).Kind != problem.BadRequest {
			t.Errorf("%s: una riga qualsiasi: %v", nome, err)
		}
		if err := sceglie(b, e.IDVerbale, `{"codice":"158-1-f"}`); err != nil {
			t.Fatal(err)
		}
		if err := valida(b, e.IDVerbale); err != nil {
			t.Fatal(err)
		}
		if s := importi(t, b, e.IDVerbale); s != "RIDOTTO_30 11550 RIDOTTO 16500" {
			t.Errorf("%s: %s", nome, s)
		}
		if s := b.Elenca(t, "alfa", `SELECT codice || ' ' || lettera || ' ' || cardinality(candidati) FROM violazione WHERE verbale = $1`, e.IDVerbale); s != "158-1-f f 0" {
			t.Error(s)
		}
		b.Rivive(ctx, t, e.IDVerbale)
	}
	t.Run("la lettera lascia una riga sola", func(t *testing.T) {
		t.Parallel()
		e := b.Inserisce(ctx, t, banco.UnVerbale("C-LETTERA", il(2026, richiesta.Violazione{Articolo: "158", Comma: "1", Lettera: "f"})))
		if s := importi(t, b, e.IDVerbale); s != "RIDOTTO_30 11550 RIDOTTO 16500" {
			t.Errorf("%s %+v", s, e)
		}
	})
	t.Run("ciò che era ambiguo anche prima resta rifiutato", func(t *testing.T) {
		t.Parallel()
		_, err := b.Soap.Inserisci(ctx, banco.UnVerbale("C-AMBIGUO", il(2026, richiesta.Violazione{Articolo: "158", Comma: "2"})))
		if !problem.Is(err, "VIOLAZIONE_AMBIGUA") {
			t.Errorf("%v", err)
		}
	})
	t.Run("due ruote o più, la targa non lo dice", func(t *testing.T) {
		t.Parallel()
		moto := func(classe string) func(*richiesta.Verbale) {
			return func(v *richiesta.Verbale) {
				v.Veicolo = richiesta.Veicolo{Targa: "AB12345", TargaScritta: "AB12345", TipoTarga: targa.Motoveicolo, Nazione: "IT", Classe: classe}
				v.Violazioni = []richiesta.Violazione{{Articolo: "158", Comma: "2", Lettera: "d"}}
			}
		}
		e := b.Inserisce(ctx, t, banco.UnVerbale("M-FORSE", moto("")))
		if e.Procedura != "DA_VALIDARE" || !avvertito(e, "VIOLAZIONE_DA_SCEGLIERE") || avvertito(e, "IMPORTI") || len(e.Avvisi) > 0 {
			t.Errorf("una moto come la mandava chi scriveva alla tabella di prima: %+v", e)
		}
		e = b.Inserisce(ctx, t, banco.UnVerbale("M-DUE", moto("MOTOCICLO")))
		if s := importi(t, b, e.IDVerbale); s != "RIDOTTO_30 6090 RIDOTTO 8700" {
			t.Error(s)
		}
	})
}

// TestClasseDetta: of a vehicle whose class the officer writes, a row that is not for it is refused; where the earlier table
// knew the class and had the row for everybody, the fine waits for a person.
func TestClasseDetta(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	casco := func(classe string) richiesta.Verbale {
		return banco.UnVerbale("K-"+classe, con(richiesta.Violazione{Articolo: "171", Comma: "2"}), func(v *richiesta.Verbale) { v.Veicolo.Classe = classe })
	}
	for _, classe := range []string{"VELOCIPEDE", "AUTOCARRO"} {
		_, err := b.Soap.Inserisci(ctx, casco(classe))
		if d := cmp.Diff([]string{"veicolo.classe"}, banco.Campi(err)); d != "" {
			t.Errorf("%s: %v %s", classe, err, d)
		}
	}
	if e := b.Inserisce(ctx, t, casco("AUTOVEICOLO")); e.Procedura != "DA_VALIDARE" || !avvertito(e, "RIGA_DUBBIA") {
		t.Errorf("%+v", e)
	}
	for _, classe := range []string{"MOTOCICLO", ""} {
		if e := b.Inserisce(ctx, t, casco(classe)); avvertito(e, "RIGA_DUBBIA") {
			t.Errorf("%s: %+v", classe, e)
		}
	}
}

// TestCitazioniDiPrima: whoever wrote to the earlier table is never refused what that one had a single row for: the row is
// the same, or a person chooses it.
func TestCitazioniDiPrima(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	for i, c := range []struct {
		regola  string
		x       richiesta.Violazione
		vuole   string // the codice recorded, or the candidates
		avverte string
	}{
		{"il comma che il codice aveva", richiesta.Violazione{Articolo: "102", Comma: "6", Codice: "102-7"}, "102-7", "COMMA_DIVERSO"},
		{"il comma che la tabella non ha più", richiesta.Violazione{Articolo: "23", Comma: "3"}, "23-11", "COMMA_DIVERSO"},
		{"il comma di un altro tempo", richiesta.Violazione{Articolo: "158", Comma: "6", Lettera: "d-bis", Codice: "158-2"}, "158-2", ""},
		{"la lettera del codice diviso", richiesta.Violazione{Articolo: "158", Comma: "2", Lettera: "i", Codice: "158-2-i"},
			"158-2-h 158-2-i-pedonale", "VIOLAZIONE_DA_SCEGLIERE"},
		{"il comma del codice diviso", richiesta.Violazione{Articolo: "7", Comma: "13", Codice: "7-13"}, "7-13-divieto 7-14-p1", "VIOLAZIONE_DA_SCEGLIERE"},
		{"un periodo che si è aggiunto", richiesta.Violazione{Articolo: "126", Comma: "11"}, "126-11 126-11-p3", "VIOLAZIONE_DA_SCEGLIERE"},
		{"chi presta la sanzione è citato da solo", richiesta.Violazione{Articolo: "193", Comma: "2"}, "193-2", ""},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			e := b.Inserisce(ctx, t, banco.UnVerbale(fmt.Sprintf("P-%d", i), con(c.x), func(v *richiesta.Verbale) {
				v.Veicolo.Targa = fmt.Sprintf("AC12%dCE", i)
				v.Veicolo.TargaScritta = v.Veicolo.Targa
			}))
			ha := b.Elenca(t, "alfa", `SELECT codice || array_to_string(candidati, ' ') FROM violazione WHERE verbale = $1`, e.IDVerbale)
			if ha != c.vuole || c.avverte != "" && !avvertito(e, c.avverte) || c.avverte == "" && avvertito(e, "COMMA_DIVERSO") {
				t.Errorf("%q, %v", ha, e.Avvertenze)
			}
			if strings.Contains(c.vuole, " ") != (e.Procedura == "DA_VALIDARE" && len(e.Avvisi) == 0) {
				t.Errorf("%s, %d avvisi", e.Procedura, len(e.Avvisi))
			}
		})
	}
}

// TestRigaDubbia: a doubt about the amount waits for a person whatever the command has set; one about the points only
// does not.
func TestRigaDubbia(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	e := b.Inserisce(ctx, t, banco.UnVerbale("D-1", con(richiesta.Violazione{Articolo: "6", Comma: "14", Codice: "6-14-p2"})))
	if e.Procedura != "DA_VALIDARE" || !avvertito(e, "RIGA_DUBBIA") || len(e.Avvisi) > 0 {
		t.Errorf("%+v", e)
	}
	if s := b.Elenca(t, "alfa", `SELECT dubbio FROM violazione WHERE verbale = $1`, e.IDVerbale); !strings.Contains(s, "41") {
		t.Errorf("il dubbio non si legge: %q", s)
	}
	if err := valida(b, e.IDVerbale); err != nil {
		t.Error(err)
	}
	punti := b.Inserisce(ctx, t, banco.UnVerbale("D-2", con(richiesta.Violazione{Articolo: "189", Comma: "9"})))
	if punti.Procedura == "DA_VALIDARE" || !avvertito(punti, "PUNTI_DA_VERIFICARE") {
		t.Errorf("%+v", punti)
	}
}

// TestTariffaEPeriodi: the evaded tariff is added whole to every sum, the band as often as the law says.
func TestTariffaEPeriodi(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	casi := []struct {
		nome   string
		x      richiesta.Violazione
		avvisi string
	}{
		{"T-SOSTA", richiesta.Violazione{Articolo: "7", Comma: "15", Codice: "7-15-p1", TariffaCent: intero(500)}, "RIDOTTO_30 3440 RIDOTTO 4700"},
		{"T-ZONA", richiesta.Violazione{Articolo: "7", Comma: "14-bis", TariffaCent: intero(500)}, "RIDOTTO_30 6310 RIDOTTO 8800"},
		{"T-TEMPO", richiesta.Violazione{Articolo: "7", Comma: "14", Codice: "7-14-p4", Periodi: intero(3)}, "RIDOTTO_30 5460 RIDOTTO 7800"},
		{"T-TETTO", richiesta.Violazione{Articolo: "7", Comma: "14", Codice: "7-14-p4", Periodi: intero(9)}, "RIDOTTO_30 7280 RIDOTTO 10400"},
	}
	for i, c := range casi {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			e := b.Inserisce(ctx, t, banco.UnVerbale(c.nome, con(c.x), func(v *richiesta.Verbale) { // each on a vehicle of its own
				v.Veicolo.Targa = fmt.Sprintf("AB12%dCE", i)
				v.Veicolo.TargaScritta = v.Veicolo.Targa
			}))
			if s := importi(t, b, e.IDVerbale); s != c.avvisi {
				t.Errorf("%s, %v", s, e.Avvertenze)
			}
			b.Rivive(ctx, t, e.IDVerbale)
		})
	}
	for campo, x := range map[string]richiesta.Violazione{
		"violazione[1].tariffaCent": {Articolo: "158", Comma: "2", Lettera: "d", TariffaCent: intero(500)},
		"violazione[1].periodi":     {Articolo: "146", Comma: "3", Periodi: intero(2)},
	} {
		_, err := b.Soap.Inserisci(ctx, banco.UnVerbale("T-"+campo[14:18], con(x)))
		if d := cmp.Diff([]string{campo}, banco.Campi(err)); d != "" {
			t.Errorf("%v %s", err, d)
		}
	}
	senza := b.Inserisce(ctx, t, banco.UnVerbale("T-SENZA", con(richiesta.Violazione{Articolo: "7", Comma: "15", Codice: "7-15-p1"})))
	if senza.Procedura != "DA_VALIDARE" || !avvertito(senza, "TARIFFA_MANCANTE") {
		t.Errorf("%+v", senza)
	}
}

// guidatore is the driver of the fines of a test.
func guidatore(v *richiesta.Verbale) {
	v.ContestazioneImmediata, v.MotivoMancataContestazione = true, ""
	v.Trasgressore = &richiesta.Soggetto{Persona: &richiesta.Persona{Cognome: "Rossi", Nome: "Mario", CodiceFiscale: "RSSMRA80A01H501U"},
		Indirizzo: &richiesta.Indirizzo{Via: "Via Garibaldi", Civico: "15", Cap: "48121", Comune: "Ravenna", Provincia: "RA", Nazione: "IT"}}
}

// TestSospensioneBreve: the days follow the points left, double with a crash, and the discount waits for a person.
func TestSospensioneBreve(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	fermato := func(idEsterno string, punti int64, incidente bool) verbaleins.Esito {
		return b.Inserisce(ctx, t, banco.UnVerbale(idEsterno, con(richiesta.Violazione{Articolo: "172", Comma: "10"}), guidatore, func(v *richiesta.Verbale) {
			v.Patente = &richiesta.Patente{Punti: &punti, Incidente: incidente}
			v.DataOraViolazione = v.DataOraViolazione.Add(-time.Duration(punti) * 1000 * 24 * time.Hour / 50)
		}))
	}
	for _, c := range []struct {
		idEsterno string
		punti     int64
		incidente bool
		giorni    string
	}{{"B-19", 19, false, "7 giorni"}, {"B-9", 9, false, "15 giorni"}, {"B-8", 8, true, "30 giorni"}} {
		e := fermato(c.idEsterno, c.punti, c.incidente)
		s := b.Elenca(t, "alfa", `SELECT accessoria FROM violazione WHERE verbale = $1`, e.IDVerbale)
		if e.Procedura != "DA_VALIDARE" || !avvertito(e, "SOSPENSIONE_BREVE") || !strings.Contains(s, "per "+c.giorni+" (art. 218-ter") {
			t.Errorf("%s: %s %+v", c.idEsterno, s, e)
		}
	}
	t.Run("resta nell'atto quando il comando decide della riduzione", func(t *testing.T) {
		e := fermato("B-11", 11, false)
		if err := sceglie(b, e.IDVerbale, `{"codice":"172-10","sconto30":"NO"}`); err != nil {
			t.Fatal(err)
		}
		s := b.Elenca(t, "alfa", `SELECT accessoria || ' ' || sconto30::text FROM violazione WHERE verbale = $1`, e.IDVerbale)
		if !strings.Contains(s, "per 7 giorni (art. 218-ter CdS) false") {
			t.Error(s)
		}
		b.Rivive(ctx, t, e.IDVerbale)
	})
	t.Run("e di una riga che si sceglie dopo", func(t *testing.T) {
		e := b.Inserisce(ctx, t, banco.UnVerbale("B-5", con(richiesta.Violazione{Articolo: "6", Codice: "6-14"}), guidatore, func(v *richiesta.Verbale) {
			v.Patente = &richiesta.Patente{Punti: intero(5)}
		}))
		if err := sceglie(b, e.IDVerbale, `{"codice":"6-14-p1"}`); err != nil {
			t.Fatal(err)
		}
		if s := b.Elenca(t, "alfa", `SELECT accessoria FROM violazione WHERE verbale = $1`, e.IDVerbale); !strings.Contains(s, "per 15 giorni (art. 218-ter CdS)") {
			t.Error(s)
		}
	})
	if e := fermato("B-20", 20, false); avvertito(e, "SOSPENSIONE_BREVE") {
		t.Errorf("%+v", e)
	}
}

// TestNeopatentato: the points of a driver in the first three years of his licence are doubled, whoever tells it.
func TestNeopatentato(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	for _, c := range []struct {
		idEsterno, rilascio string
		gia, doppi          bool
	}{{"N-NUOVO", "2024-05-01", false, true}, {"N-GIA", "2024-05-01", true, false}, {"N-VECCHIO", "2019-05-01", false, false}} {
		e := b.Inserisce(ctx, t, banco.UnVerbale(c.idEsterno, con(richiesta.Violazione{Articolo: "172", Comma: "10"}), guidatore, func(v *richiesta.Verbale) {
			v.Patente = &richiesta.Patente{Rilascio: calendario.MustParse(c.rilascio), GiaTitolare: c.gia}
		}))
		s := b.Elenca(t, "alfa", `SELECT bool_or(neopatentato)::text FROM posizione WHERE verbale = $1`, e.IDVerbale)
		if avvertito(e, "PUNTI_RADDOPPIATI") != c.doppi || s != strconv.FormatBool(c.doppi) {
			t.Errorf("%s: %s %v", c.idEsterno, s, e.Avvertenze)
		}
		b.Rivive(ctx, t, e.IDVerbale)
	}
	t.Run("anche se lo si sa dopo", func(t *testing.T) {
		e := b.Inserisce(ctx, t, banco.UnVerbale("N-POI", con(richiesta.Violazione{Articolo: "172", Comma: "10"}), guidatore))
		if _, _, err := b.Pratiche.RegistraEvento(b.Come("alfa", "ufficio.alfa", auth.RuoloUfficio), banco.Parse(e.IDVerbale),
			mosse.RichiestaEvento{Tipo: "DATI_CONDUCENTE_RICEVUTI", Motivo: "letta la patente", Idempotenza: "poi",
				Dati: json.RawMessage(`{"rilascioPatente":"2024-05-01"}`)}, ""); err != nil {
			t.Fatal(err)
		}
		if s := b.Elenca(t, "alfa", `SELECT bool_or(neopatentato)::text FROM posizione WHERE verbale = $1`, e.IDVerbale); s != "true" {
			t.Error(s)
		}
		b.Rivive(ctx, t, e.IDVerbale)
	})
	_, err := b.Soap.Inserisci(ctx, banco.UnVerbale("N-DOPO", guidatore, func(v *richiesta.Verbale) {
		v.Patente = &richiesta.Patente{Rilascio: calendario.Da(v.DataOraViolazione).AddDays(1)}
	}))
	if d := cmp.Diff([]string{"patente.rilascio"}, banco.Campi(err)); d != "" {
		t.Errorf("%v %s", err, d)
	}
}
