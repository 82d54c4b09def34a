package lettura

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/codici/raccomandata"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/ocr/internal/campo"
	"github.com/piattaforma-verbali/verbali/ocr/internal/ricevuta"
)

// Conferma is the body of POST /letture/{id}/conferma: the fields as the person has them. A field that is not named keeps its reading.
type Conferma struct {
	Campi json.RawMessage `json:"campi"`
}

// valori reads the fields of a confirmation: a list like that of a reading, or an object name -> value.
func (c Conferma) valori() (map[string]string, error) {
	valori := map[string]string{}
	if len(c.Campi) == 0 {
		return valori, nil
	}
	if json.Unmarshal(c.Campi, &valori) == nil {
		return valori, nil
	}
	var elenco []struct {
		Nome   string `json:"nome"`
		Valore string `json:"valore"`
	}
	if err := json.Unmarshal(c.Campi, &elenco); err != nil {
		return nil, problem.CampoNonValido("campi", "deve essere un elenco di nome e valore").With(err)
	}
	valori = map[string]string{}
	for _, x := range elenco {
		if _, doppio := valori[x.Nome]; doppio {
			return nil, problem.CampoNonValido("campi."+x.Nome, "c'è due volte")
		}
		valori[x.Nome] = x.Valore
	}
	return valori, nil
}

// Conferma records what a person says that the picture shows. The same confirmation again gives the same reading; another one is
// refused. A receipt or slip is confirmed for the fine that its codes name, and for no other.
func (s *Service) Conferma(ctx context.Context, id uuid.UUID, c Conferma, indirizzo string) (Lettura, error) {
	detti, err := c.valori()
	if err != nil {
		return Lettura{}, err
	}
	return s.Store.Conferma(ctx, id, s.Adesso(), indirizzo, func(l *Lettura, trova abbina) (map[string]string, error) {
		if l.Stato == verbale.LetturaInCorso || l.Fatte != nil {
			return nil, problem.Conflitto("LETTURA_NON_DI_UNA_PAGINA", "Si confermano le singole pagine, quando sono lette.")
		}
		valori := map[string]string{}
		for _, c := range l.Campi {
			if c.Valore != "" {
				valori[c.Nome] = c.Valore
			}
		}
		for nome, valore := range detti {
			valori[nome] = strings.TrimSpace(valore)
		}
		maps.DeleteFunc(valori, func(_, v string) bool { return v == "" })
		return valori, controlla(l, valori, trova, s.Adesso())
	})
}

// nomi are the fields of each kind.
func nomi(tipo verbale.TipoLettura) []string {
	switch tipo {
	case verbale.LetturaAvviso:
		return []string{campo.Codice, campo.CodiceAtto, campo.Data, campo.DataCad, campo.Esito, campo.Firma}
	case verbale.LetturaBollettino:
		return []string{campo.NumeroAvviso, campo.CodiceFiscaleEnte, campo.ImportoCent, campo.Conto, campo.Data}
	default:
		return []string{campo.Targa, campo.Nazione}
	}
}

// controlla checks the fields of a kind, puts them in order, and finds whose they are.
func controlla(l *Lettura, valori map[string]string, trova abbina, adesso time.Time) error {
	for _, n := range slices.Sorted(maps.Keys(valori)) {
		if !slices.Contains(nomi(l.Tipo), n) {
			return problem.CampoNonValido("campi."+n, "non è un campo di questa lettura")
		}
	}
	switch l.Tipo {
	case verbale.LetturaAvviso:
		return controllaAvviso(l, valori, trova, adesso)
	case verbale.LetturaBollettino:
		return controllaBollettino(l, valori, trova, adesso)
	default:
		return controllaTarga(valori)
	}
}

func controllaTarga(valori map[string]string) error {
	if valori[campo.Targa] == "" {
		return problem.CampoNonValido("campi."+campo.Targa, "manca: la lettura non è sicura, va detta da una persona")
	}
	if valori[campo.Nazione] == "" {
		valori[campo.Nazione] = "IT"
	}
	esito := targa.Valida(valori[campo.Targa], valori[campo.Nazione])
	if !esito.Valida {
		return problem.CampoNonValido("campi."+campo.Targa, esito.Motivo)
	}
	valori[campo.Targa] = esito.Normalizzata
	return nil
}

// nonNostra is a paper that belongs to none of the command's fines.
func nonNostra(dettaglio string) error { return problem.Conflitto("LETTURA_NON_ABBINATA", dettaglio) }

// controllaAvviso wants a code of ours, a day between the letter's and today, an outcome.
func controllaAvviso(l *Lettura, valori map[string]string, trova abbina, adesso time.Time) error {
	codici, err := codiciDi(valori)
	if err != nil {
		return err
	}
	esito := valori[campo.Esito]
	if !slices.Contains(ricevuta.Esiti(), esito) {
		return problem.CampoNonValido("campi."+campo.Esito, "deve essere una di: "+strings.Join(ricevuta.Esiti(), ", "))
	}
	if f := valori[campo.Firma]; f != "" && f != "SI" && f != "NO" {
		return problem.CampoNonValido("campi."+campo.Firma, "deve essere SI o NO")
	}
	a, err := trova.lettera(codici)
	if err != nil {
		return err
	}
	if a == nil {
		return nonNostra("Nessuna lettera del comando ha questo codice.")
	}
	l.Verbale, l.posizione = &a.Verbale, a.Posizione
	for _, n := range giorniDi(esito) {
		if n == campo.DataCad && valori[n] == "" {
			return problem.CampoNonValido("campi."+n, "manca: dopo un deposito il termine corre dalla spedizione della CAD (art. 8 L. 890/1982)")
		}
		if err := controllaGiorno(n, valori[n], a.Spedita, adesso); err != nil {
			return err
		}
	}
	return nil
}

// giorniDi are the days that an outcome wants.
func giorniDi(esito string) []string {
	switch esito {
	case "RITIRATO":
		return []string{campo.DataCad, campo.Data}
	case "COMPIUTA_GIACENZA":
		return []string{campo.DataCad}
	}
	return []string{campo.Data}
}

// codiciDi are the codes of a receipt, each right, one at least.
func codiciDi(valori map[string]string) (codici []string, err error) {
	for _, n := range []string{campo.CodiceAtto, campo.Codice} {
		if valori[n] == "" {
			continue
		}
		e := raccomandata.Valida(valori[n])
		if !e.Valido {
			return nil, problem.CampoNonValido("campi."+n, e.Motivo)
		}
		valori[n] = e.Normalizzato
		codici = append(codici, e.Normalizzato)
	}
	if len(codici) == 0 {
		return nil, problem.CampoNonValido("campi."+campo.Codice, "manca: serve il codice della ricevuta o quello dell'atto")
	}
	return codici, nil
}

func controllaGiorno(nome, valore string, da *calendario.Giorno, adesso time.Time) error {
	g, err := calendario.Parse(valore)
	switch {
	case err != nil:
		return problem.CampoNonValido("campi."+nome, "deve essere un giorno AAAA-MM-GG")
	case g.After(calendario.Da(adesso)):
		return problem.CampoNonValido("campi."+nome, "è dopo oggi")
	case da != nil && g.Before(*da):
		return problem.CampoNonValido("campi."+nome, "è prima che la lettera partisse ("+da.String()+")")
	}
	return nil
}

// controllaBollettino wants a notice of ours, with its amount, and the day of payment.
func controllaBollettino(l *Lettura, valori map[string]string, trova abbina, adesso time.Time) error {
	n := valori[campo.NumeroAvviso]
	if _, err := pagopa.LeggiNumero(n); err != nil {
		return problem.CampoNonValido("campi."+campo.NumeroAvviso, err.Error())
	}
	cent, err := strconv.ParseInt(valori[campo.ImportoCent], 10, 64)
	if err != nil || cent <= 0 {
		return problem.CampoNonValido("campi."+campo.ImportoCent, "deve essere un numero di centesimi, maggiore di zero")
	}
	valori[campo.ImportoCent] = strconv.FormatInt(cent, 10)
	if err := controllaGiorno(campo.Data, valori[campo.Data], nil, adesso); err != nil {
		return err
	}
	a, err := trova.avviso(n)
	switch {
	case err != nil:
		return err
	case a == nil:
		return nonNostra("Nessun avviso del comando ha questo numero.")
	case valori[campo.CodiceFiscaleEnte] != "" && valori[campo.CodiceFiscaleEnte] != a.Ente:
		return nonNostra("L'avviso con questo numero è di un altro ente.")
	}
	l.Verbale, l.posizione = &a.Verbale, a.Posizione
	return nil
}
