package sanzione

import (
	"bufio"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/calendario"
	"github.com/piattaforma-verbali/verbali/shared/importo"
)

// maxByte and maxCent bound a table and an amount: far above any real one.
const (
	maxByte = 16 << 20
	maxCent = 1_000_000_000
)

// Colonne is the header of the CSV, separated by semicolons.
func Colonne() []string {
	return []string{"codice", "base", "articolo", "comma", "commaSanzione", "altriCommi", "lettera", "classe",
		"recidiva", "minCent", "maxCent", "punti", "accessoria", "sconto30", "pagamentoRidotto", "penale",
		"notturna", "validoDa", "validoA", "orizzonte", "fonte", "verifica", "nota", "testo"}
}

// leggi reads header and rows; a byte order mark is passed over.
func leggi(r io.Reader) ([]Sanzione, error) {
	limitato := &io.LimitedReader{R: r, N: maxByte + 1}
	lettore := csv.NewReader(senzaBOM(limitato))
	lettore.Comma = ';'
	lettore.FieldsPerRecord = len(Colonne())
	lettore.ReuseRecord = true
	testata, err := lettore.Read()
	if err != nil {
		return nil, erroreLettura(1, err)
	}
	if !slices.Equal(testata, Colonne()) {
		return nil, erroreRiga(1, "testata", "le colonne devono essere: "+strings.Join(Colonne(), ";"))
	}
	righe, errori := leggiRighe(lettore)
	if limitato.N <= 0 {
		return nil, erroreRiga(0, "file", "supera 16 MiB")
	}
	if len(errori) == 0 && len(righe) == 0 {
		return nil, erroreRiga(2, "file", "la tabella è vuota")
	}
	return righe, unisci(errori)
}

func leggiRighe(lettore *csv.Reader) ([]Sanzione, []error) {
	var righe []Sanzione
	var errori []error
	for n := 2; len(errori) < maxErrori; n++ {
		campi, err := lettore.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, append(errori, erroreLettura(n, err))
		}
		riga := &rigaCSV{n: n, campi: campi}
		s := riga.sanzione()
		righe = append(righe, s)
		riga.controlla(s)
		errori = append(errori, riga.errori...)
	}
	return righe, errori
}

func senzaBOM(r io.Reader) io.Reader {
	b := bufio.NewReader(r)
	if testa, err := b.Peek(3); err == nil && string(testa) == "\uFEFF" {
		_, _ = b.Discard(3) // just peeked
	}
	return b
}

func erroreLettura(riga int, err error) error {
	return erroreRiga(riga, "riga", "non è una riga CSV con le colonne attese: "+err.Error())
}

// rigaCSV reads the cells of one row by column name and keeps the faults.
type rigaCSV struct {
	n      int
	campi  []string
	errori []error
}

func (r *rigaCSV) errore(campo, motivo string) {
	r.errori = append(r.errori, erroreRiga(r.n, campo, motivo))
}

func (r *rigaCSV) testo(colonna string) string {
	return strings.TrimSpace(strings.Clone(r.campi[slices.Index(Colonne(), colonna)]))
}

func (r *rigaCSV) elenco(colonna string) []string {
	if campi := strings.Fields(r.testo(colonna)); len(campi) > 0 {
		return campi
	}
	return nil
}

func (r *rigaCSV) siNo(colonna string) bool {
	switch r.testo(colonna) {
	case "si":
		return true
	case "no":
		return false
	}
	r.errore(colonna, `deve essere "si" o "no"`)
	return false
}

func (r *rigaCSV) intero(colonna string, massimo int) int {
	n, err := strconv.Atoi(r.testo(colonna))
	if err != nil || n < 0 || n > massimo {
		r.errore(colonna, "deve essere un numero intero tra 0 e "+strconv.Itoa(massimo))
		return 0
	}
	return n
}

func (r *rigaCSV) giorno(colonna string) calendario.Giorno {
	var g calendario.Giorno
	if err := g.UnmarshalText([]byte(r.testo(colonna))); err != nil {
		r.errore(colonna, "deve essere una data AAAA-MM-GG")
	}
	return g
}

func (r *rigaCSV) sanzione() Sanzione {
	s := Sanzione{
		Codice: r.testo("codice"), Base: r.testo("base"), Articolo: r.testo("articolo"), Comma: r.testo("comma"),
		CommaSanzione: r.testo("commaSanzione"), AltriCommi: r.elenco("altriCommi"), Lettera: r.testo("lettera"),
		Recidiva: r.siNo("recidiva"), MinCent: importo.Cent(r.intero("minCent", maxCent)), MaxCent: importo.Cent(r.intero("maxCent", maxCent)),
		Punti: r.intero("punti", 20), Accessoria: r.testo("accessoria"), Sconto30: Sconto(r.testo("sconto30")),
		PagamentoRidotto: r.siNo("pagamentoRidotto"), Penale: r.siNo("penale"), Notturna: r.siNo("notturna"),
		ValidoDa: r.giorno("validoDa"), ValidoA: r.giorno("validoA"), Orizzonte: r.giorno("orizzonte"),
		Fonte: r.testo("fonte"), Verifica: Verifica(r.testo("verifica")), Nota: r.testo("nota"), Testo: r.testo("testo"),
	}
	for _, c := range r.elenco("classe") {
		s.Classi = append(s.Classi, Classe(c))
	}
	return s
}

// controlla finds what a single row cannot be.
func (r *rigaCSV) controlla(s Sanzione) {
	regole := []struct {
		campo, motivo string
		vale          bool
	}{
		{"codice", "deve avere da 1 a 40 lettere, cifre o trattini", codiceValido(s.Codice)},
		{"articolo", "manca", s.Articolo != ""},
		{"comma", "manca", s.Comma != ""},
		{"classe", "contiene una classe sconosciuta", !slices.ContainsFunc(s.Classi, func(c Classe) bool { return !c.Valida() })},
		{"minCent", "supera il massimo", s.MinCent <= s.MaxCent},
		{"minCent", "un reato non ha importi, ogni altra violazione li ha", (s.MinCent == 0) == s.Penale && (s.MaxCent == 0) == s.Penale},
		{"sconto30", `deve essere "si", "no" o "condizionato"`, s.Sconto30 == ScontoSi || s.Sconto30 == ScontoNo || s.Sconto30 == ScontoCondizionato},
		{"sconto30", "presuppone il pagamento in misura ridotta", s.PagamentoRidotto || s.Sconto30 == ScontoNo},
		{"pagamentoRidotto", "un reato non lo ammette", !s.Penale || !s.PagamentoRidotto},
		{"validoDa", "manca", !s.ValidoDa.IsZero()},
		{"validoA", "precede validoDa", s.ValidoA.IsZero() || !s.ValidoA.Before(s.ValidoDa)},
		{"orizzonte", "precede validoDa", s.Orizzonte.IsZero() || !s.Orizzonte.Before(s.ValidoDa)},
		{"verifica", "deve essere VERIFICATA, DERIVATA o DA_VERIFICARE", s.Verifica == Verificata || s.Verifica == Derivata || s.Verifica == DaVerificare},
		{"base", "serve a chi si limita a una classe o alla recidiva", s.Base == "" || s.Recidiva || len(s.Classi) > 0},
		{"fonte", "manca", s.Fonte != ""},
		{"testo", "deve essere una frase che finisce con il punto", strings.HasSuffix(s.Testo, ".") && len(s.Testo) > 10},
	}
	for _, regola := range regole {
		if !regola.vale {
			r.errore(regola.campo, regola.motivo)
		}
	}
}

func codiceValido(codice string) bool {
	estraneo := func(r rune) bool {
		return r != '-' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}
	return codice != "" && len(codice) <= 40 && strings.IndexFunc(codice, estraneo) < 0
}

// Scrivi writes the table as CSV: what Carica reads, row by row in the order of the file.
func (t *Tabella) Scrivi(w io.Writer) error { return scrivi(w, t.righe) }

func scrivi(w io.Writer, righe []Sanzione) error {
	penna := csv.NewWriter(w)
	penna.Comma = ';'
	if err := penna.Write(Colonne()); err != nil {
		return err
	}
	for _, s := range righe {
		if err := penna.Write(s.Campi()); err != nil {
			return err
		}
	}
	penna.Flush()
	return penna.Error()
}

// Campi are the cells of the row in the CSV, in the order of Colonne.
func (s Sanzione) Campi() []string {
	siNo := map[bool]string{true: "si", false: "no"}
	classi := make([]string, len(s.Classi))
	for i, c := range s.Classi {
		classi[i] = string(c)
	}
	return []string{s.Codice, s.Base, s.Articolo, s.Comma, s.CommaSanzione, strings.Join(s.AltriCommi, " "), s.Lettera,
		strings.Join(classi, " "), siNo[s.Recidiva], strconv.FormatInt(int64(s.MinCent), 10), strconv.FormatInt(int64(s.MaxCent), 10),
		strconv.Itoa(s.Punti), s.Accessoria, string(s.Sconto30), siNo[s.PagamentoRidotto], siNo[s.Penale], siNo[s.Notturna],
		s.ValidoDa.String(), s.ValidoA.String(), s.Orizzonte.String(), s.Fonte, string(s.Verifica), s.Nota, s.Testo}
}

// Chiave tells the row from every other of the table.
func (s Sanzione) Chiave() string { return s.Codice + "/" + s.ValidoDa.String() }

// Decorrenza is the first day on which the row holds.
func (s Sanzione) Decorrenza() calendario.Giorno { return s.ValidoDa }
