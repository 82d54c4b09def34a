package app_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// noto is a fine that the tests know: as it is in the table, and all that a filter may ask for.
type noto struct {
	ID         string   `json:"id"`
	Anno       int      `json:"anno"`
	Numero     int      `json:"numero"`
	Lettera    string   `json:"lettera"`
	Fonte      string   `json:"fonte"`
	Reparto    string   `json:"reparto"`
	Targa      string   `json:"targa"`
	Quando     string   `json:"data_violazione"` // RFC 3339
	SenzaOra   bool     `json:"senza_ora"`
	Indirizzo  string   `json:"luogo_indirizzo"`
	Civico     string   `json:"luogo_civico"`
	Note       string   `json:"note"`
	Procedura  string   `json:"procedura"`
	Debito     string   `json:"debito"`
	Ricorso    string   `json:"ricorso"`
	Notifica   *string  `json:"data_notifica"`
	Scadenza   *string  `json:"scadenza_pagamento"`
	Importo    int64    `json:"importo_cent"`
	Versato    int64    `json:"versato_cent"`
	Articoli   []string `json:"articoli"`
	Norme      []string `json:"norme"`
	IUV        string   `json:"iuv"`
	CodFiscale string   `json:"codice_fiscale"`
}

// elemento is a fine as the service shows it, member by member.
type elemento map[string]any

// mostrato is what the service must show of a fine.
func (n noto) mostrato() elemento {
	luogo := strings.Trim(n.Indirizzo+" "+n.Civico, " ")
	norme := []any{}
	for _, x := range n.Norme {
		norme = append(norme, x)
	}
	e := elemento{
		"id": n.ID, "numero": strconv.Itoa(n.Numero), "lettera": n.Lettera, "anno": float64(n.Anno), "targa": n.Targa,
		"dataViolazione": n.istante().In(calendario.Roma()).Format(time.RFC3339Nano), "luogo": luogo, "articoli": norme,
		"procedura": n.Procedura, "debito": n.Debito, "ricorso": n.Ricorso, "importoCent": float64(n.Importo),
		"versatoCent": float64(n.Versato), "reparto": n.Reparto, "fonte": n.Fonte,
	}
	if n.SenzaOra {
		e["senzaOra"] = true
	}
	if n.Notifica != nil {
		e["dataNotifica"] = *n.Notifica
	}
	if n.Scadenza != nil {
		e["scadenzaPagamento"] = *n.Scadenza
	}
	return e
}

func (n noto) istante() time.Time {
	t, err := time.Parse(time.RFC3339Nano, n.Quando)
	if err != nil {
		panic(err)
	}
	return t
}

// parole are the words of place and notes, as a reader of the contract takes them.
func (n noto) parole() []string {
	return parole(n.Indirizzo + " " + n.Civico + " " + n.Note)
}

func parole(testo string) []string {
	testo = strings.NewReplacer("à", "a", "è", "e", "é", "e", "ù", "u", "À", "a").Replace(strings.ToLower(testo))
	return strings.FieldsFunc(testo, func(c rune) bool { return strings.ContainsRune(" .,;:/'’-_%&()!|*<>\"", c) })
}

// filtro is one member of a search and what it means, in plain Go.
type filtro struct {
	membro string // with its value, in JSON
	vale   func(noto) bool
}

// filtri are several values of every member: some that most fines have, some that few, some that none.
func filtri() []filtro {
	tra := func(v *string, da, a string) bool { return v != nil && (da == "" || *v >= da) && (a == "" || *v <= a) }
	giorno := func(n noto) string { return calendario.Da(n.istante()).String() }
	parola := func(p string) func(noto) bool {
		return func(n noto) bool {
			return slices.ContainsFunc(n.parole(), func(x string) bool { return strings.HasPrefix(x, p) })
		}
	}
	e := func(a, b func(noto) bool) func(noto) bool { return func(n noto) bool { return a(n) && b(n) } }
	return []filtro{
		{`"numero":"0003"`, func(n noto) bool { return n.Numero == 3 }},
		{`"numero":9999999999`, func(noto) bool { return false }},
		{`"lettera":"v"`, func(n noto) bool { return n.Lettera == "V" }},
		{`"lettera":""`, func(n noto) bool { return n.Lettera == "" }},
		{`"anno":2026`, func(n noto) bool { return n.Anno == 2026 }},
		{`"targa":"ab 002-cd"`, func(n noto) bool { return n.Targa == "AB002CD" }},
		{`"targa":"ZZ999ZZ"`, func(noto) bool { return false }},
		{`"iuv":"` + nav(5) + `"`, func(n noto) bool { return n.IUV == nav(5)[1:] }},
		{`"codiceFiscale":"rssmra80a01h501u"`, func(n noto) bool { return n.CodFiscale == "RSSMRA80A01H501U" }},
		{`"procedura":["NOTIFICATO"]`, func(n noto) bool { return n.Procedura == "NOTIFICATO" }},
		{`"procedura":["ESTINTO_DECESSO","DA_VALIDARE","NOTIFICATO","DA_VALIDARE"]`, func(n noto) bool {
			return n.Procedura == "ESTINTO_DECESSO" || n.Procedura == "DA_VALIDARE" || n.Procedura == "NOTIFICATO"
		}},
		{`"procedura":["RILEVATO"]`, func(noto) bool { return false }},
		{`"debito":["PAGATO","ECCEDENZA"]`, func(n noto) bool { return n.Debito == "PAGATO" || n.Debito == "ECCEDENZA" }},
		{`"debito":["NON_ESIGIBILE"]`, func(n noto) bool { return n.Debito == "NON_ESIGIBILE" }},
		{`"ricorso":["NESSUNO"]`, func(n noto) bool { return n.Ricorso == "NESSUNO" }},
		{`"ricorso":["PRESENTATO"]`, func(n noto) bool { return n.Ricorso == "PRESENTATO" }},
		{`"ricorso":["PRESENTATO","ACCOLTO"]`, func(n noto) bool { return n.Ricorso == "PRESENTATO" || n.Ricorso == "ACCOLTO" }},
		{`"ricorso":["PRESENTATO","NESSUNO"]`, func(n noto) bool { return n.Ricorso == "PRESENTATO" || n.Ricorso == "NESSUNO" }},
		{`"articolo":"142"`, func(n noto) bool { return slices.Contains(n.Articoli, "142") }},
		{`"articolo":" 7 "`, func(n noto) bool { return slices.Contains(n.Articoli, "7") }},
		{`"articolo":"14"`, func(noto) bool { return false }},
		{`"reparto":"PL02"`, func(n noto) bool { return n.Reparto == "PL02" }},
		{`"fonte":["IMPORTAZIONE"]`, func(n noto) bool { return n.Fonte == "IMPORTAZIONE" }},
		{`"fonte":["SOAP","TABLET"]`, func(n noto) bool { return n.Fonte == "SOAP" || n.Fonte == "TABLET" }},
		{`"dataViolazione":{"da":"2026-03-28","a":"2026-03-29"}`, func(n noto) bool { g := giorno(n); return g >= "2026-03-28" && g <= "2026-03-29" }},
		{`"dataViolazione":{"a":"2026-03-28"}`, func(n noto) bool { return giorno(n) <= "2026-03-28" }},
		{`"dataViolazione":{"da":"2026-03-30"}`, func(n noto) bool { return giorno(n) >= "2026-03-30" }},
		{`"dataNotifica":{"da":"2026-05-02","a":"2026-05-03"}`, func(n noto) bool { return tra(n.Notifica, "2026-05-02", "2026-05-03") }},
		{`"scadenzaPagamento":{"a":"2026-07-02"}`, func(n noto) bool { return tra(n.Scadenza, "", "2026-07-02") }},
		{`"importoCent":{"da":4200,"a":8700}`, func(n noto) bool { return n.Importo >= 4200 && n.Importo <= 8700 }},
		{`"importoCent":{"a":0}`, func(n noto) bool { return n.Importo <= 0 }},
		{`"testo":"gari"`, parola("gari")},
		{`"testo":"baldi"`, func(noto) bool { return false }},
		{`"testo":"CITTÀ"`, parola("citta")},
		{`"testo":"d'Angelo"`, e(parola("d"), parola("angelo"))},
		{`"testo":"sosta & !via:*"`, e(parola("sosta"), parola("via"))},
	}
}

// nav is the notice number of the fine i, with its check digits.
func nav(i int) string {
	base := fmt.Sprintf("301%013d", i)
	resto := 0
	for _, c := range base {
		resto = (resto*10 + int(c-'0')) % 93
	}
	return fmt.Sprintf("%s%02d", base, resto)
}

// comandi are the tenants of the generated tests.
func comandi() []string { return []string{"alfa", "beta", "gamma"} }

// segno is what tells the fines of a tenant: nothing else does.
func segno(comando string) string { return "1/" + comando }

// storia is the fines of a tenant: those of the others, but for one in five, with the same ids, numbers,
// plates and days.
func storia(comando string) (noti []noto) {
	k := slices.Index(comandi(), comando)
	for i := range 75 {
		if i%5 == k {
			continue
		}
		noti = append(noti, nuovoNoto(i, comando))
	}
	return noti
}

func nuovoNoto(i int, comando string) noto {
	scegli := func(j int, tra ...string) string { return tra[j%len(tra)] }
	n := noto{
		ID: fmt.Sprintf("00000000-0000-7000-8000-%012x", (i*37)%75+1), Anno: 2025 + i/38, Numero: 1 + i%13, Lettera: scegli(i/13, "", "V", "P"),
		Fonte: scegli(i, "SOAP", "TABLET", "OCR", "IMPIANTO", "IMPORTAZIONE", "MANUALE", "SOAP"), Reparto: scegli(i, "PL01", "PL01", "PL02"),
		Targa:     fmt.Sprintf("AB%03dCD", i%11), // the night in which the clock goes forward is among the days, and four have each moment
		Quando:    time.Date(2026, 3, 27, 22, 30, 0, i%2*1000, time.UTC).Add(time.Duration(i/4) * 5 * time.Hour).Format(time.RFC3339Nano),
		Indirizzo: scegli(i, "Via Garibaldi", "Corso d’Angelo", "P.zza della Città", `Vicolo "Stretto"\;`+"\t1", "=cmd|' /C calc'!A0"), Civico: segno(comando),
		Note:      scegli(i, "", "in sosta sulla via", "Nicolò, sosta/vietata"),
		Procedura: scegli(i, "NOTIFICATO", "DEFINITO", "DA_VALIDARE", "NOTIFICATO", "DEFINITO", "DEFINITO"),
		Debito:    scegli(i, "PAGATO", "INTERO", "NON_ESIGIBILE", "ECCEDENZA"), Ricorso: scegli(i, "NESSUNO", "NESSUNO", "PRESENTATO", "NESSUNO", "ACCOLTO"),
		Importo: []int64{0, 2940, 4200, 8700, 17300}[i%5], Versato: int64(i),
		Articoli: []string{scegli(i, "142", "7", "158", "126-bis")}, IUV: nav(i)[1:], CodFiscale: scegli(i, "", "RSSMRA80A01H501U", "BNCLRA85M41F205X"),
	}
	n.Norme = []string{n.Articoli[0] + " c. 8"}
	if i%4 == 0 {
		n.Articoli, n.Norme = append(n.Articoli, "7"), append(n.Norme, "7 c. 1", `7 c. "2"`)
	}
	if i%3 == 0 {
		notifica, scadenza := fmt.Sprintf("2026-05-%02d", 1+i%5), fmt.Sprintf("2026-07-%02d", 1+i%5)
		n.Notifica, n.Scadenza = &notifica, &scadenza
	}
	if n.Fonte == "IMPORTAZIONE" { // of whose kind little is known
		n.SenzaOra, n.Targa, n.Indirizzo = true, "", ""
	}
	return n
}

// trova is the oracle: a plain filter over all the fines, in the order asked for.
func trova(noti []noto, ordine string, filtri ...filtro) []noto {
	esito := slices.DeleteFunc(slices.Clone(noti), func(n noto) bool {
		return slices.ContainsFunc(filtri, func(f filtro) bool { return !f.vale(n) })
	})
	slices.SortFunc(esito, func(a, b noto) int {
		c := cmp.Or(a.istante().Compare(b.istante()), strings.Compare(a.ID, b.ID))
		if strings.HasSuffix(ordine, "numero") {
			c = cmp.Or(a.Numero-b.Numero, strings.Compare(a.ID, b.ID))
		}
		if strings.HasPrefix(ordine, "-") {
			return -c
		}
		return c
	})
	return esito
}

// racconta writes the fines of a tenant into its tables.
func (b *banco) racconta(t *testing.T, comando string, noti []noto) {
	t.Helper()
	testo, err := json.Marshal(noti)
	if err != nil {
		t.Fatal(err)
	}
	b.ambiente.Esegui(t, "elaborazione", comando, `
		INSERT INTO verbale (id, anno, numero, lettera, fonte, inserito_da, reparto, targa, tipo_targa, nazione, data_violazione, senza_ora,
			data_accertamento, luogo_istat, luogo_indirizzo, luogo_civico, agenti, note, procedura, debito, ricorso, punti, riscossione,
			data_notifica, scadenza_pagamento, importo_cent, versato_cent, articoli, norme)
		SELECT v.id, v.anno, v.numero, v.lettera, v.fonte, 'prova', v.reparto, v.targa, 'AUTOVEICOLO', 'IT', v.data_violazione, v.senza_ora,
			'2026-03-01', '058091', v.luogo_indirizzo, v.luogo_civico, '{A001}', v.note, v.procedura, v.debito, v.ricorso, 'NON_DOVUTI', 'NESSUNA',
			v.data_notifica, v.scadenza_pagamento, v.importo_cent, v.versato_cent, v.articoli, v.norme
		FROM jsonb_populate_recordset(NULL::verbale, $1::jsonb) v`, string(testo))
	b.ambiente.Esegui(t, "elaborazione", comando, `
		WITH n AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS x(id uuid, iuv text, codice_fiscale text, importo_cent bigint)),
		s AS (INSERT INTO soggetto (id, tipo, codice_fiscale) SELECT id, 'PERSONA', codice_fiscale FROM n WHERE codice_fiscale <> '' RETURNING id),
		p AS (INSERT INTO posizione (id, verbale, ordine, titolo, soggetto)
			SELECT n.id, n.id, 1, 'OBBLIGATO', s.id FROM n LEFT JOIN s ON s.id = n.id RETURNING id)
		INSERT INTO avviso (id, verbale, posizione, tipo, numero_avviso, iuv, codice_fiscale_ente, importo_cent, giorni)
		SELECT n.id, n.id, p.id, 'RIDOTTO', '3' || iuv, iuv, '80012345670', 4200, 60 FROM n JOIN p ON p.id = n.id`, string(testo))
}
