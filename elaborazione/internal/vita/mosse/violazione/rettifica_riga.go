package violazione

import (
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// rettificaRiga is an act of self-protection in part: a violation of a fine that was accepted takes the row that the
// table has for it today, or one of those among which its row was divided, and less is asked (art. 21-nonies L. 241/1990).
type rettificaRiga struct{ SceltaRiga }

// Decidi reprices the fine with the new row and replaces the notices. It refuses an imported fine, and a row with an
// accessory sanction that the act does not name.
func (d *rettificaRiga) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	x, err := d.prende(s, m)
	if err != nil {
		return nil, err
	}
	return rettifica(m, s, vita.RigaRettificata{Quale: m.Tipo, RigaPresa: x})
}

// regolarizzazione halves the sanction of a vehicle without insurance that was put right in time (art. 193 c. 3 CdS).
type regolarizzazione struct {
	Caso    string `json:"caso"`
	Dal     string `json:"decorreDal"` // the end of the policy, or the day of the report
	Il      string `json:"regolarizzataIl"`
	dal, il calendario.Giorno
}

// Controlla requires the case, the two days (neither in the future) and the insurer's or the scrapyard's document as proof.
func (d *regolarizzazione) Controlla(v *vaglio.Vaglio, m *mossa.Richiesta) {
	var casi []string
	for _, c := range cds.CasiRegolarizzazione() {
		casi = append(casi, string(c))
	}
	d.Caso = v.Tra("dati.caso", d.Caso, casi...)
	for _, x := range []struct {
		campo, scritto string
		giorno         *calendario.Giorno
	}{{"dati.decorreDal", d.Dal, &d.dal}, {"dati.regolarizzataIl", d.Il, &d.il}} {
		if *x.giorno = v.Giorno(x.campo, x.scritto); x.scritto == "" {
			v.Rifiuta(x.campo, vaglio.Manca)
		} else if x.giorno.After(m.Oggi) {
			v.Rifiuta(x.campo, "è nel futuro")
		}
	}
	if m.Prova == "" {
		v.Rifiuta("prova", "manca il documento della compagnia o della demolizione")
	}
}

// Decidi reprices the fine with the row of half the sum. It refuses a fine without a violation of art. 193 c. 2, a first
// day that the facts contradict, and a day after the term.
func (d *regolarizzazione) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	ordine, codice := regolarizzabile(m, s)
	if ordine == 0 {
		return nil, vita.Invariante("nessuna violazione è di chi circola senza assicurazione (art. 193 c. 2 CdS)")
	}
	riga, versione, err := rigaDelGiorno(m, codice)
	if err != nil {
		return nil, err
	}
	caso := cds.CasoRegolarizzazione(d.Caso)
	if err := d.decorrenza(s, m, caso); err != nil {
		return nil, err
	}
	ultimo, nei, err := cds.Regolarizzata(caso, d.dal, d.il)
	switch {
	case err != nil:
		return nil, problem.CampoNonValido("dati.regolarizzataIl", err.Error())
	case !nei:
		return nil, vita.Invariante("il termine per regolarizzare è finito " + ultimo.Detto("il") + " (art. 193 c. 3 CdS)")
	}
	x, err := (&SceltaRiga{Codice: riga.Codice}).presa(s, m, ordine, riga, versione)
	if err != nil {
		return nil, err
	}
	return rettifica(m, s, vita.RigaRettificata{Quale: m.Tipo, RigaPresa: x, Caso: caso, Dal: d.dal, Il: d.il})
}

// decorrenza is about the day from which the thirty run: of a vehicle that was scrapped the one of the report, handed over or
// served, which the fine knows; the cover had ended when the violation was committed.
func (d *regolarizzazione) decorrenza(s vita.Stato, m mossa.Richiesta, caso cds.CasoRegolarizzazione) error {
	if caso != cds.VeicoloDemolito {
		if d.dal.After(m.Quadro.Violazione) {
			return problem.CampoNonValido("dati.decorreDal", "segue il giorno della violazione: la copertura era già finita")
		}
		return nil
	}
	p, servita := s.Servita()
	if !servita {
		return vita.Invariante("i trenta giorni decorrono dal verbale, che nessuno ha ancora ricevuto (art. 193 c. 3 CdS)")
	}
	if d.dal != p.GiornoZero {
		return problem.CampoNonValido("dati.decorreDal", "il verbale è stato consegnato o notificato "+p.GiornoZero.Detto("il"))
	}
	return nil
}

// regolarizzabile is the violation that may be put right, by its place from 1, with the codice of its half; 0 where there is none.
func regolarizzabile(m mossa.Richiesta, s vita.Stato) (ordine int, codice string) {
	if m.Righe == nil {
		return 0, ""
	}
	for i, v := range s.Violazioni {
		if codice := m.Righe.Regolarizzata(v.Codice); codice != "" {
			return i + 1, codice
		}
	}
	return 0, ""
}

// rettifica makes the events of a violation that takes another row: the account at the new price, the notices in the place of
// those that ask for more, and the points that nobody is to lose any more: where the table is not sure of them a person says it.
func rettifica(m mossa.Richiesta, s vita.Stato, x vita.RigaRettificata) ([]vita.Evento, error) {
	if s.Importato {
		return nil, vita.Invariante("il verbale è importato: la sua somma non viene dalla tabella")
	}
	if c, nuova := nonDetta(m, x.RigaPresa); nuova {
		return nil, vita.Invariante("la riga " + x.Codice + " comporta " + c.Parola() + ", che l'atto non dice: si rettifica soltanto a favore di chi risponde")
	}
	dopo := s.Copia()
	dopo.Violazioni[x.Ordine-1] = x.ViolazioneScelta
	esito, err := dopo.ContoAl(m.Giorno)
	if err != nil {
		return nil, err
	}
	e := m.Evento(nil, uuid.Nil)
	if esito.Conto != s.Conto {
		x.Conto, e.Deciso.Debito = &esito.Conto, esito.Debito
	}
	e.Dati = x
	eventi, err := conseguenze.Seguito(s, e)
	if err != nil {
		return nil, err
	}
	for _, e := range eventi {
		if s, err = vita.Applica(s, e); err != nil {
			return nil, err
		}
	}
	nuovi, err := avvisiRettificati(m, s)
	if err != nil {
		return nil, err
	}
	eventi = append(eventi, nuovi...)
	if _, dubbi := PuntiDubbi(m, s); !dubbi && !s.TogliePunti() && s.Punti != verbale.PuntiComunicati && s.Ammette(verbale.EventoPuntiScartati) {
		eventi = append(eventi, m.Evento(vita.Fatto{Quale: verbale.EventoPuntiScartati}, uuid.Nil))
	}
	return eventi, nil
}

// nonDetta finds an accessory sanction of the row that the act of the violation does not name: what nobody was told cannot
// follow from an act in favour.
func nonDetta(m mossa.Richiesta, x vita.RigaPresa) (sanzione.Conseguenza, bool) {
	dette := m.Quadro.Scritta(x.Ordine).Accessorie
	for _, c := range x.Conseguenze {
		if !slices.Contains(dette, sanzione.Conseguenza(c)) {
			return sanzione.Conseguenza(c), true
		}
	}
	return "", false
}

// avvisiRettificati are the notices of the present sums, which replace the differing notices in force; none when nothing is
// owed. A notice that asks too much is withdrawn even without a successor.
func avvisiRettificati(m mossa.Richiesta, s vita.Stato) ([]vita.Evento, error) {
	if s.DebitoChiuso() {
		return nil, nil
	}
	var voci []conseguenze.DaEmettere
	var x vita.AvvisiEmessi
	for _, p := range s.PosizioniVive() {
		vigenti := slices.DeleteFunc(s.AvvisiDi(p.ID), func(a vita.Avviso) bool { return a.Stato != verbale.AvvisoEmesso })
		if len(vigenti) == 0 && len(s.AvvisiDi(p.ID)) > 0 {
			continue // what it asked is over, or was paid
		}
		nuovi, passi, err := chiedeOra(m, s, p, vigenti)
		if err != nil {
			return nil, err
		}
		if slices.EqualFunc(nuovi, vigenti, func(n conseguenze.DaEmettere, v vita.Avviso) bool {
			return n.Tipo == v.Tipo && n.ImportoCent == v.ImportoCent
		}) {
			continue
		}
		voci = append(voci, nuovi...)
		for _, a := range vigenti {
			x.Sostituiti = append(x.Sostituiti, a.ID)
		}
		for _, passo := range passi {
			x.Spiegazione = append(x.Spiegazione, passo.Testo)
		}
	}
	numeri, err := m.Prendi(len(voci))
	if err != nil || len(voci) == 0 && len(x.Sostituiti) == 0 {
		return nil, err
	}
	x.Avvisi = conseguenze.Emessi(voci, numeri, nil).Avvisi
	return []vita.Evento{m.OggiStesso(x, uuid.Nil)}, nil
}

// chiedeOra is the sum that a position is asked today: the sums of art. 202 CdS within sixty days of service, the amount due
// after. While an appeal or a suspension holds the debt, a notice in force is corrected downwards and never raised.
func chiedeOra(m mossa.Richiesta, s vita.Stato, p vita.Posizione, vigenti []vita.Avviso) (voci []conseguenze.DaEmettere, passi []cds.Passo, err error) {
	if i := slices.IndexFunc(vigenti, func(a vita.Avviso) bool { return a.Tipo == cds.Intero }); i >= 0 {
		d, err := senzaFermo(s).DovutoAl(p.ID, m.Oggi)
		if err != nil || d.DovutoCent == 0 {
			return nil, nil, err
		}
		somma := d.DovutoCent
		if s.Fermo(p.ID) != "" {
			somma = min(somma, vigenti[i].ImportoCent)
		}
		avviso := cds.Avviso{Tipo: cds.Intero, ImportoCent: somma, SpeseCent: min(d.SpeseCent, somma-1)}
		return []conseguenze.DaEmettere{{Posizione: p.ID, Avviso: avviso}}, d.Spiegazione, nil
	}
	importi, err := s.Importi(p.SpeseCent)
	if err != nil {
		return nil, nil, err
	}
	for _, a := range importi.Avvisi {
		if !conseguenze.ScontoPassato(s, p, a.Tipo, m.Oggi) {
			voci = append(voci, conseguenze.DaEmettere{Posizione: p.ID, Avviso: a})
		}
	}
	return voci, importi.Spiegazione, nil
}

// senzaFermo is the fine as if neither an appeal nor the command held its debt.
func senzaFermo(s vita.Stato) vita.Stato {
	libero := s.Copia()
	if libero.Ricorso = verbale.RicorsoNessuno; libero.Debito == verbale.Sospeso {
		libero.Debito = verbale.NonEsigibile
	}
	return libero
}
