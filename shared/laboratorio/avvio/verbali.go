package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"text/template"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/motorizzazione"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

//go:embed verbale.xml
var bustaVerbale string

// targaCittadino is the plate whose owner, in the simulated register, has the citizen's account.
func targaCittadino(comando string) string {
	if comando == "alfa" {
		return "AB123CD"
	}
	return "EF456GH"
}

func cittadinoDi(comando string) motorizzazione.Intestatario {
	p, _ := motorizzazione.Nuovo(motorizzazione.Opzioni{}).Proprietario(targaCittadino(comando))
	return p
}

// fatto is a violation of the local data; giorni and ore say how long before today's noon.
type fatto struct {
	Targa, Articolo, Comma, Lettera, Codice string
	Velocita, Limite                        int
	Via                                     string
	giorni, ora                             int
}

// fatti are ordinary violations and the plates that the register answers in a special way.
func fatti(comando string) []fatto {
	return []fatto{
		{Targa: targaCittadino(comando), Articolo: "157", Comma: "8", Via: "Via Roma", giorni: 12, ora: 10},
		{Targa: targaCittadino(comando), Articolo: "142", Comma: "8", Velocita: 71, Limite: 50, Via: "Viale Europa", giorni: 9, ora: 23},
		{Targa: "fr 482 kx", Articolo: "142", Comma: "7", Velocita: 60, Limite: 50, Via: "Viale Europa", giorni: 9, ora: 11},
		{Targa: "GA-731-LM", Articolo: "146", Comma: "3", Via: "Piazza Maggiore", giorni: 8, ora: 8},
		{Targa: "DX12345", Articolo: "158", Comma: "2", Lettera: "h", Via: "Via Mazzini", giorni: 7, ora: 16},
		{Targa: "CK 210 TZ", Articolo: "157", Comma: "8", Via: "Via Garibaldi", giorni: 6, ora: 9},
		{Targa: "FB905WR", Articolo: "173", Comma: "3-bis", Via: "Via Verdi", giorni: 6, ora: 18},
		{Targa: "ZS010AA", Articolo: "157", Comma: "8", Via: "Via Dante", giorni: 5, ora: 12},
		{Targa: "ZS030AB", Articolo: "142", Comma: "8", Velocita: 82, Limite: 50, Via: "Via Emilia", giorni: 5, ora: 7},
		{Targa: "ZS404AC", Articolo: "157", Comma: "8", Via: "Via Dante", giorni: 4, ora: 12},
		{Targa: "ZS020AD", Articolo: "157", Comma: "8", Via: "Via Cavour", giorni: 4, ora: 15},
		{Targa: "ZS060AE", Articolo: "157", Comma: "8", Via: "Via Po", giorni: 3, ora: 10},
		{Targa: "ZS034AF", Articolo: "157", Comma: "8", Via: "Via Po", giorni: 3, ora: 11},
		{Targa: "ZS040AG", Articolo: "158", Comma: "2", Lettera: "h", Via: "Via Dante", giorni: 3, ora: 12},
		{Targa: "ZS050AH", Articolo: "157", Comma: "8", Via: "Via Emilia", giorni: 3, ora: 13},
		{Targa: "ZS062AK", Articolo: "157", Comma: "8", Via: "Via Cavour", giorni: 3, ora: 14},
	}
}

// inserisciVerbali sends the violations through the SOAP door as the integrator of the command, and
// waits until the owner of the first is found and its act is made. The keys carry the day: the same
// day again changes nothing.
func (c comandoProva) inserisciVerbali(ctx context.Context, dove indirizzi) error {
	oggi := calendario.Da(clock.Now())
	for i, f := range fatti(c.nome) {
		giorno := oggi.AddDays(-f.giorni)
		if _, err := c.chiamaSOAP(ctx, dove["elaborazione"], "inserisciVerbale", map[string]any{
			"ID": fmt.Sprintf("prova-%s-%02d", oggi, i+1), "Quando": giorno.String() + fmt.Sprintf("T%02d:%02d:00", f.ora, 7*i%60),
			"Taratura": tarato(giorno), "Istat": c.istat, "Fatto": f,
		}); err != nil {
			return fmt.Errorf("verbale %d di %s: %w", i+1, c.nome, err)
		}
	}
	return nil
}

// tarato is the day on which the device of a violation was calibrated: Corte cost. 113/2015, in the twelve months before.
func tarato(violazione calendario.Giorno) string { return violazione.AddDays(-30).String() }

// rispostaSOAP is what the local data read of an answer.
type rispostaSOAP struct {
	Fault   string   `xml:"Body>Fault>faultstring"`
	ID      string   `xml:"Body>inserisciVerbaleResponse>idVerbale"`
	Avvisi  []string `xml:"Body>inserisciVerbaleResponse>avviso>numeroAvviso"`
	Importi []int    `xml:"Body>inserisciVerbaleResponse>avviso>importoCent"`
}

func (c comandoProva) chiamaSOAP(ctx context.Context, base, operazione string, dati any) (rispostaSOAP, error) {
	modello, err := template.New(operazione).Funcs(template.FuncMap{"xml": testoXML}).Parse(bustaVerbale)
	if err != nil {
		return rispostaSOAP{}, err
	}
	var corpo bytes.Buffer
	if err := modello.Execute(&corpo, dati); err != nil {
		return rispostaSOAP{}, err
	}
	ctx, fine := context.WithTimeout(ctx, 30*time.Second)
	defer fine()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/ElaborazioneService/VerbaleInsService", &corpo)
	if err != nil {
		return rispostaSOAP{}, err
	}
	req.SetBasicAuth("integratore."+c.nome, passwordProva)
	req.Header.Set("Content-Type", "text/xml; charset=utf-8")
	req.Header.Set("SoapAction", `""`)
	r, err := http.DefaultClient.Do(req)
	if err != nil {
		return rispostaSOAP{}, err
	}
	defer r.Body.Close()
	testo, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err != nil {
		return rispostaSOAP{}, err
	}
	var risposta rispostaSOAP
	if err := xml.Unmarshal(testo, &risposta); err != nil || r.StatusCode != http.StatusOK {
		return rispostaSOAP{}, errors.Join(fmt.Errorf("HTTP %d: %s", r.StatusCode, strings.TrimSpace(string(testo))), err)
	}
	return risposta, nil
}

func testoXML(s string) (string, error) {
	var b strings.Builder
	err := xml.EscapeText(&b, []byte(s))
	return b.String(), err
}
