package verbale

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

const tipoPDF = "application/pdf"

// Stampa makes the act of a position, once: it is rendered, stored, and only then written into the
// fine together with the fact that announces it. A stop in between leaves a file that no row names; a
// second delivery finds the act and does nothing. While the command has not set what no act may lack, the
// act waits and an anomaly says for what (RiprendiStampe); one whose term of service has ended waits for a
// person too. With the act it makes the payment notice of a debtor
// called ANONIMO, which who knows only number and plate may see.
func (s *Service) Stampa(ctx context.Context, da Messaggio, idVerbale, idPosizione uuid.UUID) error {
	return s.stampa(ctx, idVerbale, idPosizione, da)
}

func (s *Service) stampa(ctx context.Context, idVerbale, idPosizione uuid.UUID, da ...Messaggio) error {
	stato, err := s.Store.Stato(ctx, idVerbale)
	if err != nil {
		return err
	}
	p, ok := stato.Posizione(idPosizione)
	if !ok {
		return bus.Permanent(fmt.Errorf("verbale %s: la posizione %s non è sua", idVerbale, idPosizione))
	}
	if !daFare(stato, p) {
		return nil
	}
	if trattenuto, err := s.trattieniScaduto(ctx, stato, p, da...); trattenuto || err != nil {
		return err
	}
	comando, err := s.comando(ctx)
	if err != nil {
		return err
	}
	manca, err := mancaPerStampare(comando, calendario.Da(s.Adesso()).String())
	if err != nil {
		return err
	}
	if manca != "" {
		return s.trattieni(ctx, idVerbale, idPosizione, manca, da...)
	}
	invio, err := leggiInvio(comando, calendario.Da(s.Adesso()).String())
	if err != nil {
		return err
	}
	if err := s.addebita(ctx, idVerbale, idPosizione, invio.speseCent); err != nil {
		return err
	}
	documenti, err := s.rendi(ctx, comando, idVerbale, idPosizione)
	if err != nil {
		return err
	}
	lotto := ""
	if invio.automatico && p.GiornoZero.IsZero() {
		lotto = lottoPostale
	}
	return s.Store.Applica(ctx, idVerbale, func(adesso Stato) ([]Evento, error) {
		if p, _ := adesso.Posizione(idPosizione); !daFare(adesso, p) {
			return nil, nil
		}
		return []Evento{{Posizione: idPosizione, Attore: attoreSistema, Prova: documenti[0].SHA256,
			Idempotenza: "atto:" + idPosizione.String(), Dati: AttoGenerato{Documenti: documenti, Lotto: lotto}}}, nil
	}, da...)
}

// StampaOra is Stampa for who waits for it, without a message: what is there already stays as it is.
func (s *Service) StampaOra(ctx context.Context, idVerbale, idPosizione uuid.UUID) error {
	return s.stampa(ctx, idVerbale, idPosizione)
}

// daFare: the addressee is known, has no act yet, and something may still be asked of him.
func daFare(s Stato, p Posizione) bool {
	return p.Soggetto != uuid.Nil && p.Atto == uuid.Nil && p.Chiusa == "" && !s.DebitoChiuso()
}

// rendi prints the documents of a position and stores them; the act is the first.
func (s *Service) rendi(ctx context.Context, comando anagrafe.Tenant, idVerbale, idPosizione uuid.UUID) ([]Documento, error) {
	c, err := s.Store.Completo(ctx, idVerbale)
	if err != nil {
		return nil, err
	}
	p, _ := c.posizione(idPosizione)
	if p.diritto, err = s.Store.diritto(ctx, idVerbale, idPosizione); err != nil {
		return nil, err
	}
	atto, err := s.pagina(c, p, comando, s.Adesso())
	if err != nil {
		return nil, err
	}
	if p.GiornoZero.IsZero() && !p.soggetto.AllEstero() { // who was served by hand gets no letter; judicial acts by post stay in Italy
		if atto.CodiceAG, err = s.Store.CodiceAG(ctx, comando.IntervalliAG); err != nil {
			return nil, err
		}
	}
	nome := c.nomeFile()
	primo, err := s.conserva(ctx, DocumentoAtto, "verbale-"+nome, atto, s.Stampatore.Rendi)
	if err != nil {
		return nil, err
	}
	primo.CodiceAG = atto.CodiceAG
	documenti := []Documento{primo}
	if len(atto.Avvisi) == 0 {
		return documenti, nil
	}
	secondo, err := s.conserva(ctx, DocumentoAnonimo, "avviso-"+nome, atto, s.Stampatore.RendiAvvisoAnonimo)
	return append(documenti, secondo), err
}

// conserva renders one document and puts it into the store.
func (s *Service) conserva(ctx context.Context, tipo, nome string, a stampa.Atto, rendi func(stampa.Atto) ([]byte, error)) (Documento, error) {
	pdf, err := rendi(a)
	if _, incompleto := errors.AsType[*stampa.AttoIncompleto](err); incompleto {
		return Documento{}, bus.Permanent(err)
	}
	if err != nil {
		return Documento{}, err
	}
	r, err := s.Deposito.Metti(ctx, tenant.Name(ctx), pdf, tipoPDF)
	if err != nil {
		return Documento{}, fmt.Errorf("verbale: %s: %w", tipo, err)
	}
	return Documento{ID: nuovoID(), Tipo: tipo, Nome: nome, MIME: tipoPDF, SHA256: r.SHA256, Byte: r.Byte}, nil
}

// nomeFile is the number of the fine as a file is called: 2026-V-12.pdf.
func (c Completo) nomeFile() string {
	if c.Lettera == "" {
		return fmt.Sprintf("%d-%s.pdf", c.Anno, c.Numero)
	}
	return fmt.Sprintf("%d-%s-%s.pdf", c.Anno, c.Lettera, c.Numero)
}
