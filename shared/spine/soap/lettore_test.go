package soap_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
)

// fattura is read by the tests as an operation of its own: numero, riga[1..2]{voce, quantita?}, nota?.
type fattura struct {
	numero   int
	righe    []string
	quantita []*int
	nota     string
}

func numero(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0, errors.New("deve essere un numero")
	}
	return n, nil
}

func parola(s string) (string, error) { return s, nil }

func leggiFattura(e *soap.Element) (f fattura, difetti []soap.Defect) {
	d := &soap.Defects{}
	l := soap.NewReader(e, d)
	if dentro := l.Obbligatorio("fattura"); dentro != nil {
		f.numero = soap.Valore(dentro, "numero", numero)
		dentro.Elenco("riga", 1, 2, func(r *soap.Reader) {
			f.righe = append(f.righe, soap.Valore(r, "voce", parola))
			f.quantita = append(f.quantita, soap.Puntatore(r, "quantita", numero))
			r.Chiudi()
		})
		f.nota = soap.Opzionale(dentro, "nota", parola)
		dentro.Chiudi()
	}
	l.Chiudi()
	return f, d.Elenco()
}

func elemento(t *testing.T, dentro string) *soap.Element {
	t.Helper()
	r, err := leggi(corpo(`<op xmlns="urn:x" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:y="urn:y">`+dentro+`</op>`), tipo11, "")
	if err != nil {
		t.Fatal(err)
	}
	return r.Corpo
}

func TestLettoreLegge(t *testing.T) {
	t.Parallel()
	zero := 0
	f, difetti := leggiFattura(elemento(t, ` <fattura xsi:schemaLocation="urn:x x.xsd">
		<numero>7</numero> <riga><voce>a</voce><quantita>0</quantita></riga><riga><voce>b</voce></riga> </fattura>`))
	if len(difetti) != 0 {
		t.Fatal(difetti)
	}
	attesa := fattura{numero: 7, righe: []string{"a", "b"}, quantita: []*int{&zero, nil}}
	if d := cmp.Diff(attesa, f, cmp.AllowUnexported(fattura{})); d != "" {
		t.Error(d)
	}
}

func TestLettoreRifiuta(t *testing.T) {
	t.Parallel()
	const riga = "<riga><voce>a</voce></riga>"
	casi := []struct {
		nome, dentro string
		attesi       []soap.Defect
	}{
		{"un elemento ignoto", "<fattura><numero>1</numero>" + riga + "<colore/></fattura>", []soap.Defect{{"fattura.colore", "elemento non previsto"}}},
		{"un elemento ignoto in un elenco", "<fattura><numero>1</numero>" + riga + "<riga><voce>a</voce><iva/></riga></fattura>", []soap.Defect{{"fattura.riga[2].iva", "elemento non previsto"}}},
		{"un elemento di un altro namespace", "<fattura><y:numero>1</y:numero>" + riga + "</fattura>", []soap.Defect{
			{"fattura.numero", "manca ed è obbligatorio"}, {"fattura.numero", `elemento non previsto: il suo namespace è "urn:y"`}}},
		{"un elemento ripetuto", "<fattura><numero>1</numero><numero>2</numero>" + riga + "</fattura>", []soap.Defect{{"fattura.numero", "elemento ripetuto: può comparire una volta sola"}}},
		{"un elemento fuori posto", "<fattura>" + riga + "<numero>1</numero></fattura>", []soap.Defect{{"fattura.riga", "elemento fuori posto: lo schema lo vuole dopo numero"}}},
		{"un elenco interrotto", "<fattura><numero>1</numero>" + riga + "<nota/>" + riga + "</fattura>", []soap.Defect{{"fattura.nota", "elemento fuori posto: lo schema lo vuole dopo riga"}}},
		{"un elemento che manca", "<fattura>" + riga + "</fattura>", []soap.Defect{{"fattura.numero", "manca ed è obbligatorio"}}},
		{"un elenco vuoto", "<fattura><numero>1</numero></fattura>", []soap.Defect{{"fattura.riga", "manca ed è obbligatorio"}}},
		{"un elenco troppo lungo", "<fattura><numero>1</numero>" + strings.Repeat(riga, 3) + "</fattura>",
			[]soap.Defect{{"fattura.riga", "ripetuto 3 volte: al massimo 2"}}},
		{"un valore che non si converte", "<fattura><numero>x</numero>" + riga + "</fattura>", []soap.Defect{{"fattura.numero", "deve essere un numero"}}},
		{"testo tra gli elementi", "<fattura>ciao<numero>1</numero>" + riga + "</fattura>", []soap.Defect{{"fattura", "testo non previsto tra gli elementi"}}},
		{"testo accanto all'elemento", "x<fattura><numero>1</numero>" + riga + "</fattura>", []soap.Defect{{"op", "testo non previsto tra gli elementi"}}},
		{"un elemento dentro un valore", "<fattura><numero>1<b/></numero>" + riga + "</fattura>", []soap.Defect{{"fattura.numero.b", "elemento non previsto"}}},
		{"un attributo", `<fattura id="1"><numero>1</numero>` + riga + `</fattura>`, []soap.Defect{{"fattura.@id", "attributo non previsto"}}},
		{"xsi:nil", `<fattura><numero xsi:nil="true"/>` + riga + `</fattura>`, []soap.Defect{
			{"fattura.numero.@nil", "xsi:nil non ammesso: un elemento facoltativo senza valore si omette"}, {"fattura.numero", "deve essere un numero"}}},
		{"xsi:type", `<fattura xsi:type="altro"><numero>1</numero>` + riga + `</fattura>`, []soap.Defect{{"fattura.@type", "xsi:type non ammesso: il tipo è quello dello schema"}}},
		{"più difetti insieme", `<fattura><numero>x</numero><riga/><colore/></fattura>`, []soap.Defect{
			{"fattura.numero", "deve essere un numero"}, {"fattura.riga[1].voce", "manca ed è obbligatorio"}, {"fattura.colore", "elemento non previsto"}}},
		{"l'operazione vuota", "", []soap.Defect{{"fattura", "manca ed è obbligatorio"}}},
	}
	for _, c := range casi {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			_, difetti := leggiFattura(elemento(t, c.dentro))
			if d := cmp.Diff(c.attesi, difetti); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestLettoreNonLeggeOltreIlMassimo(t *testing.T) {
	t.Parallel()
	f, _ := leggiFattura(elemento(t, "<fattura><numero>1</numero>"+strings.Repeat("<riga><voce>a</voce></riga>", 3)+"</fattura>"))
	if len(f.righe) != 2 {
		t.Errorf("lette %d righe, attese 2", len(f.righe))
	}
}

// Puntatore must not take a faulty value for a zero.
func TestPuntatoreDiUnValoreErrato(t *testing.T) {
	t.Parallel()
	f, difetti := leggiFattura(elemento(t, "<fattura><numero>1</numero><riga><voce>a</voce><quantita>x</quantita></riga></fattura>"))
	if f.quantita[0] != nil || len(difetti) != 1 || difetti[0].Percorso != "fattura.riga[1].quantita" {
		t.Errorf("%v %v", f.quantita, difetti)
	}
}

func TestLettoreNonElencaSenzaFine(t *testing.T) {
	t.Parallel()
	_, difetti := leggiFattura(elemento(t, "<fattura>"+strings.Repeat("<colore/>", 5_000)+"</fattura>"))
	if len(difetti) != 100 {
		t.Errorf("%d difetti, attesi 100", len(difetti))
	}
}
