package verbale

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// omonimo is another thing that a word of the vocabulary says in some places: a folder, or a file, and all that is in it.
type omonimo struct {
	cosa string
	dove []string
}

// omonimi are the places in which a word of the vocabulary says another thing. Elsewhere it is the vocabulary's.
func omonimi() map[string][]omonimo {
	const (
		operatore, modulo = "core/internal/operatore", "core/internal/pagine/modulo.go"
		codici, esito     = "elaborazione/internal/esitopostale/codici.go", "elaborazione/internal/vita/posta/esito.go"
		lotto, diritto    = "elaborazione/internal/lotto", "elaborazione/internal/stampa/atto.go"
		titolo            = "vpn/internal/registro/modello.go"
		invii, fatto      = "connessione/internal/invio", "shared/spine/event/invio.go"
	)
	inTavola := omonimo{"a state in a statement of its own table", []string{invii}}
	contati := omonimo{"a state in a statement that counts", []string{"shared/laboratorio/carico/send_lettura.go"}}
	rifiutati := omonimo{"a state in a statement that counts", []string{"core/internal/send/filtro.go", "shared/laboratorio/carico/riga_send.go"}}
	inFatto := omonimo{"a fact about an attempt", []string{fatto}}
	return map[string][]omonimo{
		"ACCETTATA": {inTavola, inFatto, contati}, "ANNULLATA": {inTavola, inFatto}, "DA_INVIARE": {inTavola, contati}, "IN_VALIDAZIONE": {inTavola, contati},
		"PERFEZIONATA":       {inTavola, inFatto},
		"ESITO_IGNOTO":       {inTavola, {"a code of a problem", []string{"vpn/internal/registri/parola.go"}}},
		"NON_PERFEZIONABILE": {inTavola, inFatto, {"what a later reading changes", []string{"connessione/internal/send/perfeziona"}}},
		"RIFIUTATA":          {inTavola, inFatto, rifiutati, {"a key of PDND", []string{"shared/spine/event/pdnd.go"}}},
		"ACQUIRENTE":         {{"a right on a vehicle", []string{diritto, titolo}}},
		"ALTRO": {
			{"the rest of a measure", []string{"shared/esterno/measure.go", "shared/spine/web/metrics.go"}},
			{"a doubt about a row", []string{"shared/legge/sanzione/parole.go"}},
		},
		"ANNULLATO":    {{"a command of a lot", []string{lotto}}, {"a rule of the price", []string{"shared/legge/debito/fermo.go"}}},
		"ATTO":         {{"a document in a statement", []string{"shared/laboratorio/carico/riga_send.go"}}},
		"BLOCCATO":     {{"an account", []string{operatore, modulo, "core/internal/integratore", "core/internal/propria"}}},
		"CESSATO":      {{"an entry of a register of core", []string{operatore, modulo, "core/internal/schedario", "core/internal/sessione"}}},
		"ECCEDENZA":    {{"an outcome of a payment", []string{"elaborazione/internal/vita/denaro.go"}}},
		"IMPORTAZIONE": {{"a source of fines", []string{"elaborazione/internal/storico"}}},
		"IN_ATTESA": {
			{"a list of look-ups", []string{"connessione/internal/interrogazione/elenco.go"}},
			{"a queue of the list of fines", []string{"core/internal/verbale/elenco"}},
		},
		"IN_VIAGGIO": {{"an outcome of the post", []string{codici}}},
		"LOCATARIO":  {{"a right on a vehicle", []string{diritto, titolo}}},
		"MANUALE":    {{"a policy of validation", []string{"elaborazione/internal/vita/inserimento.go"}}},
		"NOTIFICA": {
			{"the term from which a payment counts", []string{"connessione/internal/pagamento/opzioni.go", "core/internal/verbale/azione/azioni_notifica.go",
				"elaborazione/internal/vita/denaro.go"}},
		},
		"OK": {
			{"an outcome of the audit", []string{"core/internal"}},
			{"the health of a service", []string{"shared/spine/web/health.go"}},
			{"an outcome of SEND's paper", []string{"shared/registri/send/sequenza.go"}},
		},
		"PAGAMENTO_STORNATO": {{"a refusal of a payment", []string{"elaborazione/internal/pratica/pagamenti.go"}}},
		"PAGOPA":             {{"the heading of its QR code", []string{"elaborazione/internal/stampa/verifica.go", "shared/codici/pagopa/qr.go"}}},
		"PDF":                {{"a format", []string{"elaborazione/internal/lotto/pacchetto.go"}}},
		"PEC": {
			{"an address", []string{"connessione/internal/domicilio/scegli.go", "connessione/internal/ipa", "connessione/internal/sportello/conti.go"}},
		},
		"PROVA": {
			{"a trial of a connection", []string{"connessione/internal/anpr/prova.go", "elaborazione/internal/pdnd/prova.go"}},
			{"a plate of dealers", []string{"shared/codici/targa/targa.go"}},
		},
		"RICORSO": {{"a field of a move", []string{"shared/spine/event/azioni.go"}}},
		"RIFIUTATO": {
			{"an outcome of the post", []string{codici, esito, "ocr/internal/ricevuta"}},
			{"an outcome of a login", []string{"core/internal/accesso/esito.go"}},
			{"a work", []string{"elaborazione/internal/scadenzario/misure.go"}},
		},
		"RUBATO": {{"an outcome of the post", []string{codici, esito}}},
		"SCONOSCIUTO": {
			{"an outcome of the post", []string{codici, esito, "ocr/internal/ricevuta"}},
			{"a licence of no known shape", []string{"shared/codici/patente"}},
		},
		"SOSPENSIONE_BREVE": {{"a doubt about a row", []string{"shared/legge/sanzione/parole.go"}}},
		"SOSPESO": {
			{"a command", []string{modulo, "core/internal/tenant", "shared/spine/tenant"}},
			{"a lot", []string{lotto}},
			{"a vehicle", []string{"vpn/internal/infows"}},
		},
		"TARGA":            {{"a part of a fine that its anomaly names", []string{"elaborazione/internal/inserimento/controlli.go"}}},
		"TARGA_NON_VALIDA": {{"an anomaly of a migrated case", []string{"elaborazione/internal/storico/traduzione.go"}}},
		"USUFRUTTUARIO":    {{"a right on a vehicle", []string{diritto, titolo}}},
		"VISURA":           {{"a question of the book of what is asked outside", []string{"shared/esterno/libro"}}},
	}
}

// altrove is the place in which a file, by its path from the root, may say another thing with a word; empty: nowhere.
func altrove(parola, file string) string {
	for _, o := range omonimi()[parola] {
		for _, d := range o.dove {
			if file == d || strings.HasPrefix(file, d+"/") {
				return d
			}
		}
	}
	return ""
}

// esenti are the folders that may write words of the vocabulary, and why.
func esenti() map[string]string {
	return map[string]string{
		"shared/verbale":                "the vocabulary",
		"shared/legge/cds":              "the law's own enumeration of amounts, which the vocabulary names, and ids of rules",
		"shared/legge/riscontro":        "the law's own names of the rules, which the vocabulary takes",
		"shared/laboratorio/simulatore": "the outside systems speak for themselves",
		"vpn/internal/motorizzazione":   "the words of the national register",
	}
}

var traApici = regexp.MustCompile(`'([A-Z][A-Z0-9_]+)'`)

// copia is a word that a file writes by itself.
type copia struct{ posto, parola string }

// copie are the words of the vocabulary that a file writes by itself, in a text or within a statement of SQL.
func copie(t *testing.T, file string, parole []string) (trovate []copia) {
	t.Helper()
	insieme := token.NewFileSet()
	f, err := parser.ParseFile(insieme, file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		l, ok := n.(*ast.BasicLit)
		if !ok || l.Kind != token.STRING {
			return true
		}
		testo, err := strconv.Unquote(l.Value)
		if err != nil {
			return true // a tag of a struct
		}
		for _, m := range append(traApici.FindAllStringSubmatch(testo, -1), []string{"", testo}) {
			if slices.Contains(parole, m[1]) {
				trovate = append(trovate, copia{insieme.Position(l.Pos()).String(), m[1]})
			}
		}
		return true
	})
	return trovate
}

// TestNessunoHaUnaCopia: production code takes the words from here, and no exemption outlives its place.
func TestNessunoHaUnaCopia(t *testing.T) {
	t.Parallel()
	const radice = "../.."
	parole := testi(valori(canali()))
	for _, v := range enumerazioni() {
		parole = append(parole, v...)
	}
	omonime := map[string]bool{}
	err := filepath.WalkDir(radice, func(dove string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relativo, err := filepath.Rel(radice, dove)
		if err != nil {
			return err
		}
		relativo = filepath.ToSlash(relativo)
		if d.IsDir() {
			_, esente := esenti()[relativo]
			if esente || len(d.Name()) > 2 && strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "node_modules" {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(dove, ".go") || strings.HasSuffix(dove, "_test.go") {
			return nil
		}
		for _, c := range copie(t, dove, parole) {
			if luogo := altrove(c.parola, relativo); luogo != "" {
				omonime[c.parola+" "+luogo] = true
			} else {
				t.Errorf("%s: %s is a constant of shared/verbale", c.posto, c.parola)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for parola, tutti := range omonimi() {
		for _, o := range tutti {
			for _, d := range o.dove {
				if !omonime[parola+" "+d] {
					t.Errorf("%s does not write %s (%s) any more: take the exemption away", d, parola, o.cosa)
				}
			}
		}
	}
}
