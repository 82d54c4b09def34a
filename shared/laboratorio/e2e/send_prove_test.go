//go:build e2e

package e2e

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/send"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// presa is a request that SEND took, as its journal has it.
type presa struct {
	chiave, iun, token, protocollo string // chiave: of the command
	avvisi                         []string
}

// giornaleSend reads the requests that SEND took.
func giornaleSend(t *testing.T) (prese []presa) {
	t.Helper()
	testo, err := os.ReadFile(filepath.Join(stack.dati, "send-giornale"))
	if err != nil {
		t.Fatal(err)
	}
	for riga := range strings.Lines(string(testo)) {
		var f struct {
			Che       string `json:"che"`
			Chiave    string `json:"chiave"`
			IUN       string `json:"iun"`
			Richiesta struct {
				IdempotenceToken string `json:"idempotenceToken"`
				PaProtocolNumber string `json:"paProtocolNumber"`
				Recipients       []struct {
					Payments []struct {
						PagoPA *struct {
							NoticeCode    string `json:"noticeCode"`
							CreditorTaxID string `json:"creditorTaxId"`
						} `json:"pagoPa"`
					} `json:"payments"`
				} `json:"recipients"`
			} `json:"richiesta"`
		}
		if err := json.Unmarshal([]byte(riga), &f); err != nil {
			t.Fatal(err)
		}
		if f.Che != "RICHIESTA" {
			continue
		}
		p := presa{chiave: f.Chiave, iun: f.IUN, token: f.Richiesta.IdempotenceToken, protocollo: f.Richiesta.PaProtocolNumber}
		for _, d := range f.Richiesta.Recipients {
			for _, a := range d.Payments {
				if a.PagoPA != nil {
					p.avvisi = append(p.avvisi, a.PagoPA.CreditorTaxID+" "+a.PagoPA.NoticeCode)
				}
			}
		}
		prese = append(prese, p)
	}
	return prese
}

// unaVoltaSola: SEND's journal has one request of each notification, and each notice once; elaborazione has one attempt.
func (s *spedizione) unaVoltaSola(t *testing.T) {
	token, avvisi := map[string]int{}, map[string]int{}
	for _, p := range giornaleSend(t) {
		token[p.token]++
		for _, a := range p.avvisi {
			avvisi[a]++
		}
	}
	for _, x := range s.multe {
		if token[x.id] != 1 {
			t.Errorf("%s (story %q, %s): SEND has taken it %d times", s.chiave(x.n), x.storia, x.stato, token[x.id])
		}
	}
	for avviso, n := range avvisi {
		if n != 1 {
			t.Errorf("notice %s is in %d requests", avviso, n)
		}
	}
	conn := stack.collega(t, "elaborazione", "alfa")
	const doppie = `SELECT v.id_esterno FROM verbale v WHERE v.id_esterno LIKE $1 AND `
	for cosa, conto := range map[string]string{
		"one attempt":             `(SELECT count(*) FROM notifica n WHERE n.verbale = v.id)`,
		"one beginning":           `(SELECT count(*) FROM evento e WHERE e.verbale = v.id AND e.tipo = 'NOTIFICA_AVVIATA')`,
		"a history without holes": `(SELECT (max(sequenza) = count(*) AND max(sequenza) = v.sequenza)::int FROM evento e WHERE e.verbale = v.id)`,
	} {
		if male := testi(t, conn, doppie+conto+` <> 1`, s.filtro()); len(male) > 0 {
			t.Errorf("%d fines have not %s: %.600v", len(male), cosa, male)
		}
	}
}

// giorniLegali holds every day to an independent reading of what SEND has, and the terms of the fine to that day.
func (s *spedizione) giorniLegali(t *testing.T) {
	suoi, esiti := make([]string, len(s.multe)), map[string]int{}
	if err := s.mani(t, func(ctx context.Context, x *spedita) error {
		if x.iun == "" {
			return nil
		}
		return insiste(ctx, "record of "+x.iun, func() (err error) {
			suoi[x.n], err = giornoDiSend(t, "alfa", x.iun)
			return err
		})
	}); err != nil {
		t.Fatal(err)
	}
	s.aspetta(t, time.Minute, func(x *spedita) string {
		suo := suoi[x.n]
		servita := x.stato == "PERFEZIONATA"
		if x.giorno != suo || servita != (suo != "") || servita && x.zero != suo {
			return fmt.Sprintf("SEND's record gives %q, connessione %q, the position %q", suo, x.giorno, x.zero)
		}
		return ""
	})
	for _, x := range s.multe {
		esiti[strings.TrimSpace(x.stato+" "+x.persona)]++
	}
	t.Logf("%d fines: %v", len(s.multe), esiti)
	if len(esiti) < 3 {
		t.Errorf("the stories all end alike: %v", slices.Collect(maps.Keys(esiti)))
	}
}

// leggeSend asks SEND for something of a command.
func leggeSend(t *testing.T, comando, percorso string) ([]byte, error) {
	t.Helper()
	r, err := manda(richiesta(t, http.MethodGet, stack.url("simulatori", "/send/delivery/"+percorso), nil, conTesta("x-api-key", chiaveSend(comando))))
	if err == nil && r.stato != http.StatusOK {
		err = fmt.Errorf("%d %.300s", r.stato, r.corpo)
	}
	return r.corpo, err
}

// chiaveSend is the key of a command at SEND.
func chiaveSend(comando string) string { return send.ChiaveDemo + comando }

// giornoDiSend reads SEND's timeline of a notification without any code of the platform: the day of Rome of the earliest view or end
// of the term that no correction has taken away; empty where there is none.
func giornoDiSend(t *testing.T, comando, iun string) (string, error) {
	t.Helper()
	corpo, err := leggeSend(t, comando, "v2.9/notifications/sent/"+iun)
	if err != nil {
		return "", err
	}
	var n struct {
		Timeline []struct {
			ElementID string `json:"elementId"`
			Category  string `json:"category"`
			Details   struct {
				EventTimestamp                      time.Time `json:"eventTimestamp"`
				InvalidatedTimelineAndStatusHistory []struct {
					RelatedTimelineElements []struct {
						ElementID string `json:"elementId"`
					} `json:"relatedTimelineElements"`
				} `json:"invalidatedTimelineAndStatusHistory"`
			} `json:"details"`
		} `json:"timeline"`
	}
	if err := json.Unmarshal(corpo, &n); err != nil {
		return "", err
	}
	tolti := map[string]bool{}
	for _, e := range n.Timeline {
		for _, x := range e.Details.InvalidatedTimelineAndStatusHistory {
			for _, y := range x.RelatedTimelineElements {
				tolti[y.ElementID] = true
			}
		}
	}
	var primo time.Time
	for _, e := range n.Timeline {
		legale := e.Category == "NOTIFICATION_VIEWED" || e.Category == "REFINEMENT"
		if q := e.Details.EventTimestamp; legale && !tolti[e.ElementID] && !q.IsZero() && (primo.IsZero() || q.Before(primo)) {
			primo = q
		}
	}
	if primo.IsZero() {
		return "", nil
	}
	return primo.In(calendario.Roma()).Format(time.DateOnly), nil
}

// attestazione is a proof as a notification lists it.
type attestazione struct {
	ID        string `json:"id"`
	Categoria string `json:"categoria"`
	SHA256    string `json:"sha256"`
	Byte      int    `json:"byte"`
}

// prove: every legal fact and evidence of what was served is kept, and opens as it was kept.
func (s *spedizione) prove(t *testing.T) {
	var aperte atomic.Int64
	if err := s.mani(t, func(ctx context.Context, x *spedita) error {
		if x.stato != "PERFEZIONATA" {
			return nil
		}
		return insiste(ctx, "proofs of "+s.chiave(x.n), func() error {
			r, err := ufficioConnessione(t, "alfa", http.MethodGet, notificheRest+"/"+x.id, nil)
			if err != nil {
				return err
			}
			var n struct {
				Attestazioni []attestazione `json:"attestazioni"`
			}
			if err := json.Unmarshal(r.corpo, &n); err != nil || len(n.Attestazioni) < 2 {
				return fmt.Errorf("%d %.600s", r.stato, r.corpo)
			}
			for _, a := range n.Attestazioni {
				if err := s.apre(t, x, a); err != nil {
					return err
				}
			}
			aperte.Add(int64(len(n.Attestazioni)))
			return nil
		})
	}); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d proofs", aperte.Load())
}

func (s *spedizione) apre(t *testing.T, x *spedita, a attestazione) error {
	t.Helper()
	if a.SHA256 == "" {
		return fmt.Errorf("%s is not here yet", a.Categoria)
	}
	r, err := ufficioConnessione(t, "alfa", http.MethodGet, notificheRest+"/"+x.id+"/attestazioni/"+a.ID, nil)
	if err != nil {
		return err
	}
	somma := sha256.Sum256(r.corpo)
	if r.stato != http.StatusOK || len(r.corpo) != a.Byte || hex.EncodeToString(somma[:]) != a.SHA256 {
		return fmt.Errorf("%s: %d, %d bytes of %d", a.Categoria, r.stato, len(r.corpo), a.Byte)
	}
	return nil
}
