package app_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

// richiesteCattive: what cannot be answered is refused on the field that the request names, with a reason.
func richiesteCattive(t *testing.T, s *sportello) {
	t.Helper()
	for operazione, casi := range map[string]map[string][2]string{
		"/importi/calcola":       importiCattivi(),
		"/scadenze/calcola":      scadenzeCattive(),
		"/velocita/calcola":      velocitaCattive(),
		"/codiceFiscale/calcola": personeCattive(),
		"/codiceFiscale/valida": {
			"codice che manca": {`{}`, "codiceFiscale"}, "codice null": {`{"codiceFiscale":null}`, "codiceFiscale"}, "codice numerico": {`{"codiceFiscale":12345678901}`, "codiceFiscale"},
			"campo di troppo": {`{"codiceFiscale":"LMBTTR64E07D612F","nome":"x"}`, "nome"}, "NUL nel testo": {`{"codiceFiscale":"LMB\u0000"}`, "codiceFiscale"},
			"oltre mille caratteri": {`{"codiceFiscale":"` + strings.Repeat("A", 1001) + `"}`, "codiceFiscale"}, "due volte": {`{"codiceFiscale":"a","codiceFiscale":"b"}`, "codiceFiscale"},
		},
		"/partitaIva/valida": {"manca": {`{}`, "partitaIva"}, "numero": {`{"partitaIva":2765430125}`, "partitaIva"}},
		"/targa/valida": {
			"manca": {`{"nazione":"I"}`, "targa"}, "nazione numerica": {`{"targa":"AB123CD","nazione":39}`, "nazione"},
			"elenco": {`{"targa":["AB123CD"]}`, "targa"},
		},
		"/patente/valida":      {"manca": {`{}`, "patente"}, "oggetto": {`{"patente":{}}`, "patente"}},
		"/telaio/valida":       {"manca": {`{}`, "telaio"}, "vero": {`{"telaio":true}`, "telaio"}},
		"/iuv/valida":          {"manca": {`{}`, "codice"}, "numero": {`{"codice":312261120000471164}`, "codice"}},
		"/raccomandata/valida": {"manca": {`{}`, "codice"}},
		"/bollettino/leggi":    {"manca": {`{}`, "codeline"}},
		"/qr/leggi":            {"manca": {`{}`, "testo"}, "oltre mille caratteri": {`{"testo":"` + strings.Repeat("|", 1001) + `"}`, "testo"}},
		"/dataMatrix/leggi":    {"manca": {`{"testo":null}`, "testo"}},
		"/iuv/componi": {
			"segregazione di una cifra": {`{"segregazione":"1","base":"2611200004711"}`, "segregazione"}, "base corta": {`{"segregazione":"12","base":"1"}`, "base"},
			"base con lettere": {`{"segregazione":"12","base":"26112O0004711"}`, "base"}, "cifre a tutta larghezza": {`{"segregazione":"１２","base":"2611200004711"}`, "segregazione"},
			"mancano entrambe": {`{}`, "segregazione base"},
		},
		"/qr/componi": {
			"importo zero":        {`{"numeroAvviso":"312261120000471164","codiceFiscaleEnte":"01234567897","importoCent":0}`, "importoCent"},
			"importo negativo":    {`{"numeroAvviso":"312261120000471164","codiceFiscaleEnte":"01234567897","importoCent":-1}`, "importoCent"},
			"mezzo centesimo":     {`{"numeroAvviso":"312261120000471164","codiceFiscaleEnte":"01234567897","importoCent":29.4}`, "importoCent"},
			"importo in testo":    {`{"numeroAvviso":"312261120000471164","codiceFiscaleEnte":"01234567897","importoCent":"2940"}`, "importoCent"},
			"esponente":           {`{"numeroAvviso":"312261120000471164","codiceFiscaleEnte":"01234567897","importoCent":1e3}`, "importoCent"},
			"avviso scritto male": {`{"numeroAvviso":"312261120000471165","codiceFiscaleEnte":"01234567897","importoCent":2940}`, "numeroAvviso"},
			"ente di 16":          {`{"numeroAvviso":"312261120000471164","codiceFiscaleEnte":"LMBTTR64E07D612F","importoCent":2940}`, "codiceFiscaleEnte"},
			"manca tutto":         {`{}`, "numeroAvviso codiceFiscaleEnte importoCent"},
		},
		"/dataMatrix/componi": {
			"manca tutto":     {`{}`, "numeroAvviso contoCorrente importoCent codiceFiscaleEnte causale"},
			"conto errato":    {`{"numeroAvviso":"312261120000471164","contoCorrente":"12-3","importoCent":1,"codiceFiscaleEnte":"01234567897","causale":"x"}`, "contoCorrente"},
			"importo enorme":  {`{"numeroAvviso":"312261120000471164","contoCorrente":"1","importoCent":99999999999,"codiceFiscaleEnte":"01234567897","causale":"x"}`, "importoCent"},
			"debitore errato": {`{"numeroAvviso":"312261120000471164","contoCorrente":"1","importoCent":1,"codiceFiscaleEnte":"01234567897","codiceFiscaleDebitore":"RSSMRA80A01H501UX","causale":"x"}`, "codiceFiscaleDebitore"},
		},
		"/conversioni/data": {
			"manca": {`{}`, "data"}, "30 febbraio": {`{"data":"30/02/2026"}`, "data"}, "29 febbraio di un anno comune": {`{"data":"2026-02-29"}`, "data"},
			"anno di due cifre": {`{"data":"1/1/26"}`, "data"}, "parole": {`{"data":"domani"}`, "data"},
			"numero": {`{"data":20261120}`, "data"}, "vuota": {`{"data":""}`, "data"},
			"cifre a tutta larghezza": {`{"data":"２０/11/2026"}`, "data"},
		},
		"/conversioni/importo": {
			"nessuno dei due": {`{}`, "importoCent"}, "entrambi": {`{"importoCent":1,"testo":"0,01"}`, "testo"}, "negativo": {`{"importoCent":-5}`, "importoCent"},
			"negativo in testo": {`{"testo":"-1,00"}`, "testo"}, "punto decimale": {`{"testo":"1234.56"}`, "testo"}, "tre decimali": {`{"testo":"1,234"}`, "testo"},
			"virgola senza decimali": {`{"testo":"1,"}`, "testo"}, "migliaia fuori posto": {`{"testo":"1.23,00"}`, "testo"},
			"parole": {`{"testo":"cento"}`, "testo"}, "vuoto": {`{"testo":""}`, "testo"},
			"solo il simbolo": {`{"testo":"€"}`, "testo"}, "troppo grande": {`{"testo":"99999999999999999,99"}`, "testo"}, "oltre ogni numero": {`{"importoCent":123456789012345678901234567890}`, "importoCent"},
		},
	} {
		for nome, c := range casi {
			t.Run(strings.ReplaceAll(operazione[1:], "/", " ")+": "+nome, func(t *testing.T) { s.rifiutata(t, operazione, c[0], c[1]) })
		}
	}
}

// rifiutata: 400, and the fields at fault are these, each with its reason.
func (s *sportello) rifiutata(t *testing.T, operazione, corpo, campi string) {
	t.Helper()
	stato, risposta := s.domanda(t, operazione, corpo)
	var p struct {
		Codice string `json:"codice"`
		Errori []struct {
			Campo     string `json:"campo"`
			Messaggio string `json:"messaggio"`
		} `json:"errori"`
	}
	if err := json.Unmarshal(risposta, &p); err != nil || stato != http.StatusBadRequest || p.Codice != "DATI_NON_VALIDI" {
		t.Fatalf("%.300s: %d %s (%v)", corpo, stato, risposta, err)
	}
	var nomi []string
	for _, e := range p.Errori {
		nomi = append(nomi, e.Campo)
		if strings.TrimSpace(e.Messaggio) == "" {
			t.Errorf("%s is refused without a reason", e.Campo)
		}
	}
	if strings.Join(nomi, " ") != campi {
		t.Errorf("%.300s: refused %v, want %s: %s", corpo, nomi, campi, risposta)
	}
}

func importiCattivi() map[string][2]string {
	con := func(altro string) string {
		return `{"minimoCent":8700,"massimoCent":34400,"sconto30":true,"giorniDallaNotifica":100,` + altro + `}`
	}
	return map[string][2]string{
		"manca tutto":              {`{}`, "minimoCent massimoCent sconto30"},
		"minimo sopra il massimo":  {`{"minimoCent":34400,"massimoCent":8700,"sconto30":true}`, "minimoCent"},
		"minimo negativo":          {`{"minimoCent":-8700,"massimoCent":34400,"sconto30":true}`, "minimoCent"},
		"minimo zero":              {`{"minimoCent":0,"massimoCent":34400,"sconto30":true}`, "minimoCent"},
		"massimo negativo":         {`{"minimoCent":8700,"massimoCent":-1,"sconto30":true}`, "massimoCent"},
		"massimo oltre ogni somma": {`{"minimoCent":8700,"massimoCent":1000000000001,"sconto30":true}`, "massimoCent"},
		"cifre che non stanno":     {`{"minimoCent":99999999999999999999,"massimoCent":34400,"sconto30":true}`, "minimoCent"},
		"mezzi centesimi":          {`{"minimoCent":8700.5,"massimoCent":34400,"sconto30":true}`, "minimoCent"},
		"importo in testo":         {`{"minimoCent":"8700","massimoCent":34400,"sconto30":true}`, "minimoCent"},
		"sconto in testo":          {`{"minimoCent":8700,"massimoCent":34400,"sconto30":"sì"}`, "sconto30"},
		"moltiplicatore ignoto":    {con(`"moltiplicatore":"3"`), "moltiplicatore"},
		"moltiplicatore vuoto":     {con(`"moltiplicatore":""`), "moltiplicatore"},
		"moltiplicatore numerico":  {con(`"moltiplicatore":2`), "moltiplicatore"},
		"giorni negativi":          {`{"minimoCent":8700,"massimoCent":34400,"sconto30":true,"giorniDallaNotifica":-1}`, "giorniDallaNotifica"},
		"mezzo giorno":             {`{"minimoCent":8700,"massimoCent":34400,"sconto30":true,"giorniDallaNotifica":4.5}`, "giorniDallaNotifica"},
		"spese negative":           {con(`"speseCent":-1`), "speseCent"},
		"versato negativo":         {con(`"versatoCent":-1`), "versatoCent"},
		"semestri negativi":        {con(`"semestriInRitardo":-1`), "semestriInRitardo"},
		"semestri di troppo":       {con(`"semestriInRitardo":1001`), "semestriInRitardo"},
		"semestri prima dei 60":    {`{"minimoCent":8700,"massimoCent":34400,"sconto30":true,"giorniDallaNotifica":4,"semestriInRitardo":1}`, "semestriInRitardo"},
		"campo ignoto":             {con(`"sconto":30`), "sconto"},
	}
}

func scadenzeCattive() map[string][2]string {
	const send = `{"tipo":"PERFEZIONAMENTO_SEND_DIGITALE","decorrenza":"2026-05-07",`
	const deposito = `{"tipo":"PERFEZIONAMENTO_DEPOSITO_POSTALE","decorrenza":"2026-03-13",`
	dal := func(decorrenza string) [2]string {
		return [2]string{`{"tipo":"PAGAMENTO_SCONTATO_5","decorrenza":"` + decorrenza + `"}`, "decorrenza"}
	}
	return map[string][2]string{
		"manca tutto":                                  {`{}`, "decorrenza tipo"},
		"tipo ignoto":                                  {`{"tipo":"PAGAMENTO_7","decorrenza":"2026-05-07"}`, "tipo"},
		"tipo minuscolo":                               {`{"tipo":"pagamento_scontato_5","decorrenza":"2026-05-07"}`, "tipo"},
		"tipo vuoto":                                   {`{"tipo":"","decorrenza":"2026-05-07"}`, "tipo"},
		"30 febbraio":                                  dal("2026-02-30"),
		"all'italiana":                                 dal("07/05/2026"),
		"vuota":                                        dal(""),
		"anno zero":                                    dal("0000-01-01"),
		"ora 25":                                       dal("2026-05-07T25:00"),
		"ora senza minuti":                             dal("2026-05-07T22"),
		"ora che la primavera salta":                   dal("2026-03-29T02:30"),
		"scostamento senza senso":                      dal("2026-05-07T22:10+99:99"),
		"oltre la fine del calendario, a Roma":         dal("9999-12-31T23:30:00Z"),
		"termine oltre la fine del calendario":         dal("9999-12-31"),
		"decorrenza numerica":                          {`{"tipo":"PAGAMENTO_SCONTATO_5","decorrenza":20260507}`, "decorrenza"},
		"accesso prima della consegna":                 {send + `"accesso":"2026-05-06"}`, "accesso"},
		"ritiro di SEND":                               {send + `"ritiro":"2026-05-08"}`, "ritiro"},
		"ritiro prima del deposito":                    {deposito + `"ritiro":"2026-03-12"}`, "ritiro"},
		"accesso al deposito":                          {deposito + `"accesso":"2026-03-14"}`, "accesso"},
		"ritiro impossibile":                           {deposito + `"ritiro":"2026-13-01"}`, "ritiro"},
		"termine che la legge fissa":                   {deposito + `"termineGiorni":5}`, "termineGiorni"},
		"termine di zero giorni":                       {`{"tipo":"ACCREDITO_BONIFICO_2","decorrenza":"2026-05-07","termineGiorni":0}`, "termineGiorni"},
		"termine che non è del pagamento":              {`{"tipo":"ACCREDITO_BONIFICO_2","decorrenza":"2026-05-07","termineGiorni":30}`, "termineGiorni"},
		"termine enorme":                               {`{"tipo":"ACCREDITO_BONIFICO_2","decorrenza":"2026-05-07","termineGiorni":99999999999}`, "termineGiorni"},
		"campo ignoto, col nome di un'altra richiesta": {`{"tipo":"PAGAMENTO_SCONTATO_5","decorrenza":"2026-05-07","data":"2026-05-07"}`, "data"},
	}
}

func velocitaCattive() map[string][2]string {
	con := func(rilevata, limite, data string) string {
		return `{"rilevata":` + rilevata + `,"limite":` + limite + `,"data":"` + data + `"}`
	}
	return map[string][2]string{
		"manca tutto":                {`{}`, "rilevata limite data"},
		"due decimali":               {con("66.55", "50", "2026-11-20"), "rilevata"},
		"rilevata zero":              {con("0", "50", "2026-11-20"), "rilevata"},
		"rilevata negativa":          {con("-66", "50", "2026-11-20"), "rilevata"},
		"rilevata oltre 999":         {con("999.1", "50", "2026-11-20"), "rilevata"},
		"rilevata con esponente":     {con("6e1", "50", "2026-11-20"), "rilevata"},
		"rilevata in testo":          {con(`"66"`, "50", "2026-11-20"), "rilevata"},
		"limite decimale":            {con("66", "50.5", "2026-11-20"), "limite"},
		"limite zero":                {con("66", "0", "2026-11-20"), "limite"},
		"31 novembre":                {con("66", "50", "2026-11-31"), "data"},
		"prima di ogni riga":         {con("66", "50", "1900-01-01"), "data"},
		"autocarro in testo":         {`{"rilevata":66,"limite":50,"data":"2026-11-20","autocarro":"no"}`, "autocarro"},
		"infinito non è un numero":   {con("66", "1e999", "2026-11-20"), "limite"},
		"il nome che ha la libreria": {`{"rilevataDecimi":660,"limite":50,"data":"2026-11-20"}`, "rilevataDecimi"},
	}
}

func personeCattive() map[string][2]string {
	con := func(nascita, sesso, luogo string) string {
		return `{"cognome":"Rossi","nome":"Mario","dataNascita":"` + nascita + `","sesso":"` + sesso + `",` + luogo + `}`
	}
	const roma = `"codiceCatastale":"H501"`
	return map[string][2]string{
		"manca tutto":                   {`{}`, "dataNascita sesso cognome codiceCatastale"},
		"30 febbraio":                   {con("1980-02-30", "M", roma), "dataNascita"},
		"nascita nel futuro":            {con("2999-01-01", "M", roma), "dataNascita"},
		"nascita troppo antica":         {con("1700-01-01", "M", roma), "dataNascita"},
		"sesso ignoto":                  {con("1980-01-01", "X", roma), "sesso"},
		"codice catastale errato":       {con("1980-01-01", "M", `"codiceCatastale":"HH01"`), "codiceCatastale"},
		"codice catastale vuoto":        {con("1980-01-01", "M", `"codiceCatastale":""`), "codiceCatastale"},
		"codice e comune":               {con("1980-01-01", "M", roma+`,"comune":"Roma"`), "comune"},
		"comune sconosciuto":            {con("1980-01-01", "M", `"comune":"Atlantide"`), "comune"},
		"comune vuoto":                  {con("1980-01-01", "M", `"comune":""`), "comune"},
		"provincia sbagliata":           {con("1980-01-01", "M", `"comune":"Roma","provincia":"MI"`), "provincia"},
		"due province":                  {con("1980-01-01", "M", `"comune":"Roma (RM)","provincia":"MI"`), "provincia"},
		"la provincia che non ebbe mai": {con("1980-01-01", "M", `"comune":"Andria (FG)"`), "provincia"},
		"Stato con una provincia":       {con("1980-01-01", "M", `"comune":"Germania","provincia":"RM"`), "comune"},
		"provincia senza comune":        {con("1980-01-01", "M", roma+`,"provincia":"RM"`), "provincia"},
		"cognome e nome vuoti":          {`{"cognome":" ","nome":"","dataNascita":"1980-01-01","sesso":"M",` + roma + `}`, "cognome"},
		"cognome e nome nulli":          {`{"cognome":null,"nome":null,"dataNascita":"1980-01-01","sesso":"M",` + roma + `}`, "cognome"},
		"due segnaposto":                {`{"cognome":".","nome":"N.D.","dataNascita":"1980-01-01","sesso":"M",` + roma + `}`, "cognome"},
		"cognome con parentesi":         {`{"cognome":"Rossi (detto Gigi)","nome":"Mario","dataNascita":"1980-01-01","sesso":"M",` + roma + `}`, "cognome"},
		"cognome con una barra":         {`{"cognome":"Rossi / Bianchi","nome":"Mario","dataNascita":"1980-01-01","sesso":"M",` + roma + `}`, "cognome"},
		"cognome con una virgola":       {`{"cognome":"Rossi, Mario","nome":"","dataNascita":"1980-01-01","sesso":"M",` + roma + `}`, "cognome"},
		"nome con una cifra":            {`{"cognome":"Rossi","nome":"Mari0","dataNascita":"1980-01-01","sesso":"M",` + roma + `}`, "nome"},
		"cognome di segni":              {`{"cognome":"Ρόσσι","nome":"Mario","dataNascita":"1980-01-01","sesso":"M",` + roma + `}`, "cognome"},
		"nome numerico":                 {`{"cognome":"Rossi","nome":7,"dataNascita":"1980-01-01","sesso":"M",` + roma + `}`, "nome"},
		"comune non ancora istituito":   {con("1900-01-01", "M", `"comune":"Latina"`), "comune"},
	}
}

// corpiCattivi: what is no request of JSON is refused before it is looked at.
func corpiCattivi(t *testing.T, s *sportello) {
	t.Helper()
	const rotta = "POST " + utilita + "/targa/valida"
	for nome, c := range map[string]struct {
		tipo, corpo string
		stato       int
		codice      string
	}{
		"oltre 1 MiB":            {"application/json", `{"targa":"` + strings.Repeat("A", 1<<20) + `"}`, 413, "CORPO_TROPPO_GRANDE"},
		"un altro tipo":          {"text/plain", `{"targa":"AB123CD"}`, 415, "TIPO_NON_AMMESSO"},
		"vuoto":                  {"application/json", "", 400, "RICHIESTA_MALFORMATA"},
		"null":                   {"application/json", "null", 400, "RICHIESTA_MALFORMATA"},
		"elenco":                 {"application/json", "[]", 400, "RICHIESTA_MALFORMATA"},
		"testo":                  {"application/json", `"AB123CD"`, 400, "RICHIESTA_MALFORMATA"},
		"JSON tronco":            {"application/json", `{"targa":"AB`, 400, "RICHIESTA_MALFORMATA"},
		"due oggetti":            {"application/json", `{"targa":"AB123CD"}{}`, 400, "RICHIESTA_MALFORMATA"},
		"non UTF-8":              {"application/json", "{\"targa\":\"\xff\"}", 400, "RICHIESTA_MALFORMATA"},
		"annidato senza fine":    {"application/json", `{"targa":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}`, 400, "RICHIESTA_MALFORMATA"},
		"mezza coppia surrogata": {"application/json", `{"targa":"\ud800"}`, 200, ""},
	} {
		t.Run(nome, func(t *testing.T) {
			r, risposta := s.chiedi(t, rotta, s.chi, []byte(c.corpo), "Content-Type", c.tipo)
			if r.StatusCode != c.stato || c.codice != "" && codice(t, r, risposta) != c.codice {
				t.Errorf("%d %s", r.StatusCode, risposta)
			}
		})
	}
}
