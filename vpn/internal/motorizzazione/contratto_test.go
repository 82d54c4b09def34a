package motorizzazione

import (
	"bytes"
	"encoding/json"
	"fmt"
	"github.com/piattaforma-verbali/verbali/vpn/internal/registro"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	simulato "github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/motorizzazione"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

func schema(tb testing.TB, nome string) *jsonschema.Schema {
	tb.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(simulato.Contratto()))
	if err != nil {
		tb.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("contratto.json", doc); err != nil {
		tb.Fatal(err)
	}
	s, err := c.Compile("contratto.json#/$defs/" + nome)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// grezza is the register's own answer, checked against the contract.
func grezza(tb testing.TB, s *jsonschema.Schema, percorso string) []byte {
	tb.Helper()
	server := httptest.NewServer(simulato.Nuovo(simulato.Opzioni{Orologio: fermo()}).Handler())
	defer server.Close()
	req, _ := http.NewRequestWithContext(tb.Context(), http.MethodGet, server.URL+percorso, nil)
	req.Header.Set("X-Richiedente", "alfa")
	req.Header.Set("X-Motivo", "prova")
	resp, err := server.Client().Do(req)
	if err != nil {
		tb.Fatal(err)
	}
	defer resp.Body.Close()
	corpo, err := io.ReadAll(resp.Body)
	if err != nil || !conforme(tb, s, corpo) {
		tb.Fatalf("%v: against the contract: %s", err, corpo)
	}
	return corpo
}

func conforme(tb testing.TB, s *jsonschema.Schema, corpo []byte) bool {
	tb.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(corpo))
	if err != nil {
		tb.Fatal(err)
	}
	return s.Validate(doc) == nil
}

func veicoloGrezzo(tb testing.TB, codice string) []byte {
	tb.Helper()
	return grezza(tb, schema(tb, "veicolo"), "/motorizzazione/v1/veicoli/"+simulato.Targa(codice, "AA")+"?data="+giorno().String())
}

func patenteGrezza(tb testing.TB, codice string) []byte {
	tb.Helper()
	return grezza(tb, schema(tb, "patente"), "/motorizzazione/v1/patenti/"+simulato.NumeroPatente(codice, "A"))
}

// Everything that the contract names survives the client: what it read, written
// again, is the register's answer.
func TestNullaSiPerdeNellaLettura(t *testing.T) {
	t.Parallel()
	for _, codice := range []string{"001", "002", "010", "021", "030", "040", "051", "052", "060", "070"} {
		corpo := veicoloGrezzo(t, codice)
		v, err := leggiVeicolo(corpo, simulato.Targa(codice, "AA"), giorno())
		if err != nil {
			t.Fatal(codice, err)
		}
		stesso(t, corpo, v)
	}
	for _, codice := range []string{"001", "610", "611", "612", "613", "614"} {
		corpo := patenteGrezza(t, codice)
		p, err := leggiPatente(corpo, simulato.NumeroPatente(codice, "A"))
		if err != nil {
			t.Fatal(codice, err)
		}
		stesso(t, corpo, p)
	}
}

func stesso(tb testing.TB, corpo []byte, letto any) {
	tb.Helper()
	riscritto, err := json.Marshal(letto)
	if err != nil {
		tb.Fatal(err)
	}
	var a, b any
	if json.Unmarshal(corpo, &a) != nil || json.Unmarshal(riscritto, &b) != nil {
		tb.Fatal("not JSON")
	}
	if d := cmp.Diff(a, b); d != "" {
		tb.Errorf("lost or added:\n%s", d)
	}
}

// mutazioni spoils one member at a time, anywhere in the document: removed,
// null, of another type, empty.
func mutazioni(tb testing.TB, corpo []byte) map[string][]byte {
	tb.Helper()
	var radice any
	if err := json.Unmarshal(corpo, &radice); err != nil {
		tb.Fatal(err)
	}
	esito := map[string][]byte{}
	visita(radice, "", func(percorso string, oggetto map[string]any, campo string) {
		vecchio := oggetto[campo]
		salva := func(come string) {
			b, _ := json.Marshal(radice)
			esito[percorso+" "+come] = b
		}
		delete(oggetto, campo)
		salva("assente")
		for come, valore := range map[string]any{"null": nil, "numero": 12.5, "vuoto": "", "oggetto": map[string]any{}} {
			oggetto[campo] = valore
			salva(come)
		}
		oggetto[campo] = vecchio
	})
	return esito
}

func visita(v any, percorso string, f func(percorso string, oggetto map[string]any, campo string)) {
	switch v := v.(type) {
	case map[string]any:
		for campo := range maps.Clone(v) {
			f(percorso+"/"+campo, v, campo)
			visita(v[campo], percorso+"/"+campo, f)
		}
	case []any:
		for i := range v {
			visita(v[i], fmt.Sprintf("%s/%d", percorso, i), f)
		}
	}
}

// The client refuses an answer that the contract refuses, and says so as the register's fault.
func TestCioCheIlContrattoRifiutaIlClientLoRifiuta(t *testing.T) {
	t.Parallel()
	provati := 0
	for _, codice := range []string{"001", "010", "030", "040", "052", "060"} {
		s, corpo := schema(t, "veicolo"), veicoloGrezzo(t, codice)
		for nome, mutato := range mutazioni(t, corpo) {
			_, err := leggiVeicolo(mutato, simulato.Targa(codice, "AA"), giorno())
			provati += confronta(t, codice+nome, conforme(t, s, mutato), err)
		}
	}
	for _, codice := range []string{"001", "610", "614"} {
		s, corpo := schema(t, "patente"), patenteGrezza(t, codice)
		for nome, mutato := range mutazioni(t, corpo) {
			_, err := leggiPatente(mutato, simulato.NumeroPatente(codice, "A"))
			provati += confronta(t, codice+nome, conforme(t, s, mutato), err)
		}
	}
	if provati < 500 {
		t.Errorf("only %d mutations against the contract", provati)
	}
}

// confronta returns 1 for a mutation that the contract refuses.
func confronta(tb testing.TB, nome string, conforme bool, err error) int {
	tb.Helper()
	if !conforme && err == nil && !tollerato(nome) {
		tb.Errorf("%s: the contract refuses it, the client takes it", nome)
	}
	if err != nil {
		un(tb, err, esterno.ErrInvalidAnswer)
	}
	if conforme {
		return 0
	}
	return 1
}

// tollerato: for optional members null and absence are one, and for a text also
// the empty one.
func tollerato(nome string) bool {
	for _, campo := range []string{"/al null", "/decesso null", "/cessazione null", "/cessazione/nazione null",
		"/cessazione/nazione vuoto", "/civico null", "/dataFurto null"} {
		if strings.HasSuffix(nome, campo) {
			return true
		}
	}
	return false
}

func TestCampiNuoviSonoTollerati(t *testing.T) {
	t.Parallel()
	corpo := bytes.Replace(veicoloGrezzo(t, "001"), []byte(`{`), []byte(`{"nuovo":{"a":[1]},`), 1)
	if _, err := leggiVeicolo(corpo, "ZS001AA", giorno()); err != nil {
		t.Error(err)
	}
}

func TestContraddizioni(t *testing.T) {
	t.Parallel()
	sostituisci := func(da, a string) func(string) string {
		return func(s string) string {
			if !strings.Contains(s, da) {
				t.Errorf("%s is not in the answer", da)
			}
			return strings.Replace(s, da, a, 1)
		}
	}
	var primo registro.Veicolo
	if err := json.Unmarshal(veicoloGrezzo(t, "001"), &primo); err != nil {
		t.Fatal(err)
	}
	nascita := primo.Intestatari[0].DataNascita.String()
	casi := map[string]func(string) string{
		"altro giorno":                 sostituisci(`"data":"2026-03-10"`, `"data":"2026-03-11"`),
		"giorno che non esiste":        sostituisci(`"data":"2026-03-10"`, `"data":"2026-02-30"`),
		"rubato senza data":            sostituisci(`"rubato":false`, `"rubato":true`),
		"furto di chi non è rubato":    sostituisci(`"rubato":false`, `"rubato":false,"dataFurto":"2020-01-01"`),
		"furto nel futuro":             sostituisci(`"rubato":false`, `"rubato":true,"dataFurto":"2026-03-11"`),
		"cessazione nel futuro":        sostituisci(`"rubato":false`, `"rubato":false,"cessazione":{"data":"2026-03-11","causa":"DEMOLIZIONE"}`),
		"titolo ignoto":                sostituisci(`"PROPRIETARIO"`, `"PASSANTE"`),
		"tipo ignoto":                  sostituisci(`"PERSONA"`, `"ROBOT"`),
		"persona con denominazione":    sostituisci(`"cognome":`, `"denominazione":"Ditta","cognome":`),
		"né cognome né nome":           senzaNomi(primo.Intestatari[0].Cognome, primo.Intestatari[0].Nome, ""),
		"segnaposto per i due nomi":    senzaNomi(primo.Intestatari[0].Cognome, primo.Intestatari[0].Nome, "."),
		"nato dopo la data":            sostituisci(nascita, "2026-03-11"),
		"nome con ritorno a capo":      sostituisci(`"cognome":"`, `"cognome":"A\nB`),
		"due documenti":                func(s string) string { return s + s },
		"altro testo dopo":             func(s string) string { return s + "x" },
		"immatricolato dopo":           sostituisci(`"primaImmatricolazione":"`+primo.PrimaImmatricolazione.String(), `"primaImmatricolazione":"2026-03-11`),
		"deceduto prima di nascere":    sostituisci(`"titolo":`, `"decesso":"1900-01-01","titolo":`),
		"possesso non ancora iniziato": sostituisci(`"dal":"`+primo.Intestatari[0].Dal.String(), `"dal":"2026-03-11`),
		"civico con ritorno a capo":    sostituisci(`"civico":"`, `"civico":"1\n`),
		"CAP di quattro cifre":         sostituisci(`"cap":"`+primo.Intestatari[0].Indirizzo.CAP, `"cap":"0018`),
		"CAP di zeri":                  sostituisci(`"cap":"`+primo.Intestatari[0].Indirizzo.CAP, `"cap":"00000`),
		"comune scritto al contrario":  sostituisci(`"comune":"`, `"comune":"\u202e`),
		"nome con un segno invisibile": sostituisci(`"nome":"`, `"nome":"\u200b`),
		"cognome in figure":            sostituisci(`"cognome":"`, `"cognome":"🚗 `),
		"cognome in altre lettere":     sostituisci(`"cognome":"`, `"cognome":"李明 `),
		"cognome con marcatori":        sostituisci(`"cognome":"`, `"cognome":"<b>`),
		"carattere perduto":            sostituisci(`"cognome":"`, `"cognome":"�`),
		"via di soli segni":            sostituisci(`"via":"`+primo.Intestatari[0].Indirizzo.Via, `"via":"-`),
		"nato nell'anno uno":           sostituisci(nascita, "0001-01-01"),
		"immatricolato nell'anno uno":  sostituisci(`"primaImmatricolazione":"`+primo.PrimaImmatricolazione.String(), `"primaImmatricolazione":"0001-01-02`),
		"possesso dall'anno uno":       sostituisci(`"dal":"`+primo.Intestatari[0].Dal.String(), `"dal":"0001-01-02`),
		"provincia minuscola":          sostituisci(`"provincia":"`, `"provincia":"r`),
	}
	casi["possesso finito prima"] = sostituisci(`"titolo":`, `"al":"2026-03-09","titolo":`)
	for nome, cambia := range casi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			_, err := leggiVeicolo([]byte(cambia(string(veicoloGrezzo(t, "001")))), "ZS001AA", giorno())
			un(t, err, esterno.ErrInvalidAnswer)
		})
	}
}

// senzaNomi writes con for both names of the first holder.
func senzaNomi(cognome, nome, con string) func(string) string {
	return func(s string) string {
		s = strings.Replace(s, `"cognome":"`+cognome+`"`, `"cognome":"`+con+`"`, 1)
		return strings.Replace(s, `"nome":"`+nome+`"`, `"nome":"`+con+`"`, 1)
	}
}

// TestIntestatarioConUnNomeSolo: a holder of one name is one, and what the register writes for the other is left out.
func TestIntestatarioConUnNomeSolo(t *testing.T) {
	t.Parallel()
	var primo registro.Veicolo
	if err := json.Unmarshal(veicoloGrezzo(t, "001"), &primo); err != nil {
		t.Fatal(err)
	}
	i := primo.Intestatari[0]
	for _, con := range []string{"", ".", "-", "XXX", "N.D."} {
		for campo, valore := range map[string]string{"cognome": i.Cognome, "nome": i.Nome} {
			grezzo := strings.Replace(string(veicoloGrezzo(t, "001")), `"`+campo+`":"`+valore+`"`, `"`+campo+`":"`+con+`"`, 1)
			v, err := leggiVeicolo([]byte(grezzo), "ZS001AA", giorno())
			if err != nil {
				t.Errorf("%s %q: %v", campo, con, err)
				continue
			}
			if x := v.Intestatari[0]; campo == "cognome" && (x.Cognome != "" || x.Nome != i.Nome) || campo == "nome" && (x.Nome != "" || x.Cognome != i.Cognome) {
				t.Errorf("%s %q: %+v", campo, con, x)
			}
		}
	}
}

// TestNomiVeri: what people and streets are called in the register is let through as it is.
func TestNomiVeri(t *testing.T) {
	t.Parallel()
	for _, nome := range []string{"D'ANGELO", "D’Angelò", "DE` ROSSI", "MÜLLER-LÜDENSCHEIDT", "ŠIŠKOVIĆ", "NGUYỄN", "Ł.", "F.LLI ROSSI & C. S.N.C.",
		"ABC + D (IN LIQUIDAZIONE)", "VIA 4 NOVEMBRE", "STRADA N° 5", "PIAZZA S. GIOVANNI, 1ª TRAV.",
		"VIA C.A. DALLA CHIESA / INT. 3", "7", "E\u0301COLE", "STORE@HOME"} {
		if !registro.Testo(nome) {
			t.Errorf("%s is refused", nome)
		}
	}
}

func TestTroppiIntestatari(t *testing.T) {
	t.Parallel()
	var v registro.Veicolo
	if err := json.Unmarshal(veicoloGrezzo(t, "010"), &v); err != nil {
		t.Fatal(err)
	}
	modello := v.Intestatari[0]
	for _, caso := range []struct {
		quanti int
		bene   bool
	}{{100, true}, {101, false}} {
		v.Intestatari = nil
		for n := range caso.quanti {
			modello.CodiceFiscale = numerico(t, n)
			v.Intestatari = append(v.Intestatari, modello)
		}
		if _, err := leggiVeicolo(mustJSON(t, v), "ZS010AA", giorno()); (err == nil) != caso.bene {
			t.Errorf("%d holders: %v", caso.quanti, err)
		}
	}
}

func mustJSON(tb testing.TB, v any) []byte {
	tb.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

// numerico is a valid company code for each small number.
func numerico(tb testing.TB, n int) string {
	tb.Helper()
	base := fmt.Sprintf("77%08d", n)
	cifra, ok := codicefiscale.CifraControllo(base)
	if !ok {
		tb.Fatal(base)
	}
	return base + string(cifra)
}

func TestContraddizioniDellaPatente(t *testing.T) {
	t.Parallel()
	var prima registro.Patente
	if err := json.Unmarshal(patenteGrezza(t, "001"), &prima); err != nil {
		t.Fatal(err)
	}
	casi := map[string]func(*registro.Patente){
		"scade prima del rilascio":            func(p *registro.Patente) { p.Scadenza = p.Rilascio.AddDays(-1) },
		"rilasciata il giorno della nascita":  func(p *registro.Patente) { p.Rilascio = p.Titolare.DataNascita },
		"categoria che scade prima di valere": func(p *registro.Patente) { p.Categorie[0].Scadenza = p.Categorie[0].Dal.AddDays(-1) },
		"trentuno punti":                      func(p *registro.Patente) { p.Punti = 31 },
		"punti negativi":                      func(p *registro.Patente) { p.Punti = -1 },
		"sospesa non si sa fino a quando":     func(p *registro.Patente) { p.Stato = registro.Sospesa },
		"nessuna categoria":                   func(p *registro.Patente) { p.Categorie = []registro.Categoria{} },
		"stato ignoto":                        func(p *registro.Patente) { p.Stato = "SMARRITA" },
		"decesso prima della nascita":         func(p *registro.Patente) { p.Titolare.Decesso = p.Titolare.DataNascita.AddDays(-1) },
	}
	for nome, cambia := range casi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			p := prima
			p.Categorie = append([]registro.Categoria(nil), prima.Categorie...)
			cambia(&p)
			_, err := leggiPatente(mustJSON(t, p), "U10000001A")
			un(t, err, esterno.ErrInvalidAnswer)
		})
	}
}

func FuzzLeggiVeicolo(f *testing.F) {
	for _, codice := range []string{"001", "010", "030", "040", "052", "060"} {
		f.Add(veicoloGrezzo(f, codice))
	}
	f.Add([]byte(`{"targa":"ZS001AA","intestatari":[null]}`))
	f.Add([]byte("{\"rubato\":null}\xff"))
	f.Fuzz(func(t *testing.T, corpo []byte) {
		v, err := leggiVeicolo(corpo, "ZS001AA", giorno())
		if err != nil {
			un(t, err, esterno.ErrInvalidAnswer)
			return
		}
		if v.Targa != "ZS001AA" || v.Data != giorno() || (len(v.Intestatari) == 0 && v.Cessazione == nil) {
			t.Errorf("taken: %+v", v)
		}
		for _, i := range v.Intestatari {
			if i.CodiceFiscale == "" || i.Indirizzo.Comune == "" || (i.Denominazione == "") == (i.Cognome == "") {
				t.Errorf("taken: %+v", i)
			}
		}
	})
}

func FuzzLeggiPatente(f *testing.F) {
	for _, codice := range []string{"001", "610", "612", "614"} {
		f.Add(patenteGrezza(f, codice))
	}
	f.Fuzz(func(t *testing.T, corpo []byte) {
		p, err := leggiPatente(corpo, "U10000001A")
		if err != nil {
			un(t, err, esterno.ErrInvalidAnswer)
			return
		}
		if p.Numero != "U10000001A" || len(p.Categorie) == 0 || p.Titolare.CodiceFiscale == "" {
			t.Errorf("taken: %+v", p)
		}
	})
}
