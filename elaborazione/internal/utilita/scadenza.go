package utilita

import (
	"context"
	"math"

	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

const senzaOra = "La decorrenza non ha l'ora: se il messaggio di SEND fu consegnato dopo le 21 si conta dal giorno seguente (D.L. 76/2020, art. 26 c. 9)."

// RichiestaScadenza asks for a deadline. Decorrenza, Ritiro and Accesso are days, or days and times of Rome or
// with an offset.
type RichiestaScadenza struct {
	Tipo          *string `json:"tipo"`
	Decorrenza    *string `json:"decorrenza"`
	Ritiro        *string `json:"ritiro"`
	Accesso       *string `json:"accesso"`
	TermineGiorni *Numero `json:"termineGiorni"`
}

// CalcolaScadenza counts a deadline; a deadline that ends on the patron saint of the caller's command says so.
func (s *Service) CalcolaScadenza(ctx context.Context, r RichiestaScadenza) (cds.EsitoScadenza, error) {
	var c campi
	decorrenza := istante(&c, "decorrenza", r.Decorrenza)
	domanda := cds.RichiestaScadenza{
		Tipo:          cds.TipoScadenza(testo(&c, "tipo", r.Tipo)),
		Decorrenza:    decorrenza.giorno,
		DopoLe21:      !decorrenza.ora.IsZero() && cds.DopoLe21(decorrenza.ora),
		Ritiro:        istanteOppure(&c, "ritiro", r.Ritiro).giorno,
		Accesso:       istanteOppure(&c, "accesso", r.Accesso).giorno,
		TermineGiorni: termine(&c, r.TermineGiorni),
	}
	if err := c.errore(); err != nil {
		return cds.EsitoScadenza{}, err
	}
	domanda.Patrono = s.patrono(ctx, domanda.Decorrenza)
	e, err := cds.Scadenza(domanda)
	if err != nil {
		return cds.EsitoScadenza{}, rifiuto(err, nil)
	}
	if domanda.Tipo == cds.PerfezionamentoSend && decorrenza.ora.IsZero() {
		e.Avvertenze = append(e.Avvertenze, senzaOra)
	}
	return e, nil
}

// termine is the length of a term in days; none is 0.
func termine(c *campi, v *Numero) int {
	n := interoOppure(c, "termineGiorni", v)
	if v != nil && (n < 1 || n > math.MaxInt16) {
		c.rifiuta("termineGiorni", "deve essere un numero di giorni maggiore di zero")
		return 0
	}
	return int(n)
}
