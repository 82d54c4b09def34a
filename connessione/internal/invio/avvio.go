package invio

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/connessione/internal/invio/componi"
	"github.com/piattaforma-verbali/verbali/shared/codici"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// motivoAlPiu is the greatest length of a reason, in characters.
const motivoAlPiu = 500

// motivo trims a reason and returns its faults.
func motivo(testo *string) []problem.Campo {
	*testo = strings.TrimSpace(*testo)
	if n := utf8.RuneCountInString(*testo); n == 0 || n > motivoAlPiu {
		return []problem.Campo{{Campo: "motivo", Messaggio: fmt.Sprintf("è richiesto, al più di %d caratteri", motivoAlPiu)}}
	}
	return nil
}

// atto is the act of a position.
type atto struct {
	Documento uuid.UUID
	SHA256    string
	Byte      int64
}

// posizione is the position that a request names, with what was read of its fine.
type posizione struct {
	verbale, id uuid.UUID
	dati        daSpedire
	atto        *atto
	vivo        uuid.UUID // the attempt in progress; zero: none
}

// leggiPosizione reads the position of a request; 404 for a fine or a position that is not there.
func (s *Service) leggiPosizione(ctx context.Context, q event.DomandaInvio) (p posizione, err error) {
	var ok bool
	if p.verbale, ok = codici.ID(q.IDVerbale); !ok {
		return p, problem.CampoNonValido("idVerbale", "manca, o non è un identificativo")
	}
	if p.id, ok = codici.ID(q.Posizione); !ok {
		return p, problem.CampoNonValido("posizione", "manca, o non è un identificativo")
	}
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return p, err
	}
	var sua bool
	err = database.Pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM verbali_v1.posizione WHERE id = $1 AND verbale = $2)`, p.id, p.verbale).Scan(&sua)
	if err != nil {
		return p, db.Wrap("posizione", err)
	}
	if !sua {
		return p, problem.NonTrovato("posizione", q.Posizione)
	}
	dati, err := leggiDati(ctx, database.Pool, []uuid.UUID{p.id})
	if err != nil {
		return p, err
	}
	p.dati = dati[p.id]
	var a atto
	err = database.Pool.QueryRow(ctx, `SELECT id, sha256, byte FROM verbali_v1.documento WHERE verbale = $1 AND posizione = $2 AND tipo = $3
		ORDER BY creato DESC, id DESC LIMIT 1`, p.verbale, p.id, verbale.DocumentoAtto).Scan(&a.Documento, &a.SHA256, &a.Byte)
	if err == nil {
		p.atto = &a
	} else if !errors.Is(err, pgx.ErrNoRows) {
		return p, db.Wrap("atto", err)
	}
	err = database.Pool.QueryRow(ctx, `SELECT id FROM verbali_v1.notifica WHERE posizione = $1 AND stato = $2 LIMIT 1`, p.id,
		verbale.NotificaInCorso).Scan(&p.vivo)
	if errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	return p, db.Wrap("notifica", err)
}

// manca lists in words why SEND cannot serve the position now, each reason beside its field. campi holds the faults found before.
func (p posizione) manca(campi []problem.Campo) []problem.Campo {
	if p.dati.Numero == "" {
		return []problem.Campo{{Campo: "posizione", Messaggio: "non ha ancora una persona a cui notificare"}}
	}
	if p.atto == nil {
		campi = append(campi, problem.Campo{Campo: "documento", Messaggio: "l'atto non è ancora stampato"})
	}
	if perche := nonPiuDovuta(p.dati); perche != "" {
		campi = append(campi, problem.Campo{Campo: "idVerbale", Messaggio: perche})
	}
	return campi
}

// Anteprima says what would leave for a position, what it costs and why it cannot leave.
func (s *Service) Anteprima(ctx context.Context, q event.DomandaInvio) (r event.AnteprimaInvio, err error) {
	p, err := s.leggiPosizione(ctx, q)
	if err != nil {
		return r, err
	}
	comando := tenant.Name(ctx)
	sc, err := s.Canali.scelte(ctx, comando)
	if err != nil {
		return r, err
	}
	c, nonCollegata := s.Canali.Apri(comando)
	richiesta, campi := componi.Richiesta(p.dati.Dati, mittente(sc, c))
	r = event.AnteprimaInvio{Destinatario: p.dati.Persona.NomeCompleto(), Oggetto: richiesta.Oggetto, Tassonomia: richiesta.Tassonomia,
		CanaleFisico: richiesta.Carta, Avvisi: []event.AvvisoInvio{}, DigitaleCent: parole.TariffaSend + sc.Diritti, CartaceoDaCent: sc.Prezzo.DaCent,
		CartaceoACent: sc.Prezzo.ACent, Manca: []string{}}
	d := richiesta.Destinatari[0]
	r.CodiceFiscale, r.Indirizzo = d.CodiceFiscale, d.Fisico.Parti()
	for _, a := range p.dati.Avvisi {
		r.Avvisi = append(r.Avvisi, event.AvvisoInvio{Tipo: a.Tipo, NumeroAvviso: a.Numero, ImportoCent: a.ImportoCent})
	}
	if p.atto != nil {
		r.IDDocumento, r.SHA256, r.Byte = p.atto.Documento.String(), p.atto.SHA256, p.atto.Byte
	}
	if nonCollegata != nil {
		r.Manca = append(r.Manca, "SEND non è collegato: "+nonCollegata.Error())
	}
	if p.vivo != uuid.Nil {
		r.Manca = append(r.Manca, "una notifica è già in corso")
	}
	for _, x := range p.manca(campi) {
		r.Manca = append(r.Manca, x.Campo+": "+x.Messaggio)
	}
	return r, s.annota(ctx, db.Access{Azione: "SEND_ANTEPRIMA", Oggetto: p.verbale.String(), Indirizzo: q.Indirizzo})
}

func mittente(sc scelte, c canale) componi.Mittente {
	return componi.Mittente{Denominazione: sc.Denominazione, CodiceFiscale: sc.CodiceFiscale, Tassonomia: sc.Tassonomia, TassonomiaSenza: sc.Senza,
		Carta: sc.Carta, Gruppo: c.scelto.Gruppo}
}

// annota writes a line of the audit about a fine.
func (s *Service) annota(ctx context.Context, a db.Access) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	chi, _ := auth.From(ctx)
	a.Attore, a.OggettoTipo = chi.User, "verbale"
	return database.Audit(ctx, a)
}

// Avvia asks elaborazione to begin the service of a position by SEND. The same key gives the same attempt. Errors: 400 names the field
// of the fine that is missing; 409 TENTATIVO_VIVO, SEND_NON_COLLEGATA, and those of elaborazione.
func (s *Service) Avvia(ctx context.Context, q event.DomandaInvio) (r event.RispostaInvio, err error) {
	p, err := s.leggiPosizione(ctx, q)
	if err != nil {
		return r, err
	}
	campi := motivo(&q.Motivo)
	if q.Idempotenza == "" || len(q.Idempotenza) > 100 {
		campi = append(campi, problem.Campo{Campo: "idempotenza", Messaggio: "è richiesta, al più di 100 caratteri"})
	}
	if len(campi) > 0 {
		return r, problem.NonValido(campi...)
	}
	comando := tenant.Name(ctx)
	id := uuid.NewSHA1(p.id, []byte("send\n"+q.Idempotenza))
	if gia, err := s.stato(ctx, id); err != nil || gia != "" {
		return event.RispostaInvio{ID: id.String(), Stato: gia}, err
	}
	c, err := s.Canali.Apri(comando)
	if err != nil {
		return r, problem.Conflitto("SEND_NON_COLLEGATA", "SEND non è collegato: "+err.Error()+".").With(err)
	}
	if p.vivo != uuid.Nil && p.vivo != id {
		return r, tentativoVivo()
	}
	sc, err := s.Canali.scelte(ctx, comando)
	if err != nil {
		return r, err
	}
	_, campi = componi.Richiesta(p.dati.Dati, mittente(sc, c))
	if campi = p.manca(campi); len(campi) > 0 {
		return r, problem.NonValido(campi...)
	}
	return event.RispostaInvio{ID: id.String(), Stato: string(DaInviare)}, s.comincia(ctx, q, p, id)
}

func tentativoVivo() *problem.Error {
	return problem.Conflitto("TENTATIVO_VIVO", "Di questa posizione una notifica è già in corso: nessuno è notificato due volte.")
}

// comincia records the attempt in elaborazione, then writes its row. The message that elaborazione publishes then makes the attempt leave.
func (s *Service) comincia(ctx context.Context, q event.DomandaInvio, p posizione, id uuid.UUID) error {
	dati := map[string]any{"canale": canaleSend, "notifica": id.String(), "parte": true}
	evento, err := json.Marshal(map[string]any{"tipo": verbale.EventoNotificaAvviata, "posizione": p.id.String(), "motivo": q.Motivo,
		"idempotenza": "send-" + id.String(), "dati": dati})
	if err != nil {
		return err
	}
	var risposta event.RispostaEvento
	domanda := event.DomandaEvento{IDVerbale: p.verbale.String(), Indirizzo: q.Indirizzo, Richiesta: evento}
	err = s.Bus.Ask(ctx, "elaborazione."+event.VerbaleEvento, domanda, &risposta)
	if problem.Is(err, "TRANSIZIONE_NON_AMMESSA") {
		if di, errore := s.leggiPosizione(ctx, q); errore == nil && di.vivo != uuid.Nil && di.vivo != id {
			return tentativoVivo().With(err)
		}
	}
	if err != nil {
		return err
	}
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	_, err = database.Pool.Exec(ctx, `INSERT INTO invio (id, verbale, posizione, documento, sha256, chiesto)
		VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`, id, p.verbale, p.id, p.atto.Documento, p.atto.SHA256, s.Adesso())
	return db.Wrap("invio", err)
}

// stato gives the state of an attempt; empty when the command has no such attempt.
func (s *Service) stato(ctx context.Context, id uuid.UUID) (stato string, err error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return "", err
	}
	err = database.Pool.QueryRow(ctx, `SELECT stato FROM invio WHERE id = $1`, id).Scan(&stato)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return stato, db.Wrap("invio", err)
}
