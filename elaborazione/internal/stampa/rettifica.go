package stampa

import (
	"fmt"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// Rettifica is everything that is printed when the command asks for less than the act that the addressee holds. The Atto is
// the fine as it is now: its notices are those in force, none where nothing may be paid in reduced measure any more.
type Rettifica struct {
	Atto

	Il          calendario.Giorno // day of the decision
	Norma       string            // why the command may ask for less, with the article
	Motivo      string
	Prima, Dopo Violazione // what the act says, and what holds now
	// The reduced measure with expenses, as it was asked and as it is now; zero: not admitted.
	RidottoPrimaCent, RidottoDopoCent int64
	PuntiPrima, PuntiDopo             int // of the whole act
	// The sum paid and not reversed, the sum still to pay, and the excess not refunded yet.
	VersatoCent, ResiduoCent, EccedenzaCent int64
	Chiuso                                  bool // nothing more is asked
	Vigenti                                 []Vigente
}

// Vigente is a notice that may be paid with now, in words.
type Vigente struct {
	Nome        string // Misura ridotta
	NAV         string
	ImportoCent int64
}

const (
	titoloRettifica = "Comunicazione di rettifica"
	testoResta      = "Questa comunicazione cambia il verbale soltanto per ciò che vi è scritto: per il resto il verbale resta valido. I termini per pagare e per ricorrere sono quelli che decorrono dalla notificazione del verbale: la rettifica, che è a favore di chi risponde, non li riapre."
	testoSostituiti = "Usare soltanto gli avvisi indicati qui: quelli ricevuti con il verbale, o dopo, non valgono più."
	testoNulla      = "Nulla è più dovuto."
	testoAlComando  = "Per pagare rivolgersi al comando, ai recapiti in alto."
	testoRimborso   = "Per riceverla comunicare al comando, ai recapiti in alto, il nome dell'intestatario e l'IBAN del conto, con copia della ricevuta del pagamento."
)

// RendiRettifica prints the communication of a rectification, then the payment pages of the notices in force. Pages are even
// in number, as those of an act. The error is an *AttoIncompleto when it must not be printed as it is.
func (s *Stampatore) RendiRettifica(r Rettifica) ([]byte, error) {
	if err := verifica(r.Atto, false); err != nil {
		return nil, err
	}
	if r.Motivo == "" || r.Il.IsZero() {
		return nil, &AttoIncompleto{Motivi: []string{"manca il motivo o il giorno della rettifica"}}
	}
	f := s.foglio(r.Atto, titoloRettifica+" del verbale n. "+numeroVerbale(r.Atto))
	if err := f.rettifica(r); err != nil {
		return nil, err
	}
	if err := s.avvisi(f, r.Atto, debitore(r.Destinatario)); err != nil {
		return nil, err
	}
	f.piedi(r.Atto)
	if f.pdf.Pagine()%2 == 1 {
		f.pdf.Pagina()
	}
	return f.pdf.Chiudi(f.dati), nil
}

// rettifica draws the communication: the change and its reason, the sum owed, the unchanged parts, the signatory.
func (f *foglio) rettifica(r Rettifica) error {
	f.segue = unisci(" - ", r.Comando.corpo(), "Rettifica del verbale n. "+numeroVerbale(r.Atto), "segue")
	f.pagina(0)
	f.intestazione(r.Comando)
	f.estremi(r.Atto)
	if err := f.finestra(r.Atto); err != nil {
		return err
	}
	f.y = 91
	f.scrivi(blocco{
		testo(stileForte().con(14).tinto(blu()), titoloRettifica),
		testo(stileTesto().con(8.5), r.Norma),
	}, margine, utile)
	f.sezione("CHE COSA CAMBIA", 30)
	f.scrivi(blocco{testo(stileTesto(), r.apertura())}, margine, utile)
	f.scrivi(blocco{voce("Com'è scritto nel verbale:", "")}, margine, utile)
	f.violazione(r.Prima)
	f.y += 1.6
	f.scrivi(blocco{voce("Com'è ora:", "")}, margine, utile)
	f.violazione(r.Dopo)
	f.y += 1.6
	f.scrivi(blocco{
		voce("Motivo:", r.Motivo),
		voce("Pagamento in misura ridotta, spese comprese:", "prima "+ammesso(r.RidottoPrimaCent)+", ora "+ammesso(r.RidottoDopoCent)),
	}, margine, utile)
	if r.PuntiPrima > 0 {
		f.scrivi(blocco{voce("Punti della patente:", fmt.Sprintf("prima %d, ora %d", r.PuntiPrima, r.PuntiDopo))}, margine, utile)
	}
	f.sezione("CHE COSA È DOVUTO", 14)
	f.scrivi(r.dovuto(), margine, utile)
	f.sezione("IL VERBALE E I TERMINI", 10)
	f.scrivi(blocco{testo(stileTesto(), testoResta)}, margine, utile)
	f.y += 3
	f.firma(chiusura(r.Comando))
	return nil
}

// apertura says of which act, held since when, and that the command corrects it in favour.
func (r Rettifica) apertura() string {
	atto := "Il verbale n. " + numeroVerbale(r.Atto)
	if !r.Servito.IsZero() {
		atto += ", ricevuto " + r.Servito.Detto("il") + ","
	}
	return atto + " è stato rettificato " + r.Il.Detto("il") + " a favore di chi risponde della violazione: vale ciò che è scritto qui."
}

// ammesso is a sum, or that none may be paid in reduced measure.
func ammesso(cent int64) string {
	if cent == 0 {
		return "non ammesso"
	}
	return "€ " + euro(cent)
}

// dovuto says how to pay the rest, or how the excess comes back.
func (r Rettifica) dovuto() blocco {
	var b blocco
	if r.VersatoCent > 0 {
		b = append(b, testo(stileTesto(), "È già stata versata la somma di € "+euro(r.VersatoCent)+"."))
	}
	switch {
	case r.EccedenzaCent > 0:
		return append(b, voce("Da rimborsare:", "€ "+euro(r.EccedenzaCent)+", versati oltre il dovuto. "+testoRimborso))
	case r.Chiuso:
		return append(b, testo(stileTesto(), testoNulla))
	case len(r.Vigenti) == 0 && r.ResiduoCent == 0:
		return append(b, testo(stileTesto(), testoAlComando))
	case len(r.Vigenti) == 0:
		return append(b, testo(stileTesto(), "Resta da pagare la somma di € "+euro(r.ResiduoCent)+". "+testoAlComando))
	}
	for _, v := range r.Vigenti {
		b = append(b, voce(v.Nome+":", "€ "+euro(v.ImportoCent)+" con l'avviso n. "+gruppi(v.NAV)))
	}
	return append(b, testo(stileTesto(), testoSostituiti))
}
