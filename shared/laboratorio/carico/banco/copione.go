package banco

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// RigaScritta is a row that an insertion wrote. Values are those that PostgreSQL shows as text; nil is
// NULL. They stand in the order of the table's columns.
type RigaScritta struct {
	Tabella string
	valori  []*string
}

// Tabella is what the script must know of a table: the columns that a statement gives.
type Tabella struct {
	schema  string
	nome    string
	colonne []colonna
}

type colonna struct {
	nome, tipo  string
	indicizzata bool // in any index: its values must vary as the product's do
	chiave      bool // in the primary key
}

// Copione writes the script of pgbench from the rows of two insertions of the product: one INSERT a
// row, in the order in which they were written, BEGIN and COMMIT around. A value that is the same in
// the two insertions is a constant; a differing value varies at each transaction in the same places.
// A row whose key is the same in both is a counter that was moved, not an insertion: it is left out,
// because a script that holds the counter flatters everybody who is compared with it.
func Copione(tabelle map[string]Tabella, a, b []RigaScritta) (string, error) {
	a, b, err := senzaContatori(tabelle, a, b)
	if err != nil {
		return "", err
	}
	c := coppie{}
	var s strings.Builder
	s.WriteString("\\set n :n + 1\n\\set k :base + :n * :clienti + :client_id\nBEGIN;\n")
	for i, r := range a {
		t := tabelle[r.Tabella]
		nomi, valori := make([]string, len(t.colonne)), make([]string, len(t.colonne))
		for j, col := range t.colonne {
			nomi[j] = identificatore(col.nome)
			valori[j] = c.espressione(col, r.valori[j], b[i].valori[j])
		}
		fmt.Fprintf(&s, "INSERT INTO %s.%s (%s) VALUES (%s);\n", identificatore(t.schema), identificatore(t.nome),
			strings.Join(nomi, ", "), strings.Join(valori, ", "))
	}
	s.WriteString("COMMIT;\n")
	return s.String(), nil
}

// InPipeline is the same script with all statements of a transaction sent in one pipeline.
func InPipeline(copione string) string {
	s := strings.Replace(copione, "BEGIN;\n", "\\startpipeline\nBEGIN;\n", 1)
	return s + "\\endpipeline\n"
}

// senzaContatori pairs the rows of the two insertions and drops those that were there before.
func senzaContatori(tabelle map[string]Tabella, a, b []RigaScritta) (_, _ []RigaScritta, err error) {
	if len(a) != len(b) {
		return nil, nil, fmt.Errorf("due inserimenti uguali hanno scritto %d e %d righe", len(a), len(b))
	}
	var primi, secondi []RigaScritta
	for i := range a {
		if a[i].Tabella != b[i].Tabella {
			return nil, nil, fmt.Errorf("riga %d: un inserimento scrive in %s, l'altro in %s", i+1, a[i].Tabella, b[i].Tabella)
		}
		if !stessaChiave(tabelle[a[i].Tabella], a[i], b[i]) {
			primi, secondi = append(primi, a[i]), append(secondi, b[i])
		}
	}
	if len(primi) == 0 {
		return nil, nil, errors.New("gli inserimenti non hanno scritto righe")
	}
	return primi, secondi, nil
}

// stessaChiave reports that two rows are one. A table whose key the server makes has none in sight:
// its rows are always two.
func stessaChiave(t Tabella, a, b RigaScritta) bool {
	visibile := false
	for i, c := range t.colonne {
		if !c.chiave {
			continue
		}
		visibile = true
		if a.valori[i] == nil || b.valori[i] == nil || *a.valori[i] != *b.valori[i] {
			return false
		}
	}
	return visibile
}

// coppie numbers the pairs of values seen: a pair that comes again (the id of the fine in every row of
// it) is the same variable.
type coppie map[[2]string]int

func (c coppie) numero(a, b string) int {
	if _, vista := c[[2]string{a, b}]; !vista {
		c[[2]string{a, b}] = len(c) + 1
	}
	return c[[2]string{a, b}]
}

var (
	formaUUID  = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)
	soloCifre  = regexp.MustCompile(`^[0-9]{15,}$`) // with room for a whole :k
	cifreInFin = regexp.MustCompile(`^(.*?)([0-9]{4,})$`)
)

const k = "CAST(:k AS bigint)"

// espressione is the SQL that gives a column its value: a constant, or one made from :k, which no
// other transaction has. Identifiers grow with :k, as those of the product grow with the clock.
func (c coppie) espressione(col colonna, a, b *string) string {
	if a == nil {
		return "NULL"
	}
	if b == nil || *a == *b || !col.indicizzata && !formaUUID.MatchString(*a) {
		return letterale(*a)
	}
	n := c.numero(*a, *b)
	switch {
	case formaUUID.MatchString(*a):
		return uuidVariabile(col.tipo, n)
	case col.tipo == "bigint":
		return "5000000000 + " + k
	case col.tipo == "timestamp with time zone", col.tipo == "date":
		return fmt.Sprintf("CAST(%s AS %s) - %s %% 50 * CAST('1 day' AS interval) - %s * 7919 %% 80000 * CAST('1 second' AS interval)",
			letterale(*a), col.tipo, k, k)
	case col.tipo == "text", strings.HasPrefix(col.tipo, "character varying"):
		return testoVariabile(*a, n)
	}
	return letterale(*a)
}

// uuidVariabile grows with :k within a space of its own for each variable.
func uuidVariabile(tipo string, n int) string {
	testo := fmt.Sprintf("'01900000-%04x-7000-8000-' || lpad(to_hex(%s), 12, '0')", n, k)
	if tipo == "uuid" {
		return "CAST(" + testo + " AS uuid)"
	}
	return testo
}

// testoVariabile keeps the shape that the product writes: digits as many as there were, a name with a
// growing number at its end, else as many characters spread at random (a plate).
func testoVariabile(a string, n int) string {
	if soloCifre.MatchString(a) {
		coda := min(12, len(a)-1-len(strconv.Itoa(n)))
		testa := strings.Repeat("7", max(0, len(a)-coda-len(strconv.Itoa(n)))) + strconv.Itoa(n)
		return fmt.Sprintf("'%s' || lpad(CAST(%s AS text), %d, '0')", testa, k, coda)
	}
	if parti := cifreInFin.FindStringSubmatch(a); parti != nil {
		return fmt.Sprintf("%s || lpad(CAST(%s AS text), %d, '0')", letterale("pgbench-"+parti[1]), k, max(12, len(parti[2])))
	}
	return fmt.Sprintf("upper(substr(md5(CAST(%s AS text)), 1, %d))", k, len(a))
}

// letterale quotes a constant. Colons are written by code: pgbench would take what follows one for a
// variable, also within quotes.
func letterale(v string) string {
	if !strings.ContainsAny(v, ":\\\n\r") {
		return "'" + strings.ReplaceAll(v, "'", "''") + "'"
	}
	r := strings.NewReplacer(`\`, `\\`, ":", `\072`, "'", "''", "\n", `\n`, "\r", `\r`)
	return "E'" + r.Replace(v) + "'"
}

// identificatore quotes a name.
func identificatore(nome string) string { return `"` + strings.ReplaceAll(nome, `"`, `""`) + `"` }

// Istruzioni says which tables the script writes, for the notes of the row.
func Istruzioni(copione string) string {
	var nomi []string
	quante := map[string]int{}
	for riga := range strings.Lines(copione) {
		resto, ok := strings.CutPrefix(riga, "INSERT INTO ")
		if !ok {
			continue
		}
		nome, _, _ := strings.Cut(resto, " ")
		nome = strings.ReplaceAll(nome, `"`, "")
		if quante[nome]++; !slices.Contains(nomi, nome) {
			nomi = append(nomi, nome)
		}
	}
	for i, nome := range nomi {
		if quante[nome] > 1 {
			nomi[i] = fmt.Sprintf("%s ×%d", nome, quante[nome])
		}
	}
	return strings.Join(nomi, ", ")
}
