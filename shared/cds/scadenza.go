package cds

import (
	"fmt"

	"github.com/piattaforma-verbali/verbali/shared/calendario"
)

// TipoScadenza names a deadline.
type TipoScadenza string

// The deadlines, named after the act and its days.
const (
	PagamentoScontato5          TipoScadenza = "PAGAMENTO_SCONTATO_5"
	PagamentoRidotto60          TipoScadenza = "PAGAMENTO_RIDOTTO_60"
	RicorsoPrefetto60           TipoScadenza = "RICORSO_PREFETTO_60"
	RicorsoGiudice30            TipoScadenza = "RICORSO_GIUDICE_30"
	RicorsoGiudiceEstero60      TipoScadenza = "RICORSO_GIUDICE_ESTERO_60"
	Notifica90                  TipoScadenza = "NOTIFICA_90"
	Notifica100                 TipoScadenza = "NOTIFICA_100"
	Notifica360                 TipoScadenza = "NOTIFICA_360"
	DatiConducente60            TipoScadenza = "DATI_CONDUCENTE_60"
	Rateizzazione30             TipoScadenza = "RATEIZZAZIONE_30"
	PerfezionamentoDeposito     TipoScadenza = "PERFEZIONAMENTO_DEPOSITO_POSTALE"
	PerfezionamentoSend         TipoScadenza = "PERFEZIONAMENTO_SEND_DIGITALE"
	PerfezionamentoSendSatura   TipoScadenza = "PERFEZIONAMENTO_SEND_CASELLA_SATURA"
	PerfezionamentoSendCartaceo TipoScadenza = "PERFEZIONAMENTO_SEND_CARTACEO"
	OrdinanzaPrefetto180        TipoScadenza = "ORDINANZA_PREFETTO_180"
	OrdinanzaPrefetto210        TipoScadenza = "ORDINANZA_PREFETTO_210"
	PagamentoOrdinanza30        TipoScadenza = "PAGAMENTO_ORDINANZA_30"
	OpposizioneOrdinanza30      TipoScadenza = "OPPOSIZIONE_ORDINANZA_30"
)

// RichiestaScadenza asks for a deadline.
type RichiestaScadenza struct {
	Tipo TipoScadenza
	// Decorrenza is the day it runs from, in Rome.
	Decorrenza calendario.Giorno
	// DopoLe21 says that the digital message of SEND was delivered after 21:00 (see the function
	// DopoLe21): the count starts from the next day. Other deadlines ignore it.
	DopoLe21 bool
	// Ritiro is the day the deposited letter was collected, zero if never.
	Ritiro calendario.Giorno
	// Accesso is the day the act was opened on SEND, zero if never.
	Accesso calendario.Giorno
}

// EsitoScadenza is a deadline: the last useful day of a term, or the day service is perfected.
type EsitoScadenza struct {
	Tipo        TipoScadenza      `json:"tipo"`
	Scadenza    calendario.Giorno `json:"scadenza"`
	Spiegazione []Passo           `json:"spiegazione"`
	Avvertenze  []string          `json:"avvertenze"`
}

// Scadenza counts a deadline; where the law is open it takes the careful choice and warns. The error is
// an *Errore.
func Scadenza(r RichiestaScadenza) (EsitoScadenza, error) {
	regola, ok := regolaDi(r.Tipo)
	if !ok {
		return EsitoScadenza{}, errore("tipo", "scadenza sconosciuta: "+string(r.Tipo))
	}
	if r.Decorrenza.IsZero() {
		return EsitoScadenza{}, errore("decorrenza", "manca")
	}
	var s spiegazione
	conteggio, err := regola.conta(r, &s)
	if err != nil {
		return EsitoScadenza{}, err
	}
	giorno, err := regola.anticipa(r, conteggio.Scadenza, &s)
	if err != nil {
		return EsitoScadenza{}, err
	}
	regola.avverti(giorno, giorno != conteggio.Pieno && giorno == conteggio.Scadenza, &s)
	return EsitoScadenza{Tipo: r.Tipo, Scadenza: giorno, Spiegazione: s.passi, Avvertenze: s.elenco()}, nil
}

// conta counts the days of the rule and explains the count.
func (g regola) conta(r RichiestaScadenza, s *spiegazione) (calendario.Conteggio, error) {
	da := r.Decorrenza
	if r.DopoLe21 && g.dopoLe21 {
		da = da.AddDays(1)
		s.giorno("CONSEGNA_DOPO_LE_21", g.norma, fmt.Sprintf(
			"Consegna del %s dopo le 21: si conta dal %s.", r.Decorrenza.Italiano(), da.Italiano()), da)
	}
	c, err := calendario.Termine{Decorrenza: da, Giorni: g.giorni,
		Festivi: g.fine != finePiena, Sabato: g.fine == fineGiudice, Agosto: g.fine == fineGiudice}.Conta()
	if err != nil {
		return c, errore("decorrenza", err.Error())
	}
	s.giorno("TERMINE_A_GIORNI", "art. 155 c. 1 c.p.c.; art. 2963 c.c.; "+g.norma, fmt.Sprintf(
		"%s: %d giorni dal %s, escluso il giorno iniziale e compreso il finale%s: %s.",
		g.nome, g.giorni, da.Italiano(), sospesi(c), c.Pieno.Esteso()), c.Pieno)
	if n := len(c.Proroghe); n > 0 {
		s.giorno("PROROGA_FESTIVI", g.normaProroga(), fmt.Sprintf(
			"Il %s (%s) non è utile: il termine passa a %s.", c.Pieno.Italiano(), c.Proroghe[0].Motivo, c.Scadenza.Esteso()), c.Scadenza)
	}
	return c, nil
}

func (g regola) normaProroga() string {
	if g.fine == fineGiudice {
		return "art. 155 cc. 4 e 5 c.p.c.; L. 742/1969 art. 1"
	}
	return "art. 155 c. 4 c.p.c."
}

func sospesi(c calendario.Conteggio) string {
	if c.Sospesi == 0 {
		return ""
	}
	return fmt.Sprintf(", senza contare %d giorni di agosto (L. 742/1969 art. 1)", c.Sospesi)
}

// anticipa takes the day of collection or access when it comes first: after the count it changes
// nothing.
func (g regola) anticipa(r RichiestaScadenza, giorno calendario.Giorno, s *spiegazione) (calendario.Giorno, error) {
	campo, prima := "ritiro", r.Ritiro
	if g.send {
		campo, prima = "accesso", r.Accesso
	}
	if !g.perfeziona || prima.IsZero() {
		return giorno, nil
	}
	if prima.Before(r.Decorrenza) {
		return giorno, errore(campo, "precede la decorrenza")
	}
	if prima.Before(giorno) {
		s.giorno("PERFEZIONATA_PRIMA", g.norma, fmt.Sprintf(
			"Il %s del %s viene prima: la notificazione si perfeziona quel giorno.", campo, prima.Italiano()), prima)
		return prima, nil
	}
	s.passo("PERFEZIONATA_PER_TERMINE", g.norma, fmt.Sprintf(
		"Il %s del %s viene dopo e non sposta la data.", campo, prima.Italiano()))
	return giorno, nil
}

// avverti says where the law is open and which careful choice was taken.
func (g regola) avverti(giorno calendario.Giorno, prorogato bool, s *spiegazione) {
	_, festivo := calendario.Festivo(giorno)
	switch {
	case g.ufficio && festivo:
		s.avverti(fmt.Sprintf("Il termine finisce il %s, festivo: non fare affidamento sulla proroga, agire entro %s.",
			giorno.Italiano(), ultimoFeriale(giorno).Esteso()))
	case g.send && festivo:
		s.avverti(fmt.Sprintf("Il %s è festivo: SEND non sposta la data, vale quella di perfezionamento che comunica.", giorno.Italiano()))
	case g.amministrativo && sabato(giorno):
		s.avverti(fmt.Sprintf("Il %s è un sabato: è l'ultimo giorno, ma un atto ricevuto il primo giorno feriale seguente non va segnato tardivo senza la decisione di una persona.", giorno.Italiano()))
	case g.perfeziona && prorogato:
		s.avverti("Il decimo giorno è festivo: per prudenza la notificazione si considera perfezionata nel giorno seguente, più favorevole al destinatario; verificare.")
	}
}

func ultimoFeriale(g calendario.Giorno) calendario.Giorno {
	for {
		if _, festivo := calendario.Festivo(g); !festivo {
			return g
		}
		g = g.AddDays(-1)
	}
}
