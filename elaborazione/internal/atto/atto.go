// Package atto prints the act of a fine for each of its addressees, once, and keeps it.
package atto

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/ufficio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/piano"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Service prints acts. The tenant is in the context.
type Service struct {
	Archivio   *archivio.Store
	Ufficio    *ufficio.Ufficio
	Deposito   *deposito.Deposito
	Stampatore *stampa.Stampatore
	Adesso     func() time.Time
}

const tipoPDF = "application/pdf"

// Lavoro is an act to print. Da is the message that it answers to; zero: none, as where a lot waits for it.
type Lavoro struct {
	Verbale, Posizione uuid.UUID
	Da                 scrittura.Messaggio
	Traccia            func(context.Context) context.Context // of the message; nil: the caller's
}

// tentativi is how often an act is made anew because its fine changed while it was being printed.
const tentativi = 3

// Stampa makes the acts of some positions, each once, and gives the outcome of each; no two are of one fine. Each is rendered,
// stored, and only then written into its fine together with the fact that announces it, all in one commit. A stop in between
// leaves files that no row names; a second delivery finds the act and does nothing. While the command has not set what no act may
// lack, an act waits and an anomaly says for what (RiprendiStampe); one whose term of service has ended, or whose addressee is
// under age, waits for a person too, and so does every act of a fine that an anomaly holds. With the act it makes the payment
// notice of a debtor called ANONIMO, which who knows only number and plate may see. With an error nothing is written.
func (s *Service) Stampa(ctx context.Context, lavori []Lavoro) ([]error, error) {
	esiti := make([]error, len(lavori))
	regole, err := s.regole(ctx)
	if err != nil {
		return nil, err
	}
	var restano []int
	for i := range lavori {
		restano = append(restano, i)
	}
	for range tentativi {
		if err := s.giro(ctx, regole, lavori, restano, esiti); err != nil {
			return nil, err
		}
		restano = slices.DeleteFunc(restano, func(i int) bool { return !errors.Is(esiti[i], scrittura.ErrSuperato) })
		if len(restano) == 0 {
			break
		}
	}
	return esiti, nil
}

// regole are what a command has set about its acts, on one day.
type regole struct {
	comando anagrafe.Tenant
	giorno  calendario.Giorno
	invio   ufficio.InvioDi
	canali  piano.Scelte
	mancano []mancanza
	domande piano.Domande
}

func (s *Service) regole(ctx context.Context) (r regole, err error) {
	if r.comando, err = s.Ufficio.Comando(ctx); err != nil {
		return r, err
	}
	r.giorno = calendario.Da(s.Adesso())
	var errI, errC, errM, errV error
	r.invio, errI = ufficio.Invio(r.comando, r.giorno.String())
	r.canali, errC = ufficio.Canali(r.comando, r.giorno.String())
	r.mancano, errM = mancanze(r.comando, r.giorno.String())
	r.domande, _, errV = ufficio.Visure(r.comando, r.giorno.String())
	return r, errors.Join(errI, errC, errM, errV)
}

// giro reads the fines of some works once, prints the acts that may be printed, and writes all that follows: what holds an act in
// one commit, the acts in another.
func (s *Service) giro(ctx context.Context, r regole, lavori []Lavoro, quali []int, esiti []error) error {
	ids := make([]uuid.UUID, len(quali))
	for i, q := range quali {
		ids[i], esiti[q] = lavori[q].Verbale, nil
	}
	fascicoli, err := s.Archivio.Fascicoli(ctx, ids)
	if err != nil {
		return err
	}
	var fermi, pronti gruppo
	var daRendere []reso
	for _, q := range quali {
		x, decidi, err := s.esamina(r, lavori[q], fascicoli[lavori[q].Verbale])
		switch {
		case err != nil:
			esiti[q] = err
		case decidi != nil:
			fermi.aggiungi(q, lavori[q], decidi, nil)
		case x.f != nil:
			x.quale = q
			daRendere = append(daRendere, x)
		}
	}
	s.rendiTutti(ctx, r, daRendere)
	for _, x := range daRendere {
		if esiti[x.quale] = x.err; x.err == nil && len(x.eventi) > 0 {
			pronti.aggiungi(x.quale, lavori[x.quale], func(vita.Stato) ([]vita.Evento, error) { return x.eventi, nil }, &x.f.Stato)
		}
	}
	for _, g := range []gruppo{fermi, pronti} {
		fatti, err := s.Archivio.ApplicaTutti(ctx, g.cambi)
		if err != nil {
			return err
		}
		for i, q := range g.quali {
			esiti[q] = fatti[i]
		}
	}
	return nil
}

// esamina gives the act of a work where it may be printed, or what holding it changes in its fine; neither where there is
// nothing to do: who settles the anomaly of a fine asks for the printing again.
func (s *Service) esamina(r regole, l Lavoro, f *lettura.Fascicolo) (x reso, decidi scrittura.Decisione, err error) {
	if f == nil {
		return x, nil, problem.NonTrovato("verbale", l.Verbale.String())
	}
	p, sua := f.Stato.Posizione(l.Posizione)
	if !sua {
		return x, nil, bus.Permanent(fmt.Errorf("verbale %s: la posizione %s non è sua", l.Verbale, l.Posizione))
	}
	if !vita.DaFare(f.Stato, p) || f.Stato.Trattenuto() {
		return x, nil, nil
	}
	attende, decidi, err := s.aspetta(r, f, p)
	if attende || err != nil {
		return x, decidi, err
	}
	return reso{f: f, p: p}, nil, nil
}

// gruppo are changes that are written together, with the place of the work of each.
type gruppo struct {
	cambi []scrittura.Cambio
	quali []int
}

func (g *gruppo) aggiungi(quale int, l Lavoro, decidi scrittura.Decisione, letto *vita.Stato) {
	g.quali = append(g.quali, quale)
	g.cambi = append(g.cambi, scrittura.Cambio{Verbale: l.Verbale, Da: l.Da, Traccia: l.Traccia, Decidi: decidi, Letto: letto})
}

// aspetta reports that an act waits: for a person, for what the command has not set, or for the answer of a register. decidi is
// what that changes in the fine; nil where nothing does.
func (s *Service) aspetta(r regole, f *lettura.Fascicolo, p vita.Posizione) (attende bool, decidi scrittura.Decisione, err error) {
	if decidi, err = s.trattieniPersona(f, p, r.giorno); decidi != nil || err != nil {
		return true, decidi, err
	}
	if decidi = trattieniScrittura(f, p); decidi != nil {
		return true, decidi, nil
	}
	if decidi = trattieni(p, r.mancano); decidi != nil {
		return true, decidi, nil
	}
	if _, aspetta := f.Stato.VisuraInAttesa(p.ID); aspetta {
		return true, nil, nil
	}
	chi, _ := f.Persona(p)
	decidi = chiedi(r.domande, domanda{f.Stato, p, chi, r.giorno, vita.DaFare})
	return decidi != nil, decidi, nil
}

// reso is an act that may be printed, and what comes of it: the events of its fine, or none where it must not be rendered.
type reso struct {
	quale  int
	f      *lettura.Fascicolo
	p      vita.Posizione
	eventi []vita.Evento
	err    error
}

// insieme is how many acts are made at once: while some are written to disk the others are printed.
const insieme = 12

// rendiTutti prints and stores acts.
func (s *Service) rendiTutti(ctx context.Context, r regole, tutti []reso) {
	var g errgroup.Group
	g.SetLimit(insieme)
	for i := range tutti {
		g.Go(func() error {
			tutti[i].eventi, tutti[i].err = s.rendi(ctx, r, tutti[i])
			return nil
		})
	}
	_ = g.Wait()
}

// rendi charges the expenses, prints the documents of the position with them and stores them; the act is the first. A person
// under age is rendered no act, whatever led here (art. 2 L. 689/1981).
func (s *Service) rendi(ctx context.Context, r regole, x reso) (eventi []vita.Evento, err error) {
	stato := x.f.Stato
	if e, addebita := s.addebita(stato, x.p, r.invio.SpeseCent); addebita {
		if stato, err = vita.Applica(stato, e); err != nil {
			return nil, err
		}
		eventi = append(eventi, e)
	}
	c := x.f.Con(stato)
	p, _ := c.Posizione(x.p.ID)
	p.Diritto = x.f.Diritto(p.ID)
	if conseguenze.Minorenne(p.Persona, calendario.Da(c.DataViolazione)) != "" {
		return nil, nil
	}
	documenti, err := s.documenti(ctx, r.comando, c, p)
	if err != nil {
		return nil, err
	}
	lotto := ""
	if p.GiornoZero.IsZero() && r.canali.DaSoli[verbale.CanalePosta] {
		chi, _ := x.f.Persona(x.p)
		prima, err := r.canali.Prima(stato, x.p, piano.Intorno{Chi: chi, Quadro: x.f.Quadro}, r.giorno)
		if err != nil {
			return nil, err
		}
		if prima.Via == verbale.CanalePosta {
			lotto = string(verbale.LottoPostale)
		}
	}
	return append(eventi, vita.Evento{Posizione: p.ID, Attore: vita.AttoreSistema, Prova: documenti[0].SHA256,
		Dati: vita.AttoGenerato{Documenti: documenti, Lotto: lotto}}), nil
}

// documenti prints the act of a position, and the payment notice of a debtor called ANONIMO, and stores both.
func (s *Service) documenti(ctx context.Context, comando anagrafe.Tenant, c lettura.Completo, p lettura.PosizioneLetta) ([]vita.Documento, error) {
	atto, err := s.pagina(c, p, comando, s.Adesso())
	if err != nil {
		return nil, err
	}
	if p.GiornoZero.IsZero() && !p.Persona.AllEstero() { // who was served by hand gets no letter; judicial acts by post stay in Italy
		if atto.CodiceAG, err = s.Archivio.CodiceAG(ctx, comando.IntervalliAG); err != nil {
			return nil, err
		}
	}
	nome := nomeFile(c)
	primo, err := s.conserva(ctx, verbale.DocumentoAtto, "verbale-"+nome, atto, s.Stampatore.Rendi)
	if err != nil {
		return nil, err
	}
	primo.CodiceAG = atto.CodiceAG
	documenti := []vita.Documento{primo}
	if len(atto.Avvisi) == 0 {
		return documenti, nil
	}
	secondo, err := s.conserva(ctx, verbale.DocumentoAnonimo, "avviso-"+nome, atto, s.Stampatore.RendiAvvisoAnonimo)
	return append(documenti, secondo), err
}

// conserva renders one document and puts it into the store.
func (s *Service) conserva(ctx context.Context, tipo verbale.TipoDocumento, nome string, a stampa.Atto, rendi func(stampa.Atto) ([]byte,
	error)) (vita.Documento, error) {
	pdf, err := rendi(a)
	if _, incompleto := errors.AsType[*stampa.AttoIncompleto](err); incompleto {
		return vita.Documento{}, bus.Permanent(err)
	}
	if err != nil {
		return vita.Documento{}, err
	}
	r, err := s.Deposito.Metti(ctx, tenant.Name(ctx), pdf, tipoPDF)
	if err != nil {
		return vita.Documento{}, fmt.Errorf("verbale: %s: %w", tipo, err)
	}
	return vita.Documento{ID: vita.NuovoID(), Tipo: tipo, Nome: nome, MIME: tipoPDF, SHA256: r.SHA256, Byte: r.Byte}, nil
}

// nomeFile is the number of the fine as a file is called: 2026-V-12.pdf.
func nomeFile(c lettura.Completo) string {
	if c.Lettera == "" {
		return fmt.Sprintf("%d-%s.pdf", c.Anno, c.Numero)
	}
	return fmt.Sprintf("%d-%s-%s.pdf", c.Anno, c.Lettera, c.Numero)
}

// addebita charges the expenses to a position before its act is printed, once; false where it is served or
// a person has already said what they are.
func (s *Service) addebita(stato vita.Stato, p vita.Posizione, spese importo.Cent) (vita.Evento, bool) {
	if spese == 0 || p.SpeseCent != 0 || !p.GiornoZero.IsZero() || !stato.Ammette(verbale.EventoSpeseAddebitate) {
		return vita.Evento{}, false
	}
	ora := s.Adesso()
	return vita.Evento{Posizione: p.ID, Attore: vita.AttoreSistema, Idempotenza: "spese:" + p.ID.String(), Registrato: ora, DataLegale: calendario.Da(ora),
		Dati: vita.SpeseAddebitate{SpeseCent: spese}}, true
}
