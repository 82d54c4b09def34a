// Package scambio is the exchange by file with the register of vehicles: a lot of look-ups goes out as a file of plates with the
// days of their violations, the holders on those days come back in another, and each line becomes the outcome of the fines that
// asked. A person carries the files; their record is tracciato's, the lots are elaborazione's (verbali_v1.lotto).
package scambio

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/registri/veicoli"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tabella"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/vpn/internal/indagine"
	"github.com/piattaforma-verbali/verbali/vpn/internal/tracciato"
)

// righeAlPiu bounds a file of answers, whatever its lines hold.
const righeAlPiu = 50_000

// perVolta is how many lines are written in one transaction.
const perVolta = 200

// Service makes the files of questions and takes those of answers, within the tenant of the context.
type Service struct {
	Store    Store
	Indagini *indagine.Service
	Tabelle  *tabella.Copy
	Anagrafe *anagrafe.Copy
	Adesso   func() time.Time
}

// File is a file of questions.
type File struct {
	Nome  string // of the lot
	Testo []byte // records of tracciato, ISO 8859-1
}

// Domande gives the file of questions of a lot: the first call fixes it, each later one gives the same. Plates that have no
// Italian shape are not asked about: their fines get that outcome at once. 404 where the tenant has no such lot of look-ups, 409
// LOTTO_IN_ALTRO_STATO before it is closed or after it was cancelled, 409 SCAMBIO_VUOTO when nothing waits.
func (s *Service) Domande(ctx context.Context, lotto uuid.UUID, indirizzo string) (File, error) {
	l, err := s.Store.Lotto(ctx, lotto)
	if err != nil {
		return File{}, err
	}
	if l.Stato == verbale.LottoBozza || l.Stato == verbale.LottoAnnullato {
		return File{}, problem.Conflitto("LOTTO_IN_ALTRO_STATO", "Il lotto è "+l.Stato.InFrase()+": non ha domande da mandare.")
	}
	if err := s.Store.Prepara(ctx, lotto, s.prepara); err != nil {
		return File{}, err
	}
	chiesto, domande, err := s.Store.Domande(ctx, lotto)
	if err != nil {
		return File{}, err
	}
	var record []tracciato.Record
	for _, d := range domande {
		if d.Targa != "" { // erased with its fines
			record = append(record, tracciato.Domanda(d.Chiave, fmt.Sprintf("%06d", d.Numero), calendario.Da(chiesto)))
		}
	}
	var file bytes.Buffer
	if err := tracciato.Scrivi(&file, record); err != nil {
		return File{}, fmt.Errorf("scambio: %w", err)
	}
	return File{Nome: l.Nome, Testo: file.Bytes()}, s.Store.Annota(ctx, lotto, "SCAMBIO_DOMANDE", fmt.Sprintf("%d righe", len(record)), indirizzo)
}

// attesa is what waits in a lot: a plate on a day, and the fines that ask.
type attesa struct {
	tracciato.Chiave

	Verbali []uuid.UUID
}

// prepara fixes the questions of a lot.
func (s *Service) prepara(ctx context.Context, tx *db.Tx, lotto uuid.UUID, attese []attesa) error {
	chi, _ := auth.From(ctx)
	var domande []rigaDomanda
	var per []rigaVerbale
	for _, a := range attese {
		if !chiedibile(a.Targa) {
			for _, id := range a.Verbali {
				esito := s.Indagini.Esito(id, veicoloDi(a.Chiave), indagine.TargaSenzaForma())
				if err := indagine.Consegna(tx, chi.User, motivo(lotto), esito); err != nil {
					return err
				}
			}
			continue
		}
		n := len(domande) + 1
		domande = append(domande, rigaDomanda{Lotto: lotto, Numero: n, Targa: a.Targa, Giorno: a.Giorno})
		for _, id := range a.Verbali {
			per = append(per, rigaVerbale{Lotto: lotto, Numero: n, Verbale: id})
		}
	}
	if err := aggiungi(tx, domande); err != nil {
		return err
	}
	return aggiungi(tx, per)
}

// chiedibile reports that a plate has an Italian shape, and fits into the record.
func chiedibile(t string) bool {
	domanda := tracciato.Domanda(tracciato.Chiave{Targa: t}, "1", calendario.Giorno{})
	return len(targa.Tipi(t)) > 0 && tracciato.Scrivi(new(bytes.Buffer), []tracciato.Record{domanda}) == nil
}

func veicoloDi(k tracciato.Chiave) indagine.VeicoloVerbale {
	return indagine.VeicoloVerbale{Targa: k.Targa, Nazione: "IT", Violazione: k.Giorno.Inizio()}
}

// motivo is why the register was asked, in the audit.
func motivo(lotto uuid.UUID) string {
	return "Scambio per file del lotto " + lotto.String() + ": ricerca dell'obbligato in solido (art. 196 CdS)"
}

// Risposte takes a file of answers: each line about a plate that was asked becomes the outcome of its fines, as the answer of any
// other register; the rest is told by line and changes nothing. The same file again gives the first report. A file that was
// taken in part goes on where it stopped. 400 FILE_NON_VALIDO where it has no lines, or too many.
func (s *Service) Risposte(ctx context.Context, lotto uuid.UUID, file []byte, indirizzo string) (Rapporto, error) {
	if err := s.Tabelle.Ready(ctx); err != nil {
		return Rapporto{}, err
	}
	if _, err := s.Store.Lotto(ctx, lotto); err != nil {
		return Rapporto{}, err
	}
	impronta := sha256.Sum256(file)
	r := Rapporto{IDLotto: lotto, SHA256: hex.EncodeToString(impronta[:]), Quando: s.Adesso().UTC(), Difetti: []Difetto{}}
	if prima, err := s.Store.Rapporto(ctx, lotto, r.SHA256); err != nil || prima != nil {
		if err != nil {
			return Rapporto{}, err
		}
		prima.GiaPreso = true
		return *prima, nil
	}
	_, domande, err := s.Store.Domande(ctx, lotto)
	if err != nil {
		return Rapporto{}, err
	}
	if len(domande) == 0 {
		return Rapporto{}, problem.Conflitto("SCAMBIO_NON_INIZIATO", "Il file delle domande di questo lotto non è stato scaricato: non c'è nulla a cui rispondere.")
	}
	consegne, err := s.leggi(file, domande, &r)
	if err != nil {
		return Rapporto{}, err
	}
	for alcune := range slices.Chunk(consegne, perVolta) {
		if err := s.consegna(ctx, lotto, alcune, &r); err != nil {
			return Rapporto{}, err
		}
	}
	if r.Mancano, err = s.Store.Mancano(ctx, lotto); err != nil {
		return Rapporto{}, err
	}
	r.chiudi()
	return r, s.Store.Chiudi(ctx, r, indirizzo)
}

// consegna is a line that answers a question, with its judgement.
type consegna struct {
	domanda  Domanda
	riga     int
	impronta string
	giudizio indagine.Giudizio
}

// leggi reads a file, reports its errors, and gives the lines that answer a question.
func (s *Service) leggi(file []byte, domande []Domanda, r *Rapporto) ([]consegna, error) {
	if n := bytes.Count(file, []byte{'\n'}); n > righeAlPiu {
		return nil, problem.Nuovo(problem.BadRequest, "FILE_NON_VALIDO", "File non valido", fmt.Sprintf("Il file ha %d righe, al più %d.", n, righeAlPiu))
	}
	letti, storte, err := tracciato.Leggi(bytes.NewReader(file))
	if err != nil {
		return nil, problem.Nuovo(problem.BadRequest, "FILE_NON_VALIDO", "File non valido", "Una riga del file non finisce.").With(err)
	}
	if r.Righe = len(letti) + len(storte); r.Righe == 0 {
		return nil, problem.Nuovo(problem.BadRequest, "FILE_NON_VALIDO", "File non valido", "Il file non ha righe.")
	}
	for _, e := range storte {
		r.segna(&r.Storte, e.Riga, Storta, e.Campo, e.Perche)
	}
	per := map[tracciato.Chiave]Domanda{}
	var chieste []tracciato.Chiave
	for _, d := range domande {
		if len(d.Verbali) > 0 {
			chieste, per[d.Chiave] = append(chieste, d.Chiave), d
		}
	}
	a := tracciato.Abbina(chieste, letti)
	for _, l := range a.NonChieste {
		r.segna(&r.NonChieste, l.Riga, NonChiesta, "", "risponde di una targa e di un giorno che il lotto non ha chiesto: non si guarda")
	}
	for _, l := range a.Doppie {
		r.segna(&r.Doppie, l.Riga, Doppia, "", "della stessa targa e dello stesso giorno il file dice cose diverse: nessuna delle due vale")
	}
	for _, l := range a.Ripetute {
		r.segna(&r.Ripetute, l.Riga, Ripetuta, "", "è la stessa riga un'altra volta: vale la prima")
	}
	var consegne []consegna
	for k, l := range a.Risposte {
		c := consegna{domanda: per[k], riga: l.Riga, impronta: improntaDi(l.Record)}
		if c.domanda.gia(c.impronta, r, l.Riga) {
			continue
		}
		c.giudizio = s.giudica(l.Record)
		consegne = append(consegne, c)
	}
	slices.SortFunc(consegne, func(a, b consegna) int { return a.riga - b.riga })
	return consegne, nil
}

// giudica is what a line comes to.
func (s *Service) giudica(r tracciato.Record) indagine.Giudizio {
	v, err := r.Veicolo()
	if err != nil {
		g := indagine.NonUtilizzabile(perche(err))
		g.Rete = event.ReteTracciato
		return g
	}
	v.Registro = event.ReteTracciato
	return indagine.Giudica(v, s.Tabelle.Comuni())
}

// perche names the fields of a line that cannot be trusted.
func perche(err error) string {
	if e := esterno.As(err); e != nil {
		return e.Detail
	}
	return ""
}

// consegna writes some lines in one transaction: what another upload has written meanwhile is its own.
func (s *Service) consegna(ctx context.Context, lotto uuid.UUID, alcune []consegna, r *Rapporto) error {
	chi, _ := auth.From(ctx)
	costo, err := s.costo(ctx)
	if err != nil {
		return err
	}
	parziale := *r
	parziale.Difetti = slices.Clone(r.Difetti)
	err = s.Store.Transazione(ctx, func(tx *db.Tx) error {
		for _, c := range alcune {
			mia, err := prendi(tx, lotto, c, s.Adesso())
			switch {
			case err != nil:
				return err
			case !mia:
				parziale.segna(&parziale.GiaPrese, c.riga, GiaPresa, "", "un altro file ha già risposto")
				continue
			case c.giudizio.Codice == verbale.IndagineRispostaNonUtilizzabile:
				parziale.segna(&parziale.NonUtilizzabili, c.riga, NonUtilizzabile, "", c.giudizio.Motivo)
			default:
				parziale.Applicate++
			}
			for _, id := range c.domanda.Verbali {
				if err := indagine.Consegna(tx, chi.User, motivo(lotto), s.Indagini.Esito(id, veicoloDi(c.domanda.Chiave), c.giudizio)); err != nil {
					return err
				}
			}
			if err := spende(tx, c, chi.User, costo, s.Adesso()); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		*r = parziale
	}
	return err
}

// costo is what a line of answer costs the command, in thousandths of a euro.
func (s *Service) costo(ctx context.Context) (int64, error) {
	var c struct {
		CostoMillesimi int64 `json:"costoMillesimi"`
	}
	_, err := s.Anagrafe.Of(tenant.Name(ctx)).Impostazione(veicoli.ChiaveTracciato, calendario.Da(s.Adesso()).String(), &c)
	return c.CostoMillesimi, err
}

// improntaDi is the hash of a line's fields.
func improntaDi(r tracciato.Record) string {
	somma := sha256.Sum256(fmt.Appendf(nil, "%#v", r))
	return hex.EncodeToString(somma[:])
}

// gia tells of a line whose question has its answer: the same, or another one. An answer that nobody could use may be mended.
func (d Domanda) gia(impronta string, r *Rapporto, riga int) bool {
	switch {
	case d.Riga == impronta:
		r.segna(&r.GiaPrese, riga, GiaPresa, "", "è già stata presa da un altro file")
	case d.Riga == "" || d.Esito == string(verbale.IndagineRispostaNonUtilizzabile):
		return false
	default:
		r.segna(&r.Discordi, riga, Discorde, "", "un file di prima ha risposto altro: vale quello, e la differenza va chiarita con il registro")
	}
	return true
}

// errFatto says that the questions of a lot are fixed already.
var errFatto = errors.New("scambio: le domande ci sono")
