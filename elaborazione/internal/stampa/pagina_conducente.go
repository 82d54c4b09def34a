package stampa

import (
	"fmt"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// daDichiarare tells that the addressee must name the driver (art. 126-bis c. 2 CdS): points are lost,
// he is not the offender, and the driver was not identified on the spot.
func daDichiarare(a Atto) bool {
	return a.PuntiTotali > 0 && a.Destinatario.Titolo == verbale.Obbligato && a.DataContestazione.IsZero() && !a.ConducenteNoto
}

// The texts of the form.
const (
	moduloTitolo   = "Comunicazione dei dati del conducente"
	moduloResponsa = "consapevole delle sanzioni penali previste dall'art. 76 del d.P.R. 28 dicembre 2000, n. 445 per le dichiarazioni non veritiere, ai sensi degli artt. 46 e 47 dello stesso decreto,"
	moduloCopia    = "Allegare copia fronte e retro della patente del conducente, sulla quale il titolare scrive e firma: «Io sottoscritto/a …, nato/a a … il …, dichiaro che la fotocopia è conforme all'originale in mio possesso»; se firma chi dichiara, allegare anche copia di un suo documento di identità."
	moduloSecondo  = "Il pagamento della somma dovuta non sostituisce questa comunicazione."
)

// Geometry of the form, mm.
const (
	passoModulo  = 9.2 // between the lines to fill in
	latoCasella  = 3.4
	testoCasella = 6.0 // from the box to its text
)

// campo is a blank to fill in, as wide as its share of the line.
type campo struct {
	nome  string
	quota float64
}

// paginaConducente draws the form with which the addressee names the driver, on a page of its own to
// be sent back.
func (s *Stampatore) paginaConducente(f *foglio, a Atto) {
	f.segue = ""
	f.pagina(14)
	f.scrivi(blocco{
		testo(stileForte().con(14).tinto(blu()), moduloTitolo),
		testo(stileTesto().con(8.5), fmt.Sprintf("art. 126-bis, comma 2, CdS - da restituire %s del verbale", dallaNotifica(cds.DatiConducente60))),
	}, margine, utile)
	f.riferimenti(a)
	f.dichiarante()
	f.conducente()
	f.sezione("FIRME E ALLEGATI", 40)
	f.scrivi(blocco{testo(stileTesto(), moduloCopia)}, margine, utile)
	f.y += 6
	f.daCompilare(campo{"Luogo e data", 1}, campo{"Firma di chi dichiara", 1.6})
	f.y += 3
	f.daCompilare(campo{"", 1}, campo{"Firma del conducente, se diverso", 1.6})
	f.sezione("A CHI INVIARE", 12)
	f.scrivi(blocco{
		{tratti: []tratto{{stileMedio(), a.Comando.nome() + ":"}, {stileTesto(), comeInviare(a.Comando)}}},
		testo(stileTesto(), moduloSecondo),
	}, margine, utile)
}

// comeInviare lists the ways to send the form back, as far as the command has set them.
func comeInviare(c Comando) string {
	recapito := "a mano o con raccomandata con avviso di ricevimento"
	if c.Indirizzo != "" {
		recapito += " a " + c.Indirizzo
	}
	if c.PEC != "" {
		recapito += "; con posta elettronica certificata a " + c.PEC
	}
	return recapito + "."
}

// riferimenti draws the box that ties the form to its act.
func (f *foglio) riferimenti(a Atto) {
	var norme []string
	for _, v := range a.Violazioni {
		if v.Punti > 0 {
			norme = append(norme, normaInFrase(v))
		}
	}
	quando := a.DataOraViolazione.In(f.s.roma)
	b := blocco{
		{tratti: []tratto{{stileForte().con(9), "Verbale n. " + numeroVerbale(a)}, {stileTesto().con(9), f.s.dataVerbale(a).Detto("del") + ", veicolo targato " + a.Veicolo.Targa}}},
		testo(stileTesto(), fmt.Sprintf("violazione %s (%s CdS); punti previsti: %d", conOra(a, giorno(quando).Detto("del"), quando, "alle ore"), strings.Join(norme, "; "), a.PuntiTotali)),
		testo(stileTesto(), "notificato a "+a.Destinatario.Nome),
	}
	f.y += 3
	const rientro = 5.0
	h := f.alto(b, utile-2*rientro) + 5
	f.fascia(margine, f.y, utile, h, chiaro())
	f.fascia(margine, f.y, 1.2, h, blu())
	cima := f.y
	f.y += 2.5
	f.scrivi(b, margine+rientro, utile-2*rientro)
	f.y = cima + h + 2
}

// dichiarante asks who fills the form in.
func (f *foglio) dichiarante() {
	f.sezione("CHI DICHIARA", 40)
	f.y += 3
	f.daCompilare(campo{"Cognome e nome", 2}, campo{"Codice fiscale", 1})
	f.daCompilare(campo{"Nato/a a", 2}, campo{"il", 1})
	f.daCompilare(campo{"Residente in (comune, via, numero civico)", 1})
	f.daCompilare(campo{"Telefono", 1}, campo{"E-mail o PEC", 2})
	f.y -= 1
	f.casella("in proprio")
	f.casella("come legale rappresentante, o suo delegato, dell'ente o della società (denominazione e codice fiscale o partita IVA):")
	f.y += 3.5
	f.daCompilare(campo{"", 1})
	f.y -= 4
	f.scrivi(blocco{testo(stileTesto(), moduloResponsa)}, margine, utile)
}

// conducente asks who was driving.
func (f *foglio) conducente() {
	f.sezione("DICHIARA CHE AL MOMENTO DELLA VIOLAZIONE IL VEICOLO ERA CONDOTTO", 40)
	f.y += 0.5
	f.casella("da chi dichiara, titolare della patente indicata sotto")
	f.casella("dalla persona indicata sotto, titolare della patente indicata")
	f.y += 4.5
	f.daCompilare(campo{"Cognome e nome", 2}, campo{"Codice fiscale", 1})
	f.daCompilare(campo{"Nato/a a", 2}, campo{"il", 1})
	f.daCompilare(campo{"Residente in (comune, via, numero civico)", 1})
	f.daCompilare(campo{"Patente n.", 1.4}, campo{"Categoria", 0.6}, campo{"Rilasciata da", 1.4})
	f.daCompilare(campo{"il", 1}, campo{"Valida fino al", 1}, campo{"Data della prima patente", 1})
	f.y -= 1
	f.casella("oppure: di non poter comunicare i dati per il seguente giustificato motivo, di cui si allega la documentazione:")
	f.y += 3.5
	f.daCompilare(campo{"", 1})
	f.y -= 4
}

// daCompilare draws a line of blanks, each a rule with its name below.
func (f *foglio) daCompilare(campi ...campo) {
	const fra = 4.0
	var quote float64
	for _, c := range campi {
		quote += c.quota
	}
	x, larghe := margine, utile-fra*float64(len(campi)-1)
	for _, c := range campi {
		w := larghe * c.quota / quote
		if c.nome != "" || len(campi) == 1 {
			f.linea(x, f.y+2, x+w, grigio(), 0.2)
			f.riga(x, f.y+4.6, stileTesto().con(6.8).tinto(grigio()), c.nome)
		}
		x += w + fra
	}
	f.y += passoModulo
}

// casella draws a box to tick with what it means.
func (f *foglio) casella(scritto string) {
	f.pdf.Riquadro(margine, f.y, latoCasella, nero(), 0.25)
	f.riga(margine+testoCasella, f.y+2.8, stileTesto(), scritto)
	f.y += latoCasella + 1.6
}
