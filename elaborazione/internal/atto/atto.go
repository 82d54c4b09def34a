// Package atto prints the act of a fine for each of its addressees, once, and keeps it.
package atto

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"

	"github.com/google/uuid"

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

// Stampa makes the act of a position, once: it is rendered, stored, and only then written into the
// fine together with the fact that announces it. A stop in between leaves a file that no row names; a
// second delivery finds the act and does nothing. While the command has not set what no act may lack, the
// act waits and an anomaly says for what (RiprendiStampe); one whose term of service has ended, or whose addressee is
// under age, waits for a person too, and so does every act of a fine that an anomaly holds. With the act it makes the payment notice of a debtor
// called ANONIMO, which who knows only number and plate may see.
func (s *Service) Stampa(ctx context.Context, da scrittura.Messaggio, idVerbale, idPosizione uuid.UUID) error {
	return s.stampa(ctx, idVerbale, idPosizione, da)
}

func (s *Service) stampa(ctx context.Context, idVerbale, idPosizione uuid.UUID, da ...scrittura.Messaggio) error {
	stato, err := s.Archivio.Stato(ctx, idVerbale)
	if err != nil {
		return err
	}
	p, ok := stato.Posizione(idPosizione)
	if !ok {
		return bus.Permanent(fmt.Errorf("verbale %s: la posizione %s non è sua", idVerbale, idPosizione))
	}
	if !vita.DaFare(stato, p) || stato.Trattenuto() { // who settles the anomaly asks for the printing again
		return nil
	}
	comando, err := s.Ufficio.Comando(ctx)
	if err != nil {
		return err
	}
	if aspetta, err := s.aspetta(ctx, stato, p, comando, da...); aspetta || err != nil {
		return err
	}
	invio, err := ufficio.Invio(comando, calendario.Da(s.Adesso()).String())
	if err != nil {
		return err
	}
	if err := s.addebita(ctx, idVerbale, idPosizione, invio.SpeseCent); err != nil {
		return err
	}
	documenti, err := s.rendi(ctx, comando, idVerbale, idPosizione)
	if errors.Is(err, errMinorenne) {
		return nil
	}
	if err != nil {
		return err
	}
	lotto := ""
	if invio.Automatico && p.GiornoZero.IsZero() && !piano.Domiciliato(stato, p) {
		lotto = string(verbale.LottoPostale)
	}
	return s.registra(ctx, idVerbale, p, vita.AttoGenerato{Documenti: documenti, Lotto: lotto}, da...)
}

// registra writes the act of a position into the fine, unless it is not wanted any more, or its person has another address by now.
func (s *Service) registra(ctx context.Context, idVerbale uuid.UUID, quale vita.Posizione, x vita.AttoGenerato, da ...scrittura.Messaggio) error {
	idPosizione, soggetto := quale.ID, quale.Soggetto
	return s.Archivio.Applica(ctx, idVerbale, func(adesso vita.Stato) ([]vita.Evento, error) {
		p, _ := adesso.Posizione(idPosizione)
		if _, aspetta := adesso.VisuraInAttesa(idPosizione); aspetta || p.Soggetto != soggetto || !vita.DaFare(adesso, p) || adesso.Trattenuto() {
			return nil, nil
		}
		return []vita.Evento{{Posizione: idPosizione, Attore: vita.AttoreSistema, Prova: x.Documenti[0].SHA256, Dati: x}}, nil
	}, da...)
}

// StampaOra is Stampa for a caller who waits for it, without a message: an existing act stays as it is.
func (s *Service) StampaOra(ctx context.Context, idVerbale, idPosizione uuid.UUID) error {
	return s.stampa(ctx, idVerbale, idPosizione)
}

// aspetta reports that an act waits: for a person, for what the command has not set, or for the answer of a register.
func (s *Service) aspetta(ctx context.Context, stato vita.Stato, p vita.Posizione, comando anagrafe.Tenant, da ...scrittura.Messaggio) (bool, error) {
	if trattenuto, err := s.ferma(ctx, stato, p, comando, da...); trattenuto || err != nil {
		return trattenuto, err
	}
	return s.chiediRegistri(ctx, stato, p, comando, da...)
}

// ferma leaves an act unprinted that a person has to look at, or that would lack what the command has not set. False: it may
// be printed.
func (s *Service) ferma(ctx context.Context, stato vita.Stato, p vita.Posizione, comando anagrafe.Tenant, da ...scrittura.Messaggio) (bool, error) {
	if trattenuto, err := s.trattieniPersona(ctx, stato, p, da...); trattenuto || err != nil {
		return trattenuto, err
	}
	if trattenuto, err := s.trattieniScrittura(ctx, stato.ID, p, da...); trattenuto || err != nil {
		return trattenuto, err
	}
	mancano, err := mancanze(comando, calendario.Da(s.Adesso()).String())
	if err != nil {
		return false, err
	}
	return s.trattieni(ctx, stato.ID, p, mancano, da...)
}

// errMinorenne says that the addressee was under age: whatever led here, no act is rendered to him (art. 2 L. 689/1981).
var errMinorenne = errors.New("atto: il destinatario era minorenne il giorno della violazione")

// rendi prints the documents of a position and stores them; the act is the first.
func (s *Service) rendi(ctx context.Context, comando anagrafe.Tenant, idVerbale, idPosizione uuid.UUID) ([]vita.Documento, error) {
	c, err := s.Archivio.Completo(ctx, idVerbale)
	if err != nil {
		return nil, err
	}
	p, _ := c.Posizione(idPosizione)
	if conseguenze.Minorenne(p.Persona, calendario.Da(c.DataViolazione)) != "" {
		return nil, errMinorenne
	}
	if p.Diritto, err = s.Archivio.Diritto(ctx, idVerbale, idPosizione); err != nil {
		return nil, err
	}
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

// addebita charges the expenses to a position before its act is printed, once; none where it is served or
// a person has already said what they are.
func (s *Service) addebita(ctx context.Context, idVerbale, idPosizione uuid.UUID, spese importo.Cent) error {
	if spese == 0 {
		return nil
	}
	return s.Archivio.Applica(ctx, idVerbale, func(adesso vita.Stato) ([]vita.Evento, error) {
		p, _ := adesso.Posizione(idPosizione)
		if !vita.DaFare(adesso, p) || p.SpeseCent != 0 || !p.GiornoZero.IsZero() || !adesso.Ammette(verbale.EventoSpeseAddebitate) {
			return nil, nil
		}
		return []vita.Evento{{Posizione: idPosizione, Attore: vita.AttoreSistema, Idempotenza: "spese:" + idPosizione.String(),
			Dati: vita.SpeseAddebitate{SpeseCent: spese}}}, nil
	})
}
