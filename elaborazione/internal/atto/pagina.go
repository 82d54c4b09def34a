package atto

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	letto "github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/ufficio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/debito"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/riscontro"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

const (
	articoloOmessi = "126-bis"
	commaOmessi    = "2"
)

// pagina is the content of the act of a position. formato is when it is made.
func (s *Service) pagina(c letto.Completo, p letto.PosizioneLetta, t anagrafe.Tenant, formato time.Time) (stampa.Atto, error) {
	comando, err := ufficio.Intestazione(t, calendario.Da(formato).String())
	if err != nil {
		return stampa.Atto{}, err
	}
	a := stampa.Atto{
		Comando: comando, Numero: c.Numero, Lettera: c.Lettera, Anno: c.Anno,
		FormatoIl: formato, DataOraViolazione: c.DataViolazione, SenzaOra: c.SenzaOra, Servito: p.GiornoZero, DataAccertamento: c.DataAccertamento.Inizio(),
		Luogo: s.luogoScritto(c),
		Veicolo: stampa.Veicolo{Targa: targa.Mostra(c.Veicolo.Targa, c.Veicolo.TargaScritta, c.Veicolo.Nazione),
			Marca: c.Veicolo.Marca, Modello: c.Veicolo.Modello},
		MotivoMancata: c.MotivoMancata, Agenti: c.Agenti, Destinatario: destinatario(p),
		SiglaDocumento: p.ID.String(),
	}
	if c.Contestato {
		a.DataContestazione = c.DataContestazione.Inizio()
	}
	s.violazioniScritte(&a, c, p)
	if err := importiScritti(&a, c, p); err != nil {
		return stampa.Atto{}, err
	}
	return a, nil
}

// luogoScritto is the place as it is read aloud.
func (s *Service) luogoScritto(c letto.Completo) string {
	luogo := strings.TrimSpace(c.Luogo.Indirizzo + " " + c.Luogo.Civico)
	if c.Luogo.Chilometro != "" {
		luogo += ", km " + c.Luogo.Chilometro
	}
	if x, ok := s.Ufficio.Tabelle.Comuni().Cerca(c.Luogo.ComuneIstat, calendario.Da(c.DataViolazione)); ok {
		luogo += ", " + x.Nome + " (" + x.Provincia + ")"
	}
	return luogo
}

func destinatario(p letto.PosizioneLetta) stampa.Destinatario {
	x := p.Persona
	d := stampa.Destinatario{
		Titolo: p.Titolo, Diritto: stampa.Diritto(p.Diritto), Nome: x.NomeCompleto(), CodiceFiscale: x.CodiceFiscale, Nascita: nascita(x),
		Via: strings.TrimSpace(x.Indirizzo + " " + x.Civico), CAP: x.Cap, Comune: x.Comune, Provincia: x.Provincia,
	}
	if x.Nazione != "IT" {
		d.Stato = paese(x.Nazione)
	}
	return d
}

// paese is the name of a country as the last line of an address abroad has it: Italian, in capitals; what
// is no ISO 3166 code stays as it is.
func paese(nazione string) string {
	regione, err := language.ParseRegion(nazione)
	if err != nil || !regione.IsCountry() {
		return nazione
	}
	nome := display.Regions(language.Italian).Name(regione)
	if nome == "" {
		return nazione
	}
	return strings.ToUpper(nome)
}

// nascita writes "nata a Lugo il 01/01/1980", as far as it is known.
func nascita(x vita.Soggetto) string {
	if x.Tipo != vita.Persona || x.LuogoNascita == "" && x.DataNascita.IsZero() {
		return ""
	}
	testo := "nato"
	if x.Sesso == "F" {
		testo = "nata"
	}
	if x.LuogoNascita != "" {
		testo += " " + natoDove(x.LuogoNascita)
	}
	if !x.DataNascita.IsZero() {
		testo += " " + x.DataNascita.Detto("il")
	}
	return testo
}

// natoDove writes a place of birth after "nato": the name of a foreign State, whatever its article and
// number, stands between brackets.
func natoDove(luogo string) string {
	if _, estero := comune.CercaStatoNome(luogo); estero || strings.HasPrefix(luogo, "Stato estero ") {
		return "all'estero (" + luogo + ")"
	}
	return "a " + luogo
}

// violazioniScritte writes the violations with the band that applies to them, and the points.
func (s *Service) violazioniScritte(a *stampa.Atto, c letto.Completo, p letto.PosizioneLetta) {
	lette := make([]lettura.Violazione, 0, len(c.Violazioni))
	for _, v := range c.Violazioni {
		scritta := stampa.Violazione{
			Articolo: v.Articolo, Comma: v.Comma, Lettera: v.Lettera, Testo: v.Testo, Punti: v.Punti, Accessoria: v.Accessoria,
			Edittale: edittale(v),
			Velocita: velocita(v), Volte: v.Periodi, TariffaCent: v.TariffaCent, SenzaSconto: !v.Sconto30, SenzaRidotto: !v.PagamentoRidotto,
		}
		if scritta.Velocita != nil || daDispositivo(c, v) {
			scritta.Dispositivo = scritto(c.Dispositivo)
		}
		a.Violazioni = append(a.Violazioni, scritta)
		lette = append(lette, lettura.Violazione{Codice: v.Codice, Punti: v.Punti, Conseguenze: v.Conseguenze})
	}
	guidava, noto := lettura.Conducente(posizioniLette(c), c.Punti)
	a.ConducenteNoto, a.Neopatentato = noto, guidava.Neopatentato
	tabella := func() *sanzione.Tabella { return s.Ufficio.Tabelle.Violazioni() }
	a.PuntiTotali = lettura.PuntiDelConducente(lette, tabella, calendario.Da(c.DataViolazione), guidava.Neopatentato)
	if a.PuntiTotali > 0 && p.Titolo == verbale.Obbligato && !noto {
		a.OmessiDati = s.omessiDati(calendario.Da(c.DataViolazione))
	}
}

// posizioniLette are the positions as the one reading of a fine has them, as far as the points ask.
func posizioniLette(c letto.Completo) []lettura.Posizione {
	var tutte []lettura.Posizione
	for _, p := range c.Posizioni {
		tutte = append(tutte, lettura.Posizione{ID: p.ID, Titolo: p.Titolo, Chiusa: p.Chiusa, Neopatentato: p.Neopatentato})
	}
	return tutte
}

// daDispositivo reports a violation that the device of the fine, where one is named, may have found.
func daDispositivo(c letto.Completo, v letto.ViolazioneLetta) bool {
	return riscontro.Rilevazione{Articolo: v.Articolo, Comma: v.Comma, Contestata: c.Contestato}.DaDispositivo()
}

// edittale is the band of a violation applied once: the act says after it how many times it is.
func edittale(v letto.ViolazioneLetta) stampa.Edittale {
	una := prezzo(v)
	una.Periodi = 0
	fascia, err := una.Fascia()
	if err != nil {
		return stampa.Edittale{}
	}
	return stampa.Edittale{MinCent: int64(fascia.Minimo()), MaxCent: int64(fascia.Massimo())}
}

// omessiDati is the band of a person who does not say who was driving (art. 126-bis c. 2 CdS).
func (s *Service) omessiDati(giorno calendario.Giorno) stampa.Edittale {
	righe, err := s.Ufficio.Tabelle.Violazioni().Scegli(sanzione.Criterio{Articolo: articoloOmessi, Comma: commaOmessi, Data: giorno})
	if err != nil || len(righe) != 1 {
		return stampa.Edittale{}
	}
	return stampa.Edittale{MinCent: int64(righe[0].MinCent), MaxCent: int64(righe[0].MaxCent)}
}

// prezzo is the violation as the amounts need it, from the choices made when it was recorded.
func prezzo(v letto.ViolazioneLetta) cds.Violazione {
	return debito.Violazione(lettura.Violazione{Codice: v.Codice, MinimoCent: importo.Cent(v.MinimoCent), MassimoCent: importo.Cent(v.MassimoCent),
		Sconto30: v.Sconto30, PagamentoRidotto: v.PagamentoRidotto, Notturna: v.Notturna, Periodi: v.Periodi,
		TariffaCent: importo.Cent(v.TariffaCent), Candidati: v.Candidati})
}

func velocita(v letto.ViolazioneLetta) *stampa.Velocita {
	if v.VelocitaDecimi == nil || v.LimiteDecimi == nil {
		return nil
	}
	netta, err := cds.CalcolaVelocita(int(*v.VelocitaDecimi), int(*v.LimiteDecimi/10))
	if err != nil {
		return nil
	}
	return &stampa.Velocita{RilevataDecimi: *v.VelocitaDecimi, NettaDecimi: int64(netta.NettaDecimi), LimiteDecimi: *v.LimiteDecimi}
}

// scritto describes the device in one sentence; nothing when there is none.
func scritto(d *conseguenze.Dispositivo) string {
	if d == nil {
		return ""
	}
	testo := d.Tipo + ", matricola " + d.Matricola
	if d.Approvazione != "" {
		testo += ", approvazione " + d.Approvazione
	}
	if !d.Taratura.IsZero() {
		testo += ", taratura " + d.Taratura.Detto("del")
	}
	return testo + "."
}

// importiScritti writes the notices of the position with their QR codes, and the sums owed after them.
func importiScritti(a *stampa.Atto, c letto.Completo, p letto.PosizioneLetta) error {
	var spese int64
	for _, x := range ridotti(p.Avvisi) {
		qr, err := pagopa.ComponiQR(pagopa.QR{NumeroAvviso: x.NumeroAvviso, CodiceFiscaleEnte: x.Ente, ImportoCent: importo.Cent(x.ImportoCent)})
		if err != nil {
			return fmt.Errorf("verbale: QR dell'avviso %s: %w", x.Tipo, err)
		}
		a.Comando.CodiceFiscale, spese = x.Ente, x.SpeseCent
		a.Avvisi = append(a.Avvisi, stampa.Avviso{Tipo: cds.Tipo(x.Tipo), NAV: x.NumeroAvviso, ImportoCent: x.ImportoCent, QR: qr})
	}
	if spese > 0 {
		a.Spese = []stampa.Spesa{{Descrizione: "Spese di accertamento e notificazione", Cent: spese}}
	}
	if len(a.Avvisi) == 0 {
		return nil
	}
	return interoScritto(a, c, importo.Cent(spese))
}

// ridotti are the notices of the reduced payments (art. 202 c. 1 CdS) that an act offers: those issued
// last, also when their terms are over by the day on which it is printed.
func ridotti(avvisi []letto.AvvisoLetto) []letto.AvvisoLetto {
	for i, x := range slices.Backward(avvisi) {
		if x.Tipo != string(cds.Ridotto) || x.Stato == verbale.AvvisoAnnullato {
			continue
		}
		if i > 0 && avvisi[i-1].Tipo == string(cds.Ridotto30) && avvisi[i-1].Stato != verbale.AvvisoAnnullato {
			return avvisi[i-1 : i+1]
		}
		return avvisi[i : i+1]
	}
	return nil
}

// interoScritto writes half of the maximum, owed when the reduced payment is no longer possible.
func interoScritto(a *stampa.Atto, c letto.Completo, spese importo.Cent) error {
	giorni := cds.PagamentoRidotto60.Giorni() + 1 // no reduced payment is left (art. 203 c. 3 CdS)
	situazione := cds.Situazione{SpeseCent: spese}
	for _, v := range c.Violazioni {
		situazione.Violazioni = append(situazione.Violazioni, prezzo(v))
		if v.Notturna {
			a.Spiegazione = []string{"Per la violazione commessa dopo le 22 e prima delle 7 gli importi sono aumentati di un terzo (art. 195, comma 2-bis, CdS)."}
		}
	}
	esito, err := cds.Dovuto(situazione, &giorni)
	if err != nil {
		return fmt.Errorf("verbale: importo intero: %w", err)
	}
	a.InteroCent = int64(esito.DovutoCent)
	return nil
}
