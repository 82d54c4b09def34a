package send

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
)

// valeEvento is how long an event waits to be read; valeSpento is that time for a disabled stream.
const (
	valeEvento = 7 * 24 * time.Hour
	valeSpento = 14 * 24 * time.Hour
)

// flusso is a stream with the events not acknowledged yet.
type flusso struct {
	parole.Flusso
	ente    string
	tenuti  []tenuto
	numero  int       // of the last event
	leggere time.Time // the earliest instant of the next reading
}

type tenuto struct {
	numero int
	quando time.Time
	parole.Evento
}

// nasceFlusso creates a stream, and disables the one that it replaces.
func (s *Simulatore) nasceFlusso(f fatto) {
	s.flussi[f.ID] = &flusso{ente: f.Chiave, Flusso: parole.Flusso{NuovoFlusso: *f.Flusso, ID: f.ID, Attivo: f.Quando,
		Versione: "v" + strings.ReplaceAll(strings.TrimPrefix(f.Versione, "v"), ".", "")}}
	if vecchio := s.flussi[f.Flusso.Sostituisce]; vecchio != nil {
		vecchio.Spento = f.Quando
	}
	s.flussi[f.ID].Sostituisce = ""
}

// cambia changes the settings of a stream, except whether it waits for the acceptance.
func (f *flusso) cambia(n parole.NuovoFlusso) {
	n.AttendeAccettata, n.Sostituisce = f.AttendeAccettata, ""
	f.NuovoFlusso = n
}

// diffondi tells an element to the streams of its organisation. stato is the new status of the notification, empty where the status did
// not change.
func (s *Simulatore) diffondi(n *notifica, e parole.Elemento, stato string) {
	for _, f := range s.flussi {
		if f.ente != n.ente || !f.Spento.IsZero() || !f.dice(e, stato) || len(f.Gruppi) > 0 && !slices.Contains(f.Gruppi, n.Gruppo) {
			continue
		}
		ev := parole.Evento{IDRichiesta: n.id, NuovoStato: stato, Elemento: e}
		if n.accettata {
			ev.IUN = n.IUN
		}
		f.metti(ev, e.Saputo)
	}
}

// dice reports that the stream's filter lets an element or a status through.
func (f *flusso) dice(e parole.Elemento, stato string) bool {
	cosa := e.Categoria
	if f.Tipo == parole.FlussoStati {
		if cosa = stato; cosa == "" {
			return false
		}
	}
	return len(f.Filtro) == 0 || slices.Contains(f.Filtro, cosa) ||
		slices.Contains(f.Filtro, parole.FiltroRelativo) && (f.Tipo == parole.FlussoStati || slices.Contains(parole.Relativi(), cosa))
}

// metti adds an event. The numbers of events grow and have gaps.
func (f *flusso) metti(e parole.Evento, quando time.Time) {
	f.numero += 1 + f.numero%3
	e.ID = idEvento(f.numero)
	f.tenuti = append(f.tenuti, tenuto{f.numero, quando, e})
}

func idEvento(n int) string { return fmt.Sprintf("%038d", n) }

// purga drops the events that were acknowledged.
func (f *flusso) purga(fino int) {
	f.lascia(func(t tenuto) bool { return t.numero <= fino })
}

// lascia drops events from the first on, as long as each fulfils the condition. The other events do not move in memory.
func (f *flusso) lascia(cosi func(tenuto) bool) {
	for len(f.tenuti) > 0 && cosi(f.tenuti[0]) {
		f.tenuti = f.tenuti[1:]
	}
}

// ripeti tells the last events again, with new numbers.
func (f *flusso) ripeti(quanti int, quando time.Time) {
	for _, t := range slices.Clone(f.tenuti[max(0, len(f.tenuti)-quanti):]) {
		f.metti(t.Evento, quando)
	}
}

// altrui adds an event of another sender's notification and one of an informal notification.
func (f *flusso) altrui(quando time.Time) {
	for _, iun := range []string{"ADEG-HJKL-MNPQ-" + quando.Format("200601") + "-A-1", "ADEG-HJKL-MNPQ-" + quando.Format("200601") + "-H-A"} {
		f.metti(parole.Evento{IUN: iun, IDRichiesta: parole.IDDi(iun), NuovoStato: parole.StatoAccettata, Elemento: parole.Elemento{
			ID: parole.RichiestaAccettata + ".IUN_" + iun, Categoria: parole.RichiestaAccettata, Accaduto: quando, Saputo: quando, Istante: quando}}, quando)
	}
}

// suo finds a stream of the caller, and requires the version of the address that reads it.
func (s *Simulatore) suo(c *chiamata) (*flusso, simulatore.Risposta, bool) {
	f := s.flussi[c.PathValue("flusso")]
	switch {
	case f == nil, f.ente != c.ente.Chiave:
		return nil, problema(http.StatusNotFound, parole.FlussoNonTrovato, "", "none"), false
	case f.Versione != "v"+strings.ReplaceAll(strings.TrimPrefix(c.PathValue("versione"), "v"), ".", ""):
		return nil, problema(http.StatusForbidden, parole.FlussoVietato, "", "Pa "+c.ente.Chiave+" version "+c.PathValue("versione")), false
	}
	return f, simulatore.Risposta{}, true
}

func (c *chiamata) versioneFlussi() bool { return c.servita("v2.8", parole.VersioneFlussi) }

func (s *Simulatore) creaFlusso(c *chiamata) simulatore.Risposta {
	var q parole.NuovoFlusso
	if !c.versioneFlussi() {
		return simulatore.Risposta{Stato: http.StatusBadRequest, Tipo: parole.TipoJSON}
	}
	if no, ok := c.leggiCorpo("nuovoFlusso", &q); !ok {
		return no
	}
	if no, vietato := s.vietaFlusso(c.ente, q); vietato {
		return no
	}
	id := nuovoID()
	if err := s.accade(fatto{Che: fattoFlusso, Chiave: c.ente.Chiave, ID: id, Versione: c.PathValue("versione"), Flusso: &q}); err != nil {
		return guasta(err)
	}
	c.domanda.Chiave = id
	return simulatore.InJSON(s.flussi[id].Flusso)
}

// vietaFlusso refuses a stream that an organisation may not create.
func (s *Simulatore) vietaFlusso(e Ente, q parole.NuovoFlusso) (no simulatore.Risposta, vietato bool) {
	attivi := 0
	for _, f := range s.flussi {
		if f.ente == e.Chiave && f.Spento.IsZero() {
			attivi++
		}
	}
	vecchio := s.flussi[q.Sostituisce]
	switch {
	case !entro(q.Gruppi, e.Gruppi):
		return problema(http.StatusForbidden, parole.FlussoVietato, "", "groups"), true
	case q.AttendeAccettata && len(q.Filtro) > 0 && !slices.Contains(q.Filtro, parole.FiltroRelativo) && !slices.Contains(q.Filtro, parole.RichiestaAccettata):
		return problema(http.StatusForbidden, parole.FlussoVietato, "", "waitForAccepted"), true
	case q.Sostituisce != "" && (vecchio == nil || vecchio.ente != e.Chiave || !vecchio.Spento.IsZero()):
		return problema(http.StatusNotFound, parole.FlussoNonTrovato, "", "replacedStreamId"), true
	case q.Sostituisce == "" && attivi >= s.o.FlussiAlPiu:
		return problema(http.StatusConflict, parole.FlussiTroppi, "", "none"), true
	}
	return no, false
}

// entro reports groups that a key may use: its own, or any where the key has none.
func entro(gruppi, suoi []string) bool {
	return len(suoi) == 0 || len(gruppi) > 0 && !slices.ContainsFunc(gruppi, func(g string) bool { return !slices.Contains(suoi, g) })
}

// elencoFlussi lists the streams of an organisation, of any version.
func (s *Simulatore) elencoFlussi(c *chiamata) simulatore.Risposta {
	if !c.versioneFlussi() {
		return simulatore.Risposta{Stato: http.StatusBadRequest, Tipo: parole.TipoJSON}
	}
	voci := []parole.VoceFlusso{}
	for _, f := range s.flussi {
		if f.ente == c.ente.Chiave {
			voci = append(voci, parole.VoceFlusso{ID: f.ID, Titolo: f.Titolo})
		}
	}
	slices.SortFunc(voci, func(a, b parole.VoceFlusso) int { return strings.Compare(a.ID, b.ID) })
	return simulatore.InJSON(voci)
}

func (s *Simulatore) leggiFlusso(c *chiamata) simulatore.Risposta {
	f, no, ok := s.suo(c)
	if !ok {
		return no
	}
	return simulatore.InJSON(f.Flusso)
}

func (s *Simulatore) cambiaFlusso(c *chiamata) simulatore.Risposta {
	f, no, ok := s.suo(c)
	var q parole.NuovoFlusso
	if ok {
		no, ok = c.leggiCorpo("cambiaFlusso", &q)
	}
	if !ok {
		return no
	}
	for _, g := range f.Gruppi {
		if !slices.Contains(q.Gruppi, g) { // a change may only add groups
			return problema(http.StatusForbidden, parole.FlussoVietato, "", "groups")
		}
	}
	return s.poi(fatto{Che: fattoCambia, ID: f.ID, Flusso: &q}, func() simulatore.Risposta { return simulatore.InJSON(f.Flusso) })
}

func (s *Simulatore) spegniFlusso(c *chiamata) simulatore.Risposta {
	f, no, ok := s.suo(c)
	if !ok {
		return no
	}
	return s.poi(fatto{Che: fattoSpegni, ID: f.ID}, func() simulatore.Risposta { return simulatore.InJSON(f.Flusso) })
}

func (s *Simulatore) cancellaFlusso(c *chiamata) simulatore.Risposta {
	f, no, ok := s.suo(c)
	if !ok {
		return no
	}
	return s.poi(fatto{Che: fattoCancella, ID: f.ID}, func() simulatore.Risposta {
		return simulatore.Risposta{Stato: http.StatusNoContent, Tipo: parole.TipoJSON}
	})
}

// poi makes a fact true and then answers.
func (s *Simulatore) poi(f fatto, risposta func() simulatore.Risposta) simulatore.Risposta {
	if err := s.accade(f); err != nil {
		return guasta(err)
	}
	return risposta()
}

// eventi gives a page. It purges the acknowledged events even when the answer never arrives.
func (s *Simulatore) eventi(c *chiamata) simulatore.Risposta {
	f, no, ok := s.suo(c)
	if !ok {
		return no
	}
	ultimo := c.URL.Query().Get(parole.UltimoEvento)
	c.domanda.Numero = ultimo
	if ultimo != "" {
		n, err := strconv.Atoi(ultimo)
		if err != nil || !parole.IDEvento(ultimo) {
			return problema(http.StatusBadRequest, parole.ParametriNonValidi, "", "Validation errors: [lastEventId]")
		}
		if len(f.tenuti) > 0 && f.tenuti[0].numero <= n {
			if err := s.accade(fatto{Che: fattoLetto, ID: f.ID, Fino: n}); err != nil {
				return guasta(err)
			}
		}
	}
	if s.o.Severo && c.adesso.Before(f.leggere) {
		c.attesa(f.leggere.Sub(c.adesso))
		return problema(http.StatusTooManyRequests, parole.FlussoTroppoPresto, "", "none")
	}
	scade := valeEvento
	if !f.Spento.IsZero() {
		scade = valeSpento
	}
	f.lascia(func(t tenuto) bool { return c.adesso.Sub(t.quando) >= scade })
	pagina := []parole.Evento{}
	for _, t := range f.tenuti[:min(len(f.tenuti), parole.EventiAlPiu)] {
		pagina = append(pagina, t.Evento)
	}
	attesa := time.Duration(0)
	if len(pagina) == 0 {
		attesa = s.o.AttesaVuoto
	}
	f.leggere = c.adesso.Add(attesa)
	c.attesa(attesa)
	return simulatore.InJSON(pagina)
}

// attesa writes the retry-after header as streams do, in milliseconds.
func (c *chiamata) attesa(d time.Duration) {
	c.testate.Set(parole.IntestazioneAttesa, strconv.FormatInt(d.Milliseconds(), 10))
}

// comandaFlusso has a stream tell its last events again, or of a notification that is not the organisation's:
// {"ripeti":n,"altrui":true}.
func (s *Simulatore) comandaFlusso(w http.ResponseWriter, r *http.Request) {
	var q struct {
		Ripeti int
		Altrui bool
	}
	if !leggiComando(w, r, &q, func() bool { return q.Ripeti >= 0 }) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.avanza(s.adesso())
	f := s.flussi[r.PathValue("flusso")]
	if f == nil {
		simulatore.Problema(http.StatusNotFound, "FLUSSO_NON_TROVATO", "Nessun flusso con questo numero.", nil).Scrivi(w)
		return
	}
	var err error
	if q.Altrui {
		err = s.accade(fatto{Che: fattoAltrui, ID: f.ID})
	}
	if err == nil && q.Ripeti > 0 {
		err = s.accade(fatto{Che: fattoRipeti, ID: f.ID, Fino: q.Ripeti})
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	simulatore.InJSON(map[string]int{"daLeggere": len(f.tenuti)}).Scrivi(w)
}
