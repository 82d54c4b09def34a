package app_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

// esempiDelleSchede are the worked examples of the law, asked over HTTP: request and what must be in the
// answer.
func esempiDelleSchede(t *testing.T, s *sportello) {
	t.Helper()
	for gruppo, esempi := range map[string]map[string][2]string{
		"/importi/calcola": esempiImporti(), "/scadenze/calcola": esempiScadenze(), "/velocita/calcola": esempiVelocita(),
		"/codiceFiscale/valida": esempiCodiceFiscale(), "/codiceFiscale/calcola": esempiCalcolo(), "/partitaIva/valida": esempiPartitaIVA(),
		"/targa/valida": esempiTarga(), "/patente/valida": esempiPatente(), "/telaio/valida": esempiTelaio(),
		"/iuv/valida": esempiIUV(), "/iuv/componi": esempiComponiIUV(), "/qr/componi": esempiQR(), "/qr/leggi": esempiLeggiQR(),
		"/raccomandata/valida": esempiRaccomandata(), "/bollettino/leggi": esempiBollettino(),
		"/conversioni/data": esempiData(), "/conversioni/importo": esempiImporto(),
	} {
		for nome, e := range esempi {
			t.Run(strings.ReplaceAll(gruppo[1:], "/", " ")+": "+nome, func(t *testing.T) { s.esempio(t, gruppo, e[0], e[1]) })
		}
	}
}

func (s *sportello) esempio(t *testing.T, operazione, corpo, atteso string) {
	t.Helper()
	stato, risposta := s.domanda(t, operazione, corpo)
	var voluto, avuto any
	if err := json.Unmarshal([]byte(atteso), &voluto); err != nil {
		t.Fatalf("%v: %s", err, atteso)
	}
	if err := json.Unmarshal(risposta, &avuto); err != nil || stato != http.StatusOK {
		t.Fatalf("%s: %d %s (%v)", corpo, stato, risposta, err)
	}
	for _, d := range uguali(voluto, avuto, "risposta") {
		t.Errorf("%s %s", corpo, d)
	}
	if operazione == "/importi/calcola" {
		sommaDeiPassi(t, risposta)
	}
}

// sommaDeiPassi: the steps of an amount add up to it.
func sommaDeiPassi(t *testing.T, risposta []byte) {
	t.Helper()
	var e cds.EsitoDovuto
	if err := json.Unmarshal(risposta, &e); err != nil {
		t.Fatal(err)
	}
	somma := int64(0)
	for _, p := range e.Spiegazione {
		if p.ImportoCent != nil {
			somma += *p.ImportoCent
		}
	}
	if somma != int64(e.DovutoCent) {
		t.Errorf("the steps add up to %d, not to %d: %s", somma, e.DovutoCent, risposta)
	}
}

func esempiImporti() map[string][2]string {
	const divieto = `"minimoCent":8700,"massimoCent":34400,"moltiplicatore":"1","notturna":false,"sconto30":true,"ordinanzaPrefetto":false,"speseCent":1200`
	const cintura = `{"minimoCent":8300,"massimoCent":33200,"sconto30":true,"giorniDallaNotifica":800,"speseCent":1050,"semestriInRitardo":`
	return map[string][2]string{
		"153 c. 10, giorno 4: meno 30 %, spese intere (art. 202 c. 1)":     {`{` + divieto + `,"giorniDallaNotifica":4}`, `{"dovutoCent":7290,"tipo":"RIDOTTO_30","sanzioneCent":6090,"speseCent":1200}`},
		"153 c. 10, giorno 5 è ancora scontato":                            {`{` + divieto + `,"giorniDallaNotifica":5}`, `{"dovutoCent":7290,"tipo":"RIDOTTO_30"}`},
		"153 c. 10, giorno 33: il minimo":                                  {`{` + divieto + `,"giorniDallaNotifica":33}`, `{"dovutoCent":9900,"tipo":"RIDOTTO"}`},
		"153 c. 10, giorno 61: metà del massimo (art. 203 c. 3)":           {`{` + divieto + `,"giorniDallaNotifica":61}`, `{"dovutoCent":18400,"tipo":"INTERO"}`},
		"153 c. 10, non notificato: come il giorno 0":                      {`{` + divieto + `,"giorniDallaNotifica":null}`, `{"dovutoCent":7290,"tipo":"RIDOTTO_30"}`},
		"153 c. 10, acconto di 60,90 al giorno 7, oggi 70 (art. 389 Reg.)": {`{` + divieto + `,"giorniDallaNotifica":70,"versatoCent":6090}`, `{"dovutoCent":12310,"totaleCent":18400,"eccedenzaCent":0}`},
		"176 c. 20 di notte, senza sconto (art. 195 c. 2-bis)":             {`{"minimoCent":43000,"massimoCent":173100,"notturna":true,"sconto30":false,"giorniDallaNotifica":30,"speseCent":1100}`, `{"dovutoCent":58433,"tipo":"RIDOTTO"}`},
		"142 c. 7, autocarro: raddoppio e sconto (c. 11)":                  {`{"minimoCent":4200,"massimoCent":17300,"moltiplicatore":"2","sconto30":true,"giorniDallaNotifica":5}`, `{"dovutoCent":5880,"tipo":"RIDOTTO_30"}`},
		"142 c. 7 di notte, scontato":                                      {`{"minimoCent":4200,"massimoCent":17300,"notturna":true,"sconto30":true,"giorniDallaNotifica":0}`, `{"dovutoCent":3920}`},
		"metà del massimo notturno si arrotonda una volta sola":            {`{"minimoCent":4200,"massimoCent":17300,"notturna":true,"sconto30":true,"giorniDallaNotifica":61}`, `{"dovutoCent":11533}`},
		"193 c. 3: dimezzato prima dello sconto":                           {`{"minimoCent":86600,"massimoCent":346400,"moltiplicatore":"1/2","sconto30":true,"giorniDallaNotifica":5}`, `{"dovutoCent":30310}`},
		"172 c. 10 con 4 semestri di ritardo (L. 689/1981 art. 27 c. 6)":   {cintura + `4}`, `{"dovutoCent":24290,"tipo":"INTERO_MAGGIORATO","maggiorazioneCent":6640}`},
		"172 c. 10 con 8 semestri: al massimo tre quinti (L. 177/2024)":    {cintura + `8}`, `{"dovutoCent":27610,"maggiorazioneCent":9960}`},
		"ricorso respinto: il doppio del minimo (art. 204 c. 1)":           {`{"minimoCent":8700,"massimoCent":34400,"sconto30":true,"giorniDallaNotifica":200,"ordinanzaPrefetto":true,"speseCent":1200}`, `{"dovutoCent":18600,"tipo":"ORDINANZA"}`},
	}
}

func esempiScadenze() map[string][2]string {
	esempi := map[string][2]string{
		"dati in ritardo di lettura: con l'ora, il giorno è quello di Roma": {`{"tipo":"NOTIFICA_90","decorrenza":"2026-02-04T23:30:00Z"}`, `{"scadenza":"2026-05-06"}`},
		"SEND consegnato alle 22:10 (D.L. 76/2020 art. 26 c. 9)":            {`{"tipo":"PERFEZIONAMENTO_SEND_DIGITALE","decorrenza":"2026-05-07T22:10"}`, `{"scadenza":"2026-05-15","avvertenze":[]}`},
		"SEND consegnato alle 22:10 scritto in UTC":                         {`{"tipo":"PERFEZIONAMENTO_SEND_DIGITALE","decorrenza":"2026-05-07T20:10:00Z"}`, `{"scadenza":"2026-05-15"}`},
		"SEND consegnato alle 20":                                           {`{"tipo":"PERFEZIONAMENTO_SEND_DIGITALE","decorrenza":"2026-05-07T20:00"}`, `{"scadenza":"2026-05-14","avvertenze":[]}`},
		"SEND consegnato alle 21 in punto non è dopo le 21":                 {`{"tipo":"PERFEZIONAMENTO_SEND_DIGITALE","decorrenza":"2026-05-07T21:00:00"}`, `{"scadenza":"2026-05-14"}`},
		"SEND consegnato dopo mezzanotte di Roma, in UTC ancora ieri":       {`{"tipo":"PERFEZIONAMENTO_SEND_DIGITALE","decorrenza":"2026-05-07T22:30:00+00:00"}`, `{"scadenza":"2026-05-15"}`},
		"SEND aperto prima":                                                   {`{"tipo":"PERFEZIONAMENTO_SEND_DIGITALE","decorrenza":"2026-05-07T20:00","accesso":"2026-05-09"}`, `{"scadenza":"2026-05-09"}`},
		"SEND con la casella satura, 15 giorni":                               {`{"tipo":"PERFEZIONAMENTO_SEND_CASELLA_SATURA","decorrenza":"2026-05-07"}`, `{"scadenza":"2026-05-22"}`},
		"deposito ritirato prima del decimo giorno":                           {`{"tipo":"PERFEZIONAMENTO_DEPOSITO_POSTALE","decorrenza":"2026-03-13","ritiro":"2026-03-16"}`, `{"scadenza":"2026-03-16"}`},
		"deposito ritirato dopo: vale il decimo giorno (L. 890/1982 art. 8)":  {`{"tipo":"PERFEZIONAMENTO_DEPOSITO_POSTALE","decorrenza":"2026-03-13","ritiro":"2026-03-30"}`, `{"scadenza":"2026-03-23"}`},
		"l'ora che l'autunno ripete non cambia il giorno":                     {`{"tipo":"PAGAMENTO_SCONTATO_5","decorrenza":"2026-10-25T02:30"}`, `{"scadenza":"2026-10-30"}`},
		"bonifico accreditato due giorni dopo i sessanta (D.L. 18/2016)":      {`{"tipo":"ACCREDITO_BONIFICO_2","decorrenza":"2026-11-09"}`, `{"scadenza":"2026-11-11"}`},
		"bonifico, dal giorno della notificazione":                            {`{"tipo":"ACCREDITO_BONIFICO_2","decorrenza":"2026-09-10","termineGiorni":60}`, `{"scadenza":"2026-11-11"}`},
		"notificato il 31 luglio, giudice di pace: si conta dal 1° settembre": {`{"tipo":"RICORSO_GIUDICE_30","decorrenza":"2026-07-31"}`, `{"scadenza":"2026-09-30"}`},
	}
	for _, e := range [][3]string{
		{"PAGAMENTO_SCONTATO_5", "2026-09-10", "2026-09-15"}, {"PAGAMENTO_RIDOTTO_60", "2026-09-10", "2026-11-09"},
		{"PAGAMENTO_SCONTATO_5", "2026-12-03", "2026-12-09"}, {"PAGAMENTO_SCONTATO_5", "2028-04-12", "2028-04-18"},
		{"RICORSO_GIUDICE_30", "2026-07-13", "2026-09-14"}, {"RICORSO_PREFETTO_60", "2026-07-13", "2026-09-11"},
		{"NOTIFICA_90", "2026-02-05", "2026-05-06"}, {"NOTIFICA_100", "2026-03-02", "2026-06-10"}, {"NOTIFICA_360", "2026-01-16", "2027-01-11"},
		{"PERFEZIONAMENTO_DEPOSITO_POSTALE", "2026-03-13", "2026-03-23"}, {"ORDINANZA_PREFETTO_180", "2026-03-04", "2026-08-31"},
	} {
		esempi[e[0]+" dal "+e[1]] = [2]string{`{"tipo":"` + e[0] + `","decorrenza":"` + e[1] + `"}`, `{"tipo":"` + e[0] + `","scadenza":"` + e[2] + `"}`}
	}
	return esempi
}

func esempiVelocita() map[string][2]string {
	return map[string][2]string{
		"148 con limite 130: 140,6, comma 8 (art. 345 Reg.)":     {`{"rilevata":148,"limite":130,"data":"2026-11-20"}`, `{"nettaDecimi":1406,"eccessoDecimi":106,"comma":"8","minimoCent":17300,"massimoCent":69400,"punti":3}`},
		"63 con limite 50: 58, comma 7":                          {`{"rilevata":63,"limite":50,"data":"2026-11-20"}`, `{"nettaDecimi":580,"eccessoDecimi":80,"comma":"7","minimoCent":4200,"massimoCent":17300,"punti":0}`},
		"66 con limite 50: 61, comma 8":                          {`{"rilevata":66,"limite":50,"data":"2026-11-20"}`, `{"nettaDecimi":610,"eccessoDecimi":110,"comma":"8"}`},
		"65 con limite 50: 10 esatti sono ancora comma 7":        {`{"rilevata":65,"limite":50,"data":"2026-11-20"}`, `{"eccessoDecimi":100,"comma":"7"}`},
		"65,1 con limite 50: il decimo passa al comma 8":         {`{"rilevata":65.1,"limite":50,"data":"2026-11-20"}`, `{"nettaDecimi":601,"eccessoDecimi":101,"comma":"8"}`},
		"55 con limite 50: entro la tolleranza":                  {`{"rilevata":55.0,"limite":50,"data":"2026-11-20"}`, `{"nettaDecimi":500,"eccessoDecimi":0,"comma":"","minimoCent":0,"massimoCent":0,"punti":0,"accessorie":[]}`},
		"comma 7 di notte: un terzo in più (art. 195 c. 2-bis)":  {`{"rilevata":63,"limite":50,"notturna":true,"data":"2026-11-20"}`, `{"minimoCent":5600}`},
		"autocarro: raddoppio (art. 142 c. 11)":                  {`{"rilevata":63,"limite":50,"autocarro":true,"data":"2026-11-20"}`, `{"minimoCent":8400,"massimoCent":34600}`},
		"neopatentato: punti doppi (art. 126-bis)":               {`{"rilevata":148,"limite":130,"neopatentato":true,"data":"2026-11-20"}`, `{"punti":6}`},
		"oltre 60: comma 9-bis, con la sospensione fra le altre": {`{"rilevata":150,"limite":50,"data":"2026-11-20"}`, `{"comma":"9-bis"}`},
	}
}

func esempiCodiceFiscale() map[string][2]string {
	const persona = `"sesso":"M","dataNascita":"1964-05-07","codiceCatastale":"D612","motivo":"","valido":true`
	return map[string][2]string{
		"Lombardini Ettore":                                {`{"codiceFiscale":"LMBTTR64E07D612F"}`, `{` + persona + `,"omocodia":false,"luogoNascita":"Firenze (FI)","avvertenze":[]}`},
		"omocodia dell'ultima cifra":                       {`{"codiceFiscale":"LMBTTR64E07D61NU"}`, `{` + persona + `,"omocodia":true}`},
		"omocodia delle ultime due":                        {`{"codiceFiscale":"LMBTTR64E07D6MNF"}`, `{` + persona + `,"omocodia":true}`},
		"spazi e minuscole si tolgono":                     {`{"codiceFiscale":" lmb ttr 64e07 d612f "}`, `{` + persona + `,"normalizzato":"LMBTTR64E07D612F"}`},
		"donna: giorno più 40":                             {`{"codiceFiscale":"LMBRLB64E47D612H"}`, `{"valido":true,"sesso":"F","dataNascita":"1964-05-07"}`},
		"undici cifre di un ente":                          {`{"codiceFiscale":"80012345676"}`, `{"valido":true,"numerico":true}`},
		"carattere di controllo errato":                    {`{"codiceFiscale":"LMBTTR64E07D612A"}`, `{"valido":false}`},
		"lettere e cifre a tutta larghezza non sono ASCII": {`{"codiceFiscale":"ＬMBTTR64E07D612F"}`, `{"valido":false}`},
		"una i senza punto non è una I":                    {`{"codiceFiscale":"lmbttr64e07d6ı2f"}`, `{"valido":false}`},
		"vuoto":                                            {`{"codiceFiscale":""}`, `{"valido":false,"normalizzato":""}`},
		"O per zero: un suggerimento, mai una correzione":  {`{"codiceFiscale":"LMBTTR64EO7D612F"}`, `{"valido":false,"suggerimenti":["LMBTTR64E07D612F"]}`},
	}
}

func esempiCalcolo() map[string][2]string {
	esempi := map[string][2]string{
		"per codice":                    {`{"cognome":"Lombardini","nome":"Ettore","dataNascita":"1964-05-07","sesso":"M","codiceCatastale":"D612"}`, `{"codiceFiscale":"LMBTTR64E07D612F","avvertenze":[]}`},
		"per comune":                    {`{"cognome":"Lombardini","nome":"Ettore","dataNascita":"1964-05-07","sesso":"M","comune":"firenze"}`, `{"codiceFiscale":"LMBTTR64E07D612F","luogoNascita":"Firenze (FI)"}`},
		"comune con la provincia":       {`{"cognome":"Rossi","nome":"Mario","dataNascita":"1980-01-01","sesso":"M","comune":"Roma (RM)"}`, `{"codiceFiscale":"RSSMRA80A01H501U","codiceCatastale":"H501"}`},
		"comune e provincia a lato":     {`{"cognome":"Rossi","nome":"Mario","dataNascita":"1980-01-01","sesso":"M","comune":"ROMA","provincia":"rm"}`, `{"codiceFiscale":"RSSMRA80A01H501U"}`},
		"senza cognome":                 {`{"cognome":"","nome":"Singh","dataNascita":"1985-03-22","sesso":"M","codiceCatastale":"Z222"}`, `{"codiceFiscale":"XXXSGH85C22Z222E","avvertenze":[]}`},
		"il cognome non c'è":            {`{"nome":"Singh","dataNascita":"1985-03-22","sesso":"M","codiceCatastale":"Z222"}`, `{"codiceFiscale":"XXXSGH85C22Z222E","avvertenze":[]}`},
		"senza nome":                    {`{"cognome":"Singh","nome":null,"dataNascita":"1985-03-22","sesso":"M","codiceCatastale":"Z222"}`, `{"codiceFiscale":"SNGXXX85C22Z222C","avvertenze":[]}`},
		"un segnaposto per cognome":     {`{"cognome":".","nome":"Singh","dataNascita":"1985-03-22","sesso":"M","codiceCatastale":"Z222"}`, `{"codiceFiscale":"XXXSGH85C22Z222E","avvertenze":["cognome: \".\" non è un cognome, il codice lo tratta come assente (XXX)"]}`},
		"il primo nome, non la virgola": {`{"cognome":"Rossi","nome":"Lucia, Maria","dataNascita":"1985-03-22","sesso":"F","codiceCatastale":"H501"}`, `{"codiceFiscale":"RSSLCU85C62H501E","avvertenze":["nome: contano soltanto i nomi prima della virgola (art. 35 c. 2 D.P.R. 396/2000)"]}`},
		"donna":                         {`{"cognome":"Lombardini","nome":"Rosalba","dataNascita":"1964-05-07","sesso":"F","codiceCatastale":"d612"}`, `{"codiceFiscale":"LMBRLB64E47D612H"}`},
		"nata all'estero, per nome":     {`{"cognome":"Lombardini","nome":"Rosalba","dataNascita":"1964-05-07","sesso":"F","comune":"Germania"}`, `{"codiceCatastale":"Z112","luogoNascita":"Germania","avvertenze":[]}`},
		"nata all'estero, EE":           {`{"cognome":"Lombardini","nome":"Rosalba","dataNascita":"1964-05-07","sesso":"F","comune":"Germania (EE)"}`, `{"codiceCatastale":"Z112"}`},
		"nata in uno Stato che fu":      {`{"cognome":"Lombardini","nome":"Rosalba","dataNascita":"1964-05-07","sesso":"F","comune":"Jugoslavia"}`, `{"codiceCatastale":"Z118","avvertenze":[]}`},
		"nata all'estero, per codice":   {`{"cognome":"Lombardini","nome":"Rosalba","dataNascita":"1964-05-07","sesso":"F","codiceCatastale":"Z112"}`, `{"luogoNascita":"Germania","avvertenze":[]}`},
		"il comune di allora, oggi in un'altra provincia": {`{"cognome":"Rossi","nome":"Mario","dataNascita":"1980-01-01","sesso":"M","comune":"Andria (BA)"}`, `{"codiceCatastale":"A285","luogoNascita":"Andria (BA)"}`},
		"codice catastale ben scritto e sconosciuto":      {`{"cognome":"Rossi","nome":"Mario","dataNascita":"1980-01-01","sesso":"M","codiceCatastale":"X999"}`, `{"codiceCatastale":"X999","avvertenze":["il luogo X999 non è nelle tabelle alla data di nascita: verificarlo"]}`},
	}
	for _, scritto := range []string{"Ţepeş", "Țepeș", "T\u0326epes\u0326", "T\u0327epes\u0327"} {
		const nota = ` si legge S, ma la tabella ufficiale non lo prevede (circ. AE 34/E/2011): l'ufficio può averlo letto in altro modo, il codice attribuito è quello del documento"]`
		t, s := "Ț", "ș"
		if strings.ContainsAny(scritto, "Ţ\u0327") {
			t, s = "Ţ", "ş"
		}
		esempi["fuori dalla tabella: "+scritto] = [2]string{`{"cognome":"` + scritto + `","nome":"Anna","dataNascita":"1985-03-22","sesso":"F","codiceCatastale":"H501"}`,
			`{"codiceFiscale":"TPSNNA85C62H501E","avvertenze":["cognome: ` + t + ` si legge T, ` + s + nota + `}`}
	}
	return esempi
}

func esempiPartitaIVA() map[string][2]string {
	return map[string][2]string{
		"giusta":                    {`{"partitaIva":"02765430125"}`, `{"valida":true,"normalizzata":"02765430125","motivo":""}`},
		"con IT davanti":            {`{"partitaIva":"IT 02765430125"}`, `{"valida":true,"normalizzata":"02765430125"}`},
		"cifra di controllo errata": {`{"partitaIva":"02765430124"}`, `{"valida":false}`},
		"undici zeri":               {`{"partitaIva":"00000000000"}`, `{"valida":false}`},
	}
}

func esempiTarga() map[string][2]string {
	return map[string][2]string{
		"automobile, minuscola con spazi":   {`{"targa":" ab 123-cd "}`, `{"valida":true,"normalizzata":"AB123CD","tipi":["AUTOVEICOLO"],"motivo":""}`},
		"rimorchio":                         {`{"targa":"XA123BC"}`, `{"valida":true,"tipi":["RIMORCHIO"]}`},
		"polizia locale":                    {`{"targa":"YA123BC"}`, `{"valida":true,"tipi":["POLIZIA_LOCALE"]}`},
		"escursionisti esteri":              {`{"targa":"EE123AB"}`, `{"valida":true,"tipi":["ESCURSIONISTI_ESTERI"]}`},
		"CC LL ddd è dei Carabinieri":       {`{"targa":"CCAB123"}`, `{"valida":true,"tipi":["CARABINIERI"]}`},
		"straniera":                         {`{"targa":"M-AB 1234","nazione":"d"}`, `{"valida":true,"tipi":["ESTERA"],"normalizzata":"MAB1234"}`},
		"straniera di un carattere":         {`{"targa":"M","nazione":"D"}`, `{"valida":false,"tipi":[]}`},
		"O per zero: solo un suggerimento":  {`{"targa":"AB1O3CD"}`, `{"valida":false,"suggerimenti":["AB103CD"]}`},
		"a tutta larghezza":                 {`{"targa":"ＡB123CD"}`, `{"valida":true,"normalizzata":"AB123CD"}`},
		"in cirillico":                      {`{"targa":"аа 3826-вв","nazione":"UA"}`, `{"valida":true,"normalizzata":"AA3826BB"}`},
		"in cirillico, come italiana":       {`{"targa":"АВ123СЕ"}`, `{"valida":false,"suggerimenti":["AB123CE"]}`},
		"senza gemella latina":              {`{"targa":"粤B12345","nazione":"CHN"}`, `{"valida":false}`},
		"nazione che non c'è":               {`{"targa":"AB123CD","nazione":"ZZ"}`, `{"valida":false,"motivo":"la nazione ZZ non esiste: indicare il codice ISO 3166 o la sigla automobilistica"}`},
		"Kosovo":                            {`{"targa":"01 123 AB","nazione":"rks"}`, `{"valida":true,"tipi":["ESTERA"]}`},
		"forse vaticana":                    {`{"targa":"SCV 123"}`, `{"valida":true,"avvertenze":["forse targa vaticana: indicare la nazione (V)"]}`},
		"forse sammarinese":                 {`{"targa":"RSM A123"}`, `{"valida":false,"avvertenze":["forse targa sammarinese: indicare la nazione (RSM)"]}`},
		"nazione vuota è l'Italia":          {`{"targa":"AB123CD","nazione":null}`, `{"valida":true,"tipi":["AUTOVEICOLO"]}`},
		"I, O, Q e U non sono nelle targhe": {`{"targa":"AU123CD"}`, `{"valida":false,"tipi":[]}`},
	}
}

func esempiPatente() map[string][2]string {
	return map[string][2]string{
		"di una provincia":    {`{"patente":"RM 1234567 X"}`, `{"valida":true,"normalizzata":"RM1234567X","formato":"PROVINCIALE","avvertenze":[]}`},
		"dell'ufficio unico":  {`{"patente":"u11234567a"}`, `{"valida":true,"formato":"CENTRALE"}`},
		"di un altro Stato":   {`{"patente":"B072RRE2I55","nazione":"D"}`, `{"valida":true,"formato":"ESTERO"}`},
		"con segni estranei":  {`{"patente":"RM12345#7X"}`, `{"valida":false}`},
		"di forma non nota":   {`{"patente":"ABCDEF"}`, `{"valida":true,"formato":"SCONOSCIUTO"}`},
		"vuota non è patente": {`{"patente":" "}`, `{"valida":false}`},
	}
}

func esempiTelaio() map[string][2]string {
	return map[string][2]string{
		"ISO 3779":                  {`{"telaio":"zfa 22300005556777"}`, `{"valido":true,"normalizzato":"ZFA22300005556777","legacy":false,"avvertenze":[]}`},
		"I, O e Q non ci sono":      {`{"telaio":"ZFA2230000555677O"}`, `{"valido":false}`},
		"corto, di prima del 1981":  {`{"telaio":"110F1234567"}`, `{"valido":true,"legacy":true}`},
		"oltre diciassette lettere": {`{"telaio":"ZFA223000055567777"}`, `{"valido":false}`},
	}
}

func esempiIUV() map[string][2]string {
	esempi := map[string][2]string{
		"quindici cifre: senza numero avviso, non verificabile": {`{"codice":"160020399398578"}`, `{"valido":true,"iuv":"160020399398578","auxDigit":0,"verificato":false}`},
		"diciassette cifre: IUV di prima cifra 3":               {`{"codice":"12261120000471164"}`, `{"valido":true,"numeroAvviso":"312261120000471164","segregazione":"12"}`},
		"spazi, punti e trattini si tolgono":                    {`{"codice":"3122 6112.0000-4711 64"}`, `{"valido":true,"numeroAvviso":"312261120000471164"}`},
		"a tutta larghezza non sono cifre":                      {`{"codice":"３12261120000471164"}`, `{"valido":false}`},
	}
	for _, e := range [][3]string{
		{"300715700000000032", "00715700000000032", "00"}, {"301202600000009092", "01202600000009092", "01"},
		{"301202600000009100", "01202600000009100", "01"}, {"301202600000009201", "01202600000009201", "01"},
		{"300000000000000104", "00000000000000104", "00"}, {"345999999999999975", "45999999999999975", "45"},
		{"312261120000471164", "12261120000471164", "12"}, {"348700123450001261", "48700123450001261", "48"},
		{"307000012345678937", "07000012345678937", "07"}, {"312261120000471265", "12261120000471265", "12"},
	} {
		esempi[e[0]] = [2]string{`{"codice":"` + e[0] + `"}`, fmt.Sprintf(`{"valido":true,"numeroAvviso":%q,"iuv":%q,"auxDigit":3,"segregazione":%q,"verificato":true,"motivo":"","avvertenze":[]}`, e[0], e[1], e[2])}
	}
	for _, e := range [][3]string{
		{"002160020399398578", "160020399398578", "0"}, {"001123456789012313", "123456789012313", "0"}, {"099000000000004203", "000000000004203", "0"},
		{"200000000012345647", "00000000012345647", "2"}, {"220180000000456738", "20180000000456738", "2"},
	} {
		esempi["si legge ancora "+e[0]] = [2]string{`{"codice":"` + e[0] + `"}`, fmt.Sprintf(`{"valido":true,"numeroAvviso":%q,"iuv":%q,"auxDigit":%s}`, e[0], e[1], e[2])}
	}
	for _, errato := range []string{"312261120000471165", "312261102000471164", "312261120010471164", "31226112000047116", "347000000880099993",
		"412261120000471164", "312261120000471193", ""} {
		esempi["errato "+errato] = [2]string{`{"codice":"` + errato + `"}`, `{"valido":false}`}
	}
	return esempi
}

func esempiComponiIUV() map[string][2]string {
	return map[string][2]string{
		"di un verbale":            {`{"segregazione":"12","base":"2611200004711"}`, `{"numeroAvviso":"312261120000471164","iuv":"12261120000471164","auxDigit":3,"stampato":"3122 6112 0000 4711 64"}`},
		"controllo 00, due zeri":   {`{"segregazione":"01","base":"2026000000091"}`, `{"numeroAvviso":"301202600000009100"}`},
		"controllo 92, il massimo": {`{"segregazione":"01","base":"2026000000090"}`, `{"numeroAvviso":"301202600000009092"}`},
	}
}

func esempiQR() map[string][2]string {
	return map[string][2]string{
		"29,40 euro":           {`{"numeroAvviso":"312261120000471164","codiceFiscaleEnte":"01234567897","importoCent":2940}`, `{"testo":"PAGOPA|002|312261120000471164|01234567897|2940"}`},
		"un centesimo: 01":     {`{"numeroAvviso":"300000000000000104","codiceFiscaleEnte":"01234567897","importoCent":1}`, `{"testo":"PAGOPA|002|300000000000000104|01234567897|01"}`},
		"l'importo più grande": {`{"numeroAvviso":"0011 2345 6789 0123 13","codiceFiscaleEnte":"01234567897","importoCent":99999999999}`, `{"testo":"PAGOPA|002|001123456789012313|01234567897|99999999999"}`},
	}
}

func esempiLeggiQR() map[string][2]string {
	esempi := map[string][2]string{
		"un centesimo":               {`{"testo":"PAGOPA|002|300000000000000104|01234567897|01"}`, `{"valido":true,"importoCent":1,"motivo":""}`},
		"zeri a sinistra e a capo":   {`{"testo":"PAGOPA|002|345999999999999975|00246813570|00000000099\r\n"}`, `{"valido":true,"importoCent":99,"codiceFiscaleEnte":"00246813570"}`},
		"numero di prima cifra 2":    {`{"testo":"PAGOPA|002|220180000000456738|01234567897|5880"}`, `{"valido":true,"numeroAvviso":"220180000000456738"}`},
		"testo con caratteri strani": {`{"testo":"\u202ePAGOPA|002|220180000000456738|01234567897|5880"}`, `{"valido":false}`},
	}
	for _, errato := range []string{
		"PAGOPA|001|312261120000471164|01234567897|2940", "PAGOPA|002|31226112000047116|01234567897|2940", "PAGOPA|002|3122611200004711640|01234567897|2940",
		"PAGOPA|002|312261120000471164|01234567897|29.40", "PAGOPA|002|312261120000471164|01234567897|29,40", "PAGOPA|002|312261120000471164|01234567897|1",
		"pagopa|002|312261120000471164|01234567897|2940", "PAGOPA|002|312261120000471164|2940", "PAGOPA|002|312261120000471164|01234567897|2940|x",
		"PAGOPA|002|312261120000471164|0123456789|2940", "PAGOPA|002|312261120000471164|01234567897|00", "",
	} {
		esempi["errato "+errato] = [2]string{`{"testo":"` + errato + `"}`, `{"valido":false}`}
	}
	return esempi
}

func esempiRaccomandata() map[string][2]string {
	return map[string][2]string{
		"S10":                            {`{"codice":"rr 473124829 it"}`, `{"valido":true,"normalizzato":"RR473124829IT","tipo":"RACCOMANDATA","motivo":""}`},
		"S10 con il controllo errato":    {`{"codice":"RR473124828IT"}`, `{"valido":false,"tipo":"RACCOMANDATA"}`},
		"senza senso":                    {`{"codice":"ABC"}`, `{"valido":false}`},
		"a tutta larghezza":              {`{"codice":"ＲR473124829IT"}`, `{"valido":false}`},
		"dodici cifre, controllo errato": {`{"codice":"786123456780"}`, `{"valido":false,"tipo":"NAZIONALE","indizio":"ATTO_GIUDIZIARIO","daConfermare":true}`},
	}
}

func esempiBollettino() map[string][2]string {
	return map[string][2]string{
		"896":                       {`{"codeline":"<312261120000471164>      00000029+40>  000012345678<  896>"}`, `{"valido":true,"tipo":"896","codiceCliente":"312261120000471164","contoCorrente":"12345678","importoCent":2940,"motivo":""}`},
		"674":                       {`{"codeline":"<312261120000471164>                    000012345678<  674>"}`, `{"valido":true,"tipo":"674"}`},
		"una cifra letta male":      {`{"codeline":"<312261120000471165>      00000029+40>  000012345678<  896>"}`, `{"valido":false}`},
		"lettere in luogo di cifre": {`{"codeline":"<31226112OOOO471164>      00000029+40>  000012345678<  896>"}`, `{"valido":false}`},
	}
}

func esempiData() map[string][2]string {
	esempi := map[string][2]string{
		"4 ottobre 2027, festa di nuovo (L. 151/2025)": {`{"data":"4 ottobre 2027"}`, `{"iso":"2027-10-04","festivo":true,"giornoSettimana":"lunedì"}`},
		"4 ottobre 2025, prima della legge":            {`{"data":"04/10/2025"}`, `{"iso":"2025-10-04","festivo":false}`},
		"una domenica":                                 {`{"data":"2026-11-22"}`, `{"festivo":true,"nome":"domenica"}`},
		"1º novembre 2026":                             {`{"data":"1º novembre 2026"}`, `{"iso":"2026-11-01","festivo":true,"nome":"Ognissanti"}`},
	}
	for _, scritta := range []string{"2026-11-20", "20/11/2026", "20.11.2026", "20-11-2026", "20 novembre 2026"} {
		esempi[scritta] = [2]string{`{"data":"` + scritta + `"}`, `{"iso":"2026-11-20","italiana":"20/11/2026","estesa":"venerdì 20 novembre 2026","lettere":"venti novembre duemilaventisei","giornoSettimana":"venerdì","festivo":false}`}
	}
	return esempi
}

func esempiImporto() map[string][2]string {
	esempi := map[string][2]string{
		"centoventitré/10": {`{"importoCent":12310}`, `{"importoCent":12310,"cifre":"123,10","lettere":"centoventitré/10"}`},
		"ventitré":         {`{"importoCent":2300}`, `{"lettere":"ventitré/00"}`},
		"tre":              {`{"importoCent":300}`, `{"lettere":"tre/00"}`},
		"zero":             {`{"importoCent":0}`, `{"cifre":"0,00","lettere":"zero/00"}`},
		"dodici e mezzo":   {`{"testo":"12,5"}`, `{"importoCent":1250}`},
		"il punto separa le migliaia, mai i decimali": {`{"testo":"1.234"}`, `{"importoCent":123400}`},
	}
	for _, scritto := range []string{"1.234,56", "1234,56", "€ 1.234,56", "1.234,56 €", "euro 1.234,56", " 1.234,56 "} {
		esempi["«"+scritto+"»"] = [2]string{`{"testo":"` + scritto + `"}`, `{"importoCent":123456,"cifre":"1.234,56","lettere":"milleduecentotrentaquattro/56"}`}
	}
	return esempi
}

// ogniScadenza: the contract lists the deadlines of the law, and each is counted.
func ogniScadenza(t *testing.T, s *sportello) {
	t.Helper()
	scritte := s.doc.Components.Schemas["TipoScadenza"].Value.Enum
	if len(scritte) != len(cds.TipiScadenza()) {
		t.Errorf("%d deadlines in the contract, %d in the law", len(scritte), len(cds.TipiScadenza()))
	}
	for _, tipo := range cds.TipiScadenza() {
		if stato, risposta := s.domanda(t, "/scadenze/calcola", `{"tipo":"`+string(tipo)+`","decorrenza":"2026-02-05"}`); stato != http.StatusOK {
			t.Errorf("%s: %d %s", tipo, stato, risposta)
		}
	}
}

func festivita(t *testing.T, s *sportello) {
	t.Helper()
	for anno, pasquetta := range map[int]string{2025: "2025-04-21", 2026: "2026-04-06", 2027: "2027-03-29", 2028: "2028-04-17",
		2029: "2029-04-02", 2030: "2030-04-22", 2031: "2031-04-14"} {
		stato, risposta := s.domanda(t, fmt.Sprintf("/festivita/%d", anno), "")
		var e struct {
			Anno      int `json:"anno"`
			Festivita []struct {
				Giorno    string `json:"giorno"`
				Nome      string `json:"nome"`
				Norma     string `json:"norma"`
				Nazionale bool   `json:"nazionale"`
			} `json:"festivita"`
		}
		if err := json.Unmarshal(risposta, &e); err != nil || stato != http.StatusOK || e.Anno != anno {
			t.Fatalf("%d %v %s", stato, err, risposta)
		}
		giorni := map[string]bool{}
		for _, f := range e.Festivita {
			giorni[f.Giorno] = f.Nazionale && f.Nome != "" && f.Norma != ""
		}
		if francesco := fmt.Sprintf("%d-10-04", anno); !giorni[pasquetta] || giorni[francesco] != (anno >= 2026) {
			t.Errorf("%d: %s", anno, risposta)
		}
	}
	for _, fuori := range []string{"1949", "2200", "0", "20260", "duemila", "-2026", "02026", "%32%30%32"} {
		if stato, risposta := s.domanda(t, "/festivita/"+fuori, ""); stato != http.StatusBadRequest || !strings.Contains(string(risposta), `"campo":"anno"`) {
			t.Errorf("%s: %d %s", fuori, stato, risposta)
		}
	}
}

// compostoERiletto: the DataMatrix of the sheet, by its digest, read back as it was asked.
func compostoERiletto(t *testing.T, s *sportello) {
	t.Helper()
	for corpo, impronta := range map[string]string{
		`{"numeroAvviso":"312261120000471164","contoCorrente":"12345678","importoCent":2940,"codiceFiscaleEnte":"01234567897","codiceFiscaleDebitore":"RSSMRA80A01H501U","nomeDebitore":"Mario Rossi","causale":"Verbale V/2026/4711 del 20/11/2026 targa AB123CD"}`: "65d4653d64e74c2c594ce4a60b789ba73efdfeef50a880d4c22608757616590c",
		`{"numeroAvviso":"312261120000471265","contoCorrente":"12345678","importoCent":4200,"codiceFiscaleEnte":"01234567897","causale":"Preavviso P/2026/88 targa EF456GH"}`:                                                                                        "25dc01ad84da1098f1b33d0cc22771e6612650f3b7892a68540b924d7f2ba3b6",
	} {
		stato, risposta := s.domanda(t, "/dataMatrix/componi", corpo)
		var composto struct {
			Testo string `json:"testo"`
		}
		if err := json.Unmarshal(risposta, &composto); err != nil || stato != http.StatusOK {
			t.Fatalf("%d %s", stato, risposta)
		}
		if somma := sha256.Sum256([]byte(composto.Testo)); hex.EncodeToString(somma[:]) != impronta {
			t.Errorf("%s: %q", impronta, composto.Testo)
		}
		var chiesto map[string]any
		if err := json.Unmarshal([]byte(corpo), &chiesto); err != nil {
			t.Fatal(err)
		}
		testo, err := json.Marshal(map[string]string{"testo": composto.Testo})
		if err != nil {
			t.Fatal(err)
		}
		atteso := fmt.Sprintf(`{"valido":true,"numeroAvviso":%q,"contoCorrente":"12345678","importoCent":%v,"codiceFiscaleEnte":"01234567897"}`, chiesto["numeroAvviso"], chiesto["importoCent"])
		s.esempio(t, "/dataMatrix/leggi", string(testo), atteso)
	}
}
