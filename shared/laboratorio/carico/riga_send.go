package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// The sizes of the row. Seguite are followed alone, insieme while fines are inserted.
const (
	notificheSeguite, notificheSeguiteBrevi = 10_000, 500
	notificheInsieme, notificheInsiemeBrevi = 2_600, 200
	ritardoSend                             = 100 // milliseconds of an answer
	insertiOfferti                          = 20  // fines a second
	chiamateAlSecondo                       = 40  // of a command, VERBALI_CONNESSIONE_SEND_AL_SECONDO
	primoPerSend                            = 700_000_000
	sendEntro                               = 60 * time.Minute
)

// rigaSend measures notifications by SEND, from the request to the acceptance, and the reading of their timelines.
func rigaSend() riga {
	return riga{
		nome: "send",
		titolo: fmt.Sprintf("%d notifiche con SEND (simulato, risponde in %d ms), dalla richiesta all'accettazione, e la lettura delle loro sequenze",
			notificheSeguite, ritardoSend),
		misura: misuraSend,
	}
}

// spedizioni is the tenant whose acts are served.
type spedizioni struct {
	*catena
	send    *sendFinto
	cliente *http.Client
	memoria []int64 // of connessione, every second
	rifiuti int
	posti   []posto   // still to be served
	accolte int       // by SEND, so far
	dopo    uuid.UUID // the newest fine of others
}

// posto is a fine with the position to serve.
type posto struct{ verbale, posizione uuid.UUID }

// tratto is a number of notifications on their way: in how long, who worked, how many calls of SEND.
type tratto struct {
	quante, chiamate int
	durata           time.Duration
	prima, poi       banco.Consumo
}

func misuraSend(ctx context.Context, b *banco.Banco) (e esito, err error) {
	ctx, fine := context.WithTimeoutCause(ctx, sendEntro, errors.New("le notifiche non sono finite in tempo"))
	defer fine()
	seguite, insieme := notificheSeguite, notificheInsieme
	if b.Opz.Breve {
		seguite, insieme = notificheSeguiteBrevi, notificheInsiemeBrevi
	}
	c, err := nuovaCatena(ctx, b)
	if err != nil {
		return e, err
	}
	c.gen.Ultimo.Store(primoPerSend)
	s := &spedizioni{catena: c, cliente: &http.Client{Timeout: time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: misura.Chiamanti}}}
	defer func() { err = errors.Join(err, s.chiudi(context.WithoutCancel(ctx))) }()
	if s.send, err = apriSend(); err != nil {
		return e, err
	}
	if err := errors.Join(s.preparaAtti(ctx, seguite+insieme), s.collega(ctx)); err != nil {
		return e, err
	}
	quieta, err := s.inserisciPiano(ctx)
	if err != nil {
		return e, err
	}
	b.Annota("send: %d notifiche", seguite)
	sole, err := s.spedite(ctx, seguite)
	if err != nil {
		return e, err
	}
	memoria := s.memoria
	b.Annota("send: %d notifiche mentre si inserisce", insieme)
	var disturbata misura.Misurazione
	gruppo, suo := errgroup.WithContext(ctx)
	gruppo.Go(func() (err error) { disturbata, err = s.inserisciPiano(suo); return err })
	gruppo.Go(func() error { _, err := s.spedite(suo, insieme); return err })
	if err := gruppo.Wait(); err != nil {
		return e, err
	}
	l, err := s.leggiTutto(ctx)
	if err != nil {
		return e, err
	}
	e.Cifre = slices.Concat(sole.cifre(), mezze("memoria anonima di connessione mentre spedisce", memoria), l.cifre(),
		latenze(quieta, disturbata))
	e.Note = []string{
		fmt.Sprintf("%d notifiche: processore per notifica, in ms: %s (carico è anche SEND).", sole.quante, banco.PerUnita(sole.prima, sole.poi, sole.quante)),
		l.nota(), fmt.Sprintf("Rifiutate da SEND: %d. Gli atti nascono dall'inserimento SOAP, ogni notifica da POST /notifiche.", s.rifiuti),
	}
	return e, nil
}

// preparaAtti inserts fines by SOAP and waits for their acts: what is served is what the product printed.
func (s *spedizioni) preparaAtti(ctx context.Context, quanti int) error {
	s.Annota("send: %d verbali con il loro atto", quanti)
	var err error
	if s.dopo, err = s.ultimo(ctx); err != nil {
		return err
	}
	if err := errors.Join(s.inserisci(ctx, quanti), s.attendiEventi(ctx, s.dopo, eventoStampato, quanti), s.attendiFermi(ctx)); err != nil {
		return err
	}
	return s.ConServer(ctx, banco.TenantMisura, func(conn *pgx.Conn) error {
		righe, err := conn.Query(ctx, `SELECT DISTINCT ON (p.verbale) p.verbale, p.id FROM verbali.posizione p JOIN verbali.documento d ON d.posizione = p.id
			WHERE p.verbale > $1 AND d.tipo = 'ATTO' ORDER BY p.verbale, p.ordine LIMIT $2`, s.dopo, quanti)
		if err != nil {
			return err
		}
		s.posti, err = pgx.CollectRows(righe, func(r pgx.CollectableRow) (p posto, err error) { return p, r.Scan(&p.verbale, &p.posizione) })
		if err == nil && len(s.posti) != quanti {
			err = fmt.Errorf("verbali da notificare: %d di %d", len(s.posti), quanti)
		}
		return err
	})
}

// inserisciPiano inserts fines at a rate of its own.
func (s *spedizioni) inserisciPiano(ctx context.Context) (misura.Misurazione, error) {
	return s.gen.Aperto(ctx, insertiOfferti, misura.Limiti{Durata: s.Opz.Durata(15*time.Second, 4*time.Second), Massimo: 10_000, Insieme: misura.Chiamanti},
		s.integratore.Inserisci)
}

// spedite asks for so many notifications, as a person does by REST, and waits until SEND has judged each.
func (s *spedizioni) spedite(ctx context.Context, quante int) (t tratto, err error) {
	t = tratto{quante: quante, prima: s.Consumi()}
	prima, _, _ := s.send.misurate()
	loro := s.posti[:quante]
	s.posti, s.memoria = s.posti[quante:], nil
	inizio := time.Now()
	gruppo, suo := errgroup.WithContext(ctx)
	gruppo.Go(func() error {
		var gen misura.Generatore
		_, err := gen.Chiuso(suo, misura.Limiti{Durata: sendEntro, Massimo: int64(quante), Insieme: misura.Chiamanti},
			func(ctx context.Context, n int64) error { return s.notifica(ctx, loro[n-1]) })
		return err
	})
	gruppo.Go(func() error {
		return s.osserva(suo, `count(*) FILTER (WHERE accettato IS NOT NULL OR stato = 'RIFIUTATA')`, s.accolte+quante)
	})
	if err := gruppo.Wait(); err != nil {
		return t, err
	}
	t.durata, t.poi = time.Since(inizio), s.Consumi()
	t.chiamate, _, _ = s.send.misurate()
	t.chiamate -= prima
	s.accolte += quante
	return t, nil
}

func (s *spedizioni) notifica(ctx context.Context, p posto) error {
	return domanda{http.MethodPost, s.Indirizzo(s.Servizio("connessione")) + "/ConnessioneService/rest/PndConnRestService/notifiche", utenteUfficio,
		map[string]any{"idVerbale": p.verbale, "posizione": p.posizione, "motivo": "Misura del banco", "idempotenza": "carico"}}.manda(ctx, s.cliente, nil)
}

// osserva waits until a count of the attempts is reached, and reads the memory of connessione every second.
func (s *spedizioni) osserva(ctx context.Context, quanto string, quante int) error {
	pid, err := s.Figlio("connessione")
	if err != nil {
		return err
	}
	return s.ConServer(ctx, banco.TenantMisura, func(conn *pgx.Conn) error {
		for prossima := time.Now(); ; {
			var n int
			err := conn.QueryRow(ctx, `SELECT `+quanto+`, count(*) FILTER (WHERE stato = 'RIFIUTATA') FROM connessione.invio WHERE verbale > $1`,
				s.dopo).Scan(&n, &s.rifiuti)
			if err != nil || n >= quante {
				return err
			}
			if time.Now().After(prossima) {
				m, err := banco.MemoriaDi("/proc", pid)
				if err != nil {
					return err
				}
				s.memoria, prossima = append(s.memoria, m.Anonima), prossima.Add(time.Second)
			}
			if err := clock.Sleep(ctx, ognitanto); err != nil {
				return fmt.Errorf("%w: %d notifiche di %d", context.Cause(ctx), n, quante)
			}
		}
	})
}

func (s *spedizioni) chiudi(ctx context.Context) error {
	err := s.scollega(ctx)
	if s.send != nil {
		s.send.chiudi()
	}
	s.cliente.CloseIdleConnections()
	return errors.Join(err, s.catena.chiudi(ctx))
}

func (t tratto) cifre() []misura.Cifra {
	secondi := t.durata.Seconds()
	parte := func(nome, chi string) misura.Cifra {
		return misura.Cifra{Nome: "  processore di " + nome + " per notifica", Valore: misura.Millisecondi(t.poi[chi]-t.prima[chi]) / float64(t.quante), Unita: "ms"}
	}
	return append([]misura.Cifra{
		{Nome: "notifiche, dalla richiesta all'accettazione", Valore: float64(t.quante) / secondi, Unita: "/s"},
		parte("connessione", "connessione"), parte("PostgreSQL", "PostgreSQL"), parte("elaborazione", "elaborazione"),
	}, misura.Confronta("chiamate a SEND", "/s", "quelle ammesse a un comando", []float64{float64(t.chiamate) / secondi}, []float64{chiamateAlSecondo})...)
}

// mezze compares the memory of the two halves.
func mezze(nome string, memoria []int64) []misura.Cifra {
	if len(memoria) < 2 {
		return nil
	}
	meta := len(memoria) / 2
	cifre := misura.Confronta(nome+", massima nella seconda metà", "MiB", "nella prima metà",
		[]float64{banco.Mebibyte(slices.Max(memoria[meta:]))}, []float64{banco.Mebibyte(slices.Max(memoria[:meta]))})
	cifre[0].Traguardo = &misura.Traguardo{Sotto: traguardoPiatta}
	return cifre
}

func latenze(quieta, disturbata misura.Misurazione) (cifre []misura.Cifra) {
	for _, p := range []float64{50, 99} {
		ms := func(m misura.Misurazione) []float64 {
			return []float64{misura.Millisecondi(misura.Percentile(m.Latenze, p))}
		}
		cifre = append(cifre, misura.Confronta(fmt.Sprintf("inserimento a %d/s offerti mentre si notifica, p%.0f", insertiOfferti, p), "ms",
			fmt.Sprintf("p%.0f senza notifiche", p), ms(disturbata), ms(quieta))...)
	}
	return cifre
}
