package invio

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/piattaforma-verbali/verbali/connessione/internal/invio/componi"
	"github.com/piattaforma-verbali/verbali/connessione/internal/send"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
	"github.com/piattaforma-verbali/verbali/shared/registri/send/racconto"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

const (
	insiemeParte  = 3 * parole.PrecarichiAlPiu // notifications that leave together
	fermaRiprova  = time.Hour                  // before the next try of a notification that its fine or its act holds back
	ignotaRiprova = 30 * time.Second           // SEND may still be storing a request that it does not find
	postoVale     = 6 * 24 * time.Hour         // SEND deletes the files of an upload after seven days
)

// partenza is an attempt on its way out.
type partenza struct {
	*Invio

	dati      daSpedire
	atto      []byte
	richiesta parole.Richiesta
	fatta     bool // the outcome or the next try is decided: the later steps skip it
	errore    error
}

// spedisci sends the due notifications. It first asks SEND for the requests that may have left already.
func (s *Service) spedisci(ctx context.Context, comando string, c canale) (time.Duration, error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return dopoUnErrore, err
	}
	adesso := s.Adesso()
	invii, err := prendi(ctx, database.Pool, `WHERE i.stato IN ('DA_INVIARE', 'ESITO_IGNOTO') AND i.persona = '' AND i.prossimo <= $1
		ORDER BY i.prossimo, i.chiesto LIMIT $2`, adesso, insiemeParte)
	if err != nil {
		return dopoUnErrore, err
	}
	if len(invii) == 0 {
		return s.prossimaPartenza(ctx, database, adesso)
	}
	sc, err := s.Canali.scelte(ctx, comando)
	if err != nil {
		return dopoUnErrore, err
	}
	partono := make([]*partenza, len(invii))
	for i, x := range invii {
		partono[i] = &partenza{Invio: x}
	}
	s.ritrova(ctx, comando, c, partono)
	if err := s.prepara(ctx, comando, c, sc, partono); err != nil {
		return dopoUnErrore, err
	}
	s.carica(ctx, comando, c, partono)
	if err := s.lascia(ctx, database, partono); err != nil { // the token is written before anything leaves
		return dopoUnErrore, err
	}
	s.richiedi(ctx, comando, c, partono)
	err = s.scriviPartenze(context.WithoutCancel(ctx), database, partono)
	var errori []error
	for _, p := range partono {
		errori = append(errori, p.errore)
	}
	return 0, errors.Join(err, tutte(errori))
}

func (s *Service) prossimaPartenza(ctx context.Context, database *db.Database, adesso time.Time) (time.Duration, error) {
	var quando *time.Time
	err := database.Pool.QueryRow(ctx, `SELECT min(prossimo) FROM invio WHERE stato IN ('DA_INVIARE', 'ESITO_IGNOTO') AND persona = ''`).Scan(&quando)
	return entro(quando, adesso), db.Wrap("invio", err)
}

// ritrova asks SEND for the requests that may have left already.
func (s *Service) ritrova(ctx context.Context, comando string, c canale, partono []*partenza) {
	s.insieme(len(partono), func(i int) {
		if p := partono[i]; p.Lasciata != nil {
			s.ritrovaUno(ctx, comando, c, p)
		}
	})
}

func (s *Service) ritrovaUno(ctx context.Context, comando string, c canale, p *partenza) {
	if err := json.Unmarshal(p.Richiesta, &p.richiesta); err != nil {
		p.errore, p.fatta = fmt.Errorf("invio %s: richiesta: %w", p.ID, err), true
		return
	}
	stato, err := c.StatoDi(ctx, chi(comando, p.Verbale.String()), p.Protocollo, p.Token)
	adesso := s.Adesso()
	switch {
	case errors.Is(err, esterno.ErrNotFound) && adesso.Sub(*p.Lasciata) < ignotaRiprova:
		p.dopo(*p.Lasciata, ignotaRiprova)
	case errors.Is(err, esterno.ErrNotFound) && adesso.Sub(*p.Lasciata) > postoVale:
		p.Lasciata = nil // its files are gone: they are uploaded again, under the same token
	case errors.Is(err, esterno.ErrNotFound): // the same request leaves again
	case err != nil:
		p.errore = err
		p.silenzio(adesso, err)
	case !send.StessoContenuto(p.richiesta, stato.Richiesta):
		p.aUnaPersona(personaContenuto, adesso)
	default:
		p.presa(stato.IDRichiesta, adesso)
	}
}

// presa notes that SEND has a request.
func (p *partenza) presa(id string, adesso time.Time) {
	fino := adesso.Add(parole.ValidazioneEntro)
	p.Stato, p.IDRichiesta, p.Inviato, p.Prossimo, p.fatta = InValidazione, id, &adesso, &fino, true
	p.Ferma, p.FermaDal, p.Rifiuti = "", nil, nil
}

func (p *partenza) dopo(da time.Time, quanto time.Duration) {
	quando := da.Add(quanto)
	p.Prossimo, p.fatta = &quando, true
}

// silenzio schedules another try after SEND gave no answer, or none that can be trusted.
func (p *partenza) silenzio(adesso time.Time, err error) {
	p.trattieni(fermaSilenzio, adesso)
	attesa := time.Minute
	if e := esterno.As(err); e != nil {
		attesa = min(max(e.Wait(), 10*time.Second), fermaRiprova)
	}
	p.dopo(adesso, attesa)
}

func (p *partenza) trattieni(perche string, adesso time.Time) {
	if p.Ferma != perche || p.FermaDal == nil {
		p.FermaDal = &adesso
	}
	p.Ferma = perche
}

func (p *partenza) aUnaPersona(perche string, adesso time.Time) {
	p.Stato, p.fatta, p.Prossimo, p.Ferma, p.FermaDal = EsitoIgnoto, true, nil, "", nil
	p.chiede(perche, adesso)
}

// prepara reads the fines and the acts of the notifications that leave, and composes their requests.
func (s *Service) prepara(ctx context.Context, comando string, c canale, sc scelte, partono []*partenza) error {
	var posizioni []uuid.UUID
	for _, p := range partono {
		if !p.fatta && p.Lasciata == nil {
			posizioni = append(posizioni, p.Posizione)
		}
	}
	if len(posizioni) == 0 {
		return nil
	}
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	dati, err := leggiDati(ctx, database.Pool, posizioni)
	if err != nil {
		return err
	}
	m := componi.Mittente{Denominazione: sc.Denominazione, CodiceFiscale: sc.CodiceFiscale, Tassonomia: sc.Tassonomia, TassonomiaSenza: sc.Senza,
		Carta: sc.Carta, Gruppo: c.scelto.Gruppo}
	for _, p := range partono {
		if p.fatta || p.Lasciata != nil {
			continue
		}
		d, trovato := dati[p.Posizione]
		var manca []problem.Campo
		if p.dati = d; trovato {
			p.richiesta, manca = componi.Richiesta(d.Dati, m)
		} else {
			manca = []problem.Campo{{Campo: "posizione", Messaggio: "la posizione non ha più una persona a cui notificare"}}
		}
		if no := p.nonParte(calendario.Da(s.Adesso())); trovato && no.Codice != "" {
			p.errore = s.chiude(ctx, comando, p.ID, []racconto.Rifiuto{no})
			p.fatta, p.Invio = true, nil
			continue
		}
		if len(manca) > 0 {
			p.Rifiuti = rifiutiDi(manca)
			p.trattieni(fermaDati, s.Adesso())
			p.dopo(s.Adesso(), fermaRiprova)
			continue
		}
		s.leggiAtto(ctx, comando, p)
	}
	return nil
}

// nonParte is why a notification must not leave any more on a day; empty when it may.
func (p *partenza) nonParte(oggi calendario.Giorno) racconto.Rifiuto {
	if perche := nonPiuDovuta(p.dati); perche != "" {
		return racconto.Rifiuto{Codice: event.InvioNonPiuDovuto, Dettaglio: perche}
	}
	if !p.Entro.IsZero() && oggi.After(p.Entro) {
		return racconto.Rifiuto{Codice: event.InvioOltreTermine, Dettaglio: "il termine per notificare è finito " + p.Entro.Detto("il")}
	}
	return racconto.Rifiuto{}
}

// nonPiuDovuta says in words why a notification must not leave any more; empty when it may.
func nonPiuDovuta(d daSpedire) string {
	switch {
	case d.debito.Chiuso():
		return "il debito è chiuso: non si chiede più nulla"
	case d.procedura.Chiusa():
		return "il verbale è in un altro stato (" + d.procedura.InFrase() + ")"
	}
	return ""
}

// leggiAtto reads the act from the store, which checks its hash, and checks that the PDF is whole: SEND does not.
func (s *Service) leggiAtto(ctx context.Context, comando string, p *partenza) {
	atto, err := s.Deposito.Leggi(ctx, comando, p.SHA256)
	adesso := s.Adesso()
	switch {
	case errors.Is(err, deposito.ErrNonTrovato):
		p.trattieni(fermaAttoManca, adesso)
		p.dopo(adesso, fermaRiprova)
	case err != nil && !errors.Is(err, deposito.ErrCorrotto): // the store does not answer
		p.errore = err
		p.dopo(adesso, time.Minute)
	case err != nil || !intero(atto):
		p.errore = err
		p.trattieni(fermaAttoDiverso, adesso)
		p.dopo(adesso, fermaRiprova)
	default:
		p.atto = atto
	}
}

// intero reports that a file begins and ends as a PDF does. SEND checks only the first five characters.
func intero(pdf []byte) bool {
	return bytes.HasPrefix(pdf, []byte("%PDF-")) && bytes.Contains(pdf[max(0, len(pdf)-1024):], []byte("%%EOF"))
}

// carica asks SEND for the places of the acts and uploads them.
func (s *Service) carica(ctx context.Context, comando string, c canale, partono []*partenza) {
	nuovi := slices.DeleteFunc(slices.Clone(partono), func(p *partenza) bool { return p.fatta || p.Lasciata != nil })
	for gruppo := range slices.Chunk(nuovi, parole.PrecarichiAlPiu) {
		file := make([]parole.Precarico, len(gruppo))
		for i, p := range gruppo {
			file[i] = parole.Precarico{Indice: p.ID.String(), ContentType: parole.TipoPDF, SHA256: send.Impronta(p.atto)}
		}
		posti, err := c.Precarica(ctx, chi(comando, ""), file)
		if err != nil {
			for _, p := range gruppo {
				p.errore = err
				p.silenzio(s.Adesso(), err)
			}
			continue
		}
		s.insieme(len(gruppo), func(i int) { s.caricaUno(ctx, c, gruppo[i], file[i], posti[file[i].Indice]) })
	}
}

func (s *Service) caricaUno(ctx context.Context, c canale, p *partenza, file parole.Precarico, posto parole.Posto) {
	versione, err := c.Carica(ctx, chi(tenant.Name(ctx), p.Verbale.String()), file, posto, p.atto)
	p.atto = nil
	if err != nil {
		p.errore = err
		p.silenzio(s.Adesso(), err)
		return
	}
	p.richiesta.Documenti = []parole.Documento{{Titolo: "Verbale", Indice: "0", Allegato: parole.Allegato{Impronta: parole.Impronta{SHA256: file.SHA256},
		ContentType: parole.TipoPDF, Dove: parole.Collocazione{Chiave: posto.Chiave, Versione: versione}}}}
	p.Protocollo, p.Token = p.richiesta.Protocollo, p.ID.String()
	p.richiesta.Token = p.Token
	p.Richiesta, p.errore = json.Marshal(p.richiesta)
	p.fatta = p.errore != nil
}

// lascia writes the requests that are about to leave, with their tokens, in one commit.
func (s *Service) lascia(ctx context.Context, database *db.Database, partono []*partenza) error {
	var lotto pgx.Batch
	adesso := s.Adesso()
	for _, p := range partono {
		if p.fatta {
			continue
		}
		p.Lasciata = &adesso
		lotto.Queue(`UPDATE invio SET protocollo = $2, token = $3, richiesta = $4, lasciata = $5
			WHERE id = $1 AND stato IN ('DA_INVIARE', 'ESITO_IGNOTO') AND cancellata IS NULL`, p.ID, p.Protocollo, p.Token, string(p.Richiesta), adesso).
			Exec(func(scritte pgconn.CommandTag) error {
				if scritte.RowsAffected() == 0 { // cancelled or erased meanwhile
					p.fatta, p.Invio = true, nil
				}
				return nil
			})
	}
	if lotto.Len() == 0 {
		return nil
	}
	return database.Send(ctx, &lotto)
}

// richiedi sends the requests to SEND and judges each answer.
func (s *Service) richiedi(ctx context.Context, comando string, c canale, partono []*partenza) {
	escono := slices.DeleteFunc(slices.Clone(partono), func(p *partenza) bool { return p.fatta })
	s.insieme(len(escono), func(i int) {
		p := escono[i]
		presa, err := c.Richiedi(ctx, chi(comando, p.Verbale.String()), p.richiesta)
		adesso := s.Adesso()
		doppia, eDoppia := send.Doppia(err)
		switch {
		case err == nil:
			p.presa(presa.IDRichiesta, adesso)
		case send.InPausa(err) != nil: // SEND took nothing
			p.errore, p.Lasciata, p.fatta = err, nil, true
		case eDoppia && doppia == parole.DoppioToken:
			s.ritrovaUno(ctx, comando, c, p)
			p.fatta = true
		case eDoppia:
			p.aUnaPersona(personaAvviso, adesso)
		case send.RifiutoDi(err) != nil:
			p.errore = s.chiude(ctx, comando, p.ID, rifiutiDiSend(send.RifiutoDi(err)))
			p.fatta, p.Invio = true, nil
		case send.Ignoto(err):
			p.errore, p.Stato = err, EsitoIgnoto
			p.silenzio(adesso, err)
			p.dopo(adesso, ignotaRiprova)
		default: // the request did not leave
			p.errore, p.Lasciata = err, nil
			p.silenzio(adesso, err)
		}
	})
}

// rifiutiDiSend lists the faults of a refusal at once, each beside the field that SEND's words name.
func rifiutiDiSend(r *send.Rifiuto) []racconto.Rifiuto {
	var tutti []racconto.Rifiuto
	for _, e := range r.Errori {
		x := racconto.Rifiuto{Codice: e.Codice, Campo: e.Elemento, Dettaglio: e.Dettaglio}
		for parola, campo := range map[string]string{"taxId": "codiceFiscale", "denomination": "denominazione", "Province": "provincia", "address": "indirizzo",
			"PhysicalAddress": "indirizzo", "zip": "cap", "noticeCode": "avviso", "taxonomy": "tassonomia", "group": "gruppo", "subject": "oggetto"} {
			if strings.Contains(e.Elemento+" "+e.Dettaglio, parola) {
				x.Campo = campo
			}
		}
		tutti = append(tutti, x)
	}
	return tutti
}

// scriviPartenze writes the outcome of each notification, all in one commit.
func (s *Service) scriviPartenze(ctx context.Context, database *db.Database, partono []*partenza) error {
	var lotto pgx.Batch
	for _, p := range partono {
		if p.Invio == nil { // chiude has ended the attempt
			continue
		}
		lotto.Queue(`UPDATE invio SET stato = $2, id_richiesta = CASE WHEN id_richiesta = '' THEN $3 ELSE id_richiesta END,
				inviato = coalesce(inviato, $4), prossimo = $5, ferma = $6, ferma_dal = $7, persona = $8, persona_dal = $9, rifiuti = $10, lasciata = $11
			WHERE id = $1 AND stato IN ('DA_INVIARE', 'ESITO_IGNOTO') AND cancellata IS NULL`,
			p.ID, p.Stato, p.IDRichiesta, p.Inviato, p.Prossimo, p.Ferma, p.FermaDal, p.Persona, p.PersonaDal, p.Rifiuti, p.Lasciata)
	}
	if lotto.Len() == 0 {
		return nil
	}
	return database.Send(ctx, &lotto)
}
