package send

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
	"github.com/piattaforma-verbali/verbali/shared/registri/send/racconto"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// Store reads connessione_v1, beside the fines, in the database of the context's tenant.
type Store struct {
	Pools  *db.Pools
	Adesso func() time.Time
}

// Invio is an attempt, with the number of its fine.
type Invio struct {
	ID, Verbale, Posizione, Documento uuid.UUID

	Anno          int
	Numero        int64
	Lettera       string
	Stato         verbale.StatoInvio
	Chiesto       time.Time
	Protocollo    string
	Inviato       *time.Time
	IUN           string
	Accettato     *time.Time
	Giorno        calendario.Giorno
	Via           cds.Canale
	Prevista      calendario.Giorno
	Elementi      []string
	Rifiuti       []racconto.Rifiuto
	Subito        bool
	Annullo       *time.Time
	AnnulloDa     string
	AnnulloPerche string
	Persona       string
	PersonaDal    *time.Time
	Ferma         string
	FermaDal      *time.Time
	Costo         *racconto.Costo
}

// leggi selects the columns of an Invio, in order.
const leggi = `SELECT i.id, i.verbale, i.posizione, i.documento, v.anno, v.numero, v.lettera, i.stato, i.chiesto, i.protocollo, i.inviato, i.iun,
	i.accettato, i.giorno, i.via, i.prevista, i.elementi, i.rifiuti, i.subito, i.annullo, i.annullo_da, i.annullo_perche, i.persona, i.persona_dal,
	i.ferma, i.ferma_dal, i.costo FROM connessione_v1.invio i JOIN verbali_v1.verbale v ON v.id = i.verbale `

// Estremi writes number, series and year of the fine.
func (i Invio) Estremi() string { return lettura.Estremi(i.Numero, i.Lettera, i.Anno) }

// tentativo gives the attempt as package racconto takes it.
func (i Invio) tentativo() racconto.Tentativo {
	return racconto.Tentativo{Stato: i.Stato, Chiesto: i.Chiesto, Inviato: i.Inviato, Accettato: i.Accettato, Giorno: i.Giorno, Via: i.Via,
		Prevista: i.Prevista, Elementi: i.Elementi, Rifiuti: i.Rifiuti, Subito: i.Subito, Annullo: i.Annullo, Persona: i.Persona, Ferma: i.Ferma}
}

// Uno gives an attempt; 404 when the tenant has none of this id.
func (s Store) Uno(ctx context.Context, id uuid.UUID) (Invio, error) {
	uno, err := db.Every[Invio](ctx, s.Pools, "notifica", leggi+`WHERE i.id = $1`, id)
	if err == nil && len(uno) == 0 {
		return Invio{}, problem.NonTrovato("notifica", id.String())
	}
	if err != nil {
		return Invio{}, err
	}
	return uno[0], nil
}

// Storie tells the stories of some attempts, by their id.
func (s Store) Storie(ctx context.Context, invii []Invio, l racconto.Livello) (map[uuid.UUID]racconto.Racconto, error) {
	var ids []uuid.UUID
	for _, i := range invii {
		ids = append(ids, i.ID)
	}
	righe, err := db.Every[racconto.Riga](ctx, s.Pools, "storia della notifica", `SELECT invio, elemento, categoria, accaduto, superato, grezzo::text
		FROM connessione_v1.invio_elemento WHERE invio = ANY ($1) ORDER BY invio, ordine`, ids)
	if err != nil {
		return nil, err
	}
	prove, err := s.prove(ctx, ids)
	if err != nil {
		return nil, err
	}
	sequenze, storie := racconto.Sequenze(righe), map[uuid.UUID]racconto.Racconto{}
	for _, i := range invii {
		storie[i.ID] = racconto.Di(i.tentativo(), sequenze[i.ID], prove[i.ID], l)
	}
	return storie, nil
}

func (s Store) prove(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID][]racconto.Prova, error) {
	righe, err := db.Every[struct {
		Invio uuid.UUID
		racconto.Prova
	}](ctx, s.Pools, "prove della notifica", `SELECT invio, id::text, categoria, elemento, nome, CASE WHEN sha256 <> '' THEN presa END, superata
		FROM connessione_v1.invio_prova WHERE invio = ANY ($1) ORDER BY id`, ids)
	prove := map[uuid.UUID][]racconto.Prova{}
	for _, r := range righe {
		prove[r.Invio] = append(prove[r.Invio], r.Prova)
	}
	return prove, err
}

// fileProva is where a proof is in the store of documents.
type fileProva struct{ Nome, SHA256 string }

// prova finds a proof of an attempt; 404 where there is none, 409 ATTESTAZIONE_IN_ARRIVO while SEND has not given it.
func (s Store) prova(ctx context.Context, invio, id uuid.UUID) (fileProva, error) {
	uno, err := db.Every[fileProva](ctx, s.Pools, "prova della notifica", `SELECT nome, sha256 FROM connessione_v1.invio_prova
		WHERE invio = $1 AND id = $2`, invio, id)
	switch {
	case err != nil:
		return fileProva{}, err
	case len(uno) == 0:
		return fileProva{}, problem.NonTrovato("prova", id.String())
	case uno[0].SHA256 == "":
		return fileProva{}, problem.Conflitto("ATTESTAZIONE_IN_ARRIVO", "SEND non ha ancora dato questa prova: si chiede da sola, e si può riprovare più tardi.")
	}
	return uno[0], nil
}

// Passo is an attempt of a fine with the latest step of its story.
type Passo struct {
	Invio  Invio
	Ultimo racconto.Passo
}

// Vivo reports that something may still happen to the attempt.
func (p Passo) Vivo() bool { return !p.Invio.Stato.Finito() }

// Suo is what a notification tells the person of its position: the recipient as SEND was told, and the whole story.
type Suo struct {
	Destinatario *parole.Destinatario // nil: deleted, or not told yet
	racconto.Racconto
}

// Sui gives the notifications of some positions of these fines, by their id.
func (s Store) Sui(ctx context.Context, verbali, posizioni []uuid.UUID) (map[uuid.UUID]Suo, error) {
	invii, err := db.Every[Invio](ctx, s.Pools, "notifiche di una persona", leggi+`WHERE i.verbale = ANY ($1) AND i.posizione = ANY ($2)`, verbali, posizioni)
	if err != nil || len(invii) == 0 {
		return nil, err
	}
	storie, err := s.Storie(ctx, invii, racconto.Ufficio)
	if err != nil {
		return nil, err
	}
	sui, ids := map[uuid.UUID]Suo{}, []uuid.UUID{}
	for id, r := range storie {
		sui[id] = Suo{Racconto: r}
		ids = append(ids, id)
	}
	mandati, err := db.Every[struct {
		Invio        uuid.UUID
		Destinatario parole.Destinatario
	}](ctx, s.Pools, "destinatari delle notifiche", `SELECT invio, destinatario FROM connessione_v1.invio_destinatario WHERE invio = ANY ($1)`, ids)
	for _, m := range mandati {
		sui[m.Invio] = Suo{&m.Destinatario, storie[m.Invio]}
	}
	return sui, err
}

// Del gives the attempts of a fine by position, the newest first.
func (s Store) Del(ctx context.Context, id uuid.UUID, l racconto.Livello) (map[uuid.UUID][]Passo, error) {
	invii, err := db.Every[Invio](ctx, s.Pools, "notifiche del verbale", leggi+`WHERE i.verbale = $1 ORDER BY i.chiesto DESC, i.id DESC`, id)
	if err != nil || len(invii) == 0 {
		return nil, err
	}
	storie, err := s.Storie(ctx, invii, l)
	if err != nil {
		return nil, err
	}
	tutti := map[uuid.UUID][]Passo{}
	for _, i := range invii {
		passi := storie[i.ID].Passi
		tutti[i.Posizione] = append(tutti[i.Posizione], Passo{i, passi[len(passi)-1]})
	}
	return tutti, nil
}

// Ultimi gives the latest attempt of each position of some fines.
func (s Store) Ultimi(ctx context.Context, verbali []uuid.UUID) (map[uuid.UUID]Invio, error) {
	invii, err := db.Every[Invio](ctx, s.Pools, "notifiche dei verbali", leggi+`WHERE i.verbale = ANY ($1) ORDER BY i.chiesto, i.id`, verbali)
	ultimi := map[uuid.UUID]Invio{}
	for _, i := range invii {
		ultimi[i.Posizione] = i
	}
	return ultimi, err
}
