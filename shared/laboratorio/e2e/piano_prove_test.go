//go:build e2e

package e2e

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

// alleSorti is what the outside systems have of a fine.
type alleSorti struct {
	richieste, vive []*richiestaDiSend
	lettere         int
}

// richiestaDiSend is what SEND's record has of a request that it took.
type richiestaDiSend struct {
	presa

	viva   bool   // SEND accepted it, and nobody has cancelled it
	giorno string // of service, as its timeline says
}

// leggeRegistri reads SEND's journal, what SEND says of each request, and the packages of letters.
func (p *pianificazione) leggeRegistri(t *testing.T) {
	per := map[string]*pianificata{}
	for _, x := range p.multe {
		per[x.esito.documento()] = x
	}
	var mie []*richiestaDiSend
	for _, q := range giornaleSend(t) {
		x := per[q.protocollo[:max(0, strings.LastIndexByte(q.protocollo, '-'))]]
		if q.chiave == chiaveSend(comandoPiano) && x != nil {
			mia := &richiestaDiSend{presa: q}
			mie, x.richieste = append(mie, mia), append(x.richieste, mia)
		}
	}
	if err := aPiuMani(t, mie, func(ctx context.Context, r *richiestaDiSend) error {
		return insiste(ctx, "record of "+r.iun, func() (err error) {
			if r.viva, err = vivaASend(t, comandoPiano, r.iun); err == nil && r.viva {
				r.giorno, err = giornoDiSend(t, comandoPiano, r.iun)
			}
			return err
		})
	}); err != nil {
		t.Fatal(err)
	}
	for _, x := range p.multe {
		x.vive = slices.DeleteFunc(slices.Clone(x.richieste), func(r *richiestaDiSend) bool { return !r.viva })
	}
	for _, b := range p.buste(contesto(t, p.inAttesa()), t) {
		if x := per[b.documento]; x != nil {
			x.lettere++
		}
	}
	t.Logf("SEND took %d requests", len(mie))
}

// vivaASend reports that SEND has accepted a request which nobody has cancelled.
func vivaASend(t *testing.T, comando, iun string) (bool, error) {
	t.Helper()
	corpo, err := leggeSend(t, comando, "v2.6/requests?notificationRequestId="+url.QueryEscape(base64.StdEncoding.EncodeToString([]byte(iun))))
	if err != nil {
		return false, err
	}
	var richiesta struct {
		Stato string `json:"notificationRequestStatus"`
	}
	if err := json.Unmarshal(corpo, &richiesta); err != nil || richiesta.Stato != "ACCEPTED" {
		return false, err
	}
	if corpo, err = leggeSend(t, comando, "v2.9/notifications/sent/"+iun); err != nil {
		return false, err
	}
	var notifica struct {
		Stato string `json:"notificationStatus"`
	}
	err = json.Unmarshal(corpo, &notifica)
	return notifica.Stato != "CANCELLED", err
}

// nessunaPersa: each fine that was answered is there under its number, by the public door and with a history without holes.
func (p *pianificazione) nessunaPersa(t *testing.T) {
	if err := aPiuMani(t, p.multe, func(_ context.Context, x *pianificata) error {
		letto := stack.leggiVerbale(t, comandoPiano, p.chiave(x.n))
		if letto.IDVerbale != x.esito.IDVerbale || letto.documento() != x.esito.documento() {
			return fmt.Errorf("%s was answered %s %s and is %s %s", p.chiave(x.n), x.esito.IDVerbale, x.esito.documento(), letto.IDVerbale, letto.documento())
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
	conn := p.banca(t, "elaborazione")
	if n := numero(t, conn, `SELECT count(*) FROM verbale WHERE id_esterno LIKE $1`, p.filtro()); n != int64(len(p.multe)) {
		t.Errorf("%d fines of %d", n, len(p.multe))
	}
	if male := testi(t, conn, `SELECT v.id_esterno FROM verbale v WHERE v.id_esterno LIKE $1
		AND NOT (SELECT max(sequenza) = count(*) AND max(sequenza) = v.sequenza FROM evento e WHERE e.verbale = v.id)`, p.filtro()); len(male) > 0 {
		t.Errorf("histories with holes: %v", male)
	}
	fini := map[string]int{}
	for _, x := range p.multe {
		switch {
		case x.zero != "":
			fini["served"]++
		case x.aspetta == "ESITO":
			fini["left by "+x.via]++
		case x.aspetta == "DECISIONE" || x.anomalie > 0:
			fini["before a person"]++
		default:
			fini["nothing owed"]++
		}
	}
	t.Logf("%d fines: %v", len(p.multe), fini)
	if len(fini) < 4 {
		t.Errorf("the fines all end alike: %v", fini)
	}
}

// nessunaDueVolte: SEND took each request and each notice once, the post has each act once, and no two attempts were alive together.
func (p *pianificazione) nessunaDueVolte(t *testing.T) {
	token := map[string]int{}
	for _, q := range giornaleSend(t) {
		token[q.token]++
	}
	avvisi := map[string]int{}
	for _, male := range guai(p.multe, func(x *pianificata) string {
		for _, q := range x.richieste {
			if token[q.token] != 1 {
				return fmt.Sprintf("SEND has token %s %d times", q.token, token[q.token])
			}
		}
		for _, q := range x.vive {
			for _, a := range q.avvisi {
				avvisi[a]++
			}
		}
		switch {
		case len(x.richieste) > 1 || x.lettere > 1:
			return fmt.Sprintf("%d requests, of which %d alive, %d letters", len(x.richieste), len(x.vive), x.lettere)
		case len(x.vive) == 1 && x.lettere == 1 && x.consegna != tornata:
			return "SEND's notification is alive and a letter that has not come back is out"
		}
		return ""
	}) {
		t.Error(male)
	}
	for a, n := range avvisi {
		if n != 1 {
			t.Errorf("notice %s is in %d notifications", a, n)
		}
	}
	if insieme := testi(t, p.banca(t, "elaborazione"), `SELECT v.id_esterno FROM evento e JOIN verbale v ON v.id = e.verbale
		WHERE v.id_esterno LIKE $1 AND e.tipo = 'NOTIFICA_AVVIATA' AND (SELECT count(*) FILTER (WHERE f.tipo = 'NOTIFICA_AVVIATA') <>
			count(*) FILTER (WHERE f.tipo = 'NOTIFICA_NON_RIUSCITA') FROM evento f
			WHERE f.verbale = e.verbale AND f.posizione = e.posizione AND f.sequenza < e.sequenza)`, p.filtro()); len(insieme) > 0 {
		t.Errorf("an attempt began while another was alive: %v", insieme)
	}
}

// nessunaDiTroppo: what is past its term, paid or annulled is with nobody outside; past the term a person decides.
func (p *pianificazione) nessunaDiTroppo(t *testing.T) {
	oggi := tempo.Oggi().String()
	for _, male := range guai(p.multe, func(x *pianificata) string {
		switch {
		case slices.Contains([]genere{oltre, pagata, tolta}, x.genere) && len(x.richieste)+x.lettere > 0:
			return "it has left"
		case x.genere == oltre && x.aspetta != "DECISIONE":
			return "no person is asked"
		case x.entro != "" && x.entro < oggi && x.aspetta != "DECISIONE":
			return "its term has ended and it waits for no person"
		}
		return ""
	}) {
		t.Error(male)
	}
}

// pianoVero: what the plan says has left is at SEND or in a package, what is there is in the plan or served, on the day that SEND's record
// gives.
func (p *pianificazione) pianoVero(t *testing.T) {
	for _, male := range guai(p.multe, func(x *pianificata) string {
		servita, chiusa := x.zero != "", slices.Contains([]genere{pagata, tolta}, x.genere)
		fuori := x.lettere == 1 && x.consegna != tornata || len(x.vive) == 1
		switch {
		case !servita && !chiusa && x.aspetta == "":
			return "nobody has served it, and the plan does not know it"
		case x.aspetta == "ESITO" && x.via == "POSTA" && x.lettere != 1:
			return "the plan says that a letter is out"
		case x.aspetta == "ESITO" && x.via == "SEND" && len(x.vive) != 1:
			return "the plan says that SEND has it"
		case fuori && !servita && x.aspetta != "ESITO" && x.aspetta != "DECISIONE":
			return "it is out, and the plan says that it is not"
		case x.aspetta != "" && x.aspetta != "ESITO" && x.aspetta != "DECISIONE":
			return "it would leave by itself"
		case len(x.vive) == 1 && x.vive[0].giorno == "" && x.anomalie > 0: // a service that SEND took back is before a person
		case len(x.vive) == 1 && x.vive[0].giorno != x.zero:
			return "SEND's record gives the day " + x.vive[0].giorno
		}
		return ""
	}) {
		t.Error(male)
	}
}

// contatori: the lots have ended, and count what their items are.
func (p *pianificazione) contatori(t *testing.T) {
	ctx := contesto(t, p.inAttesa())
	var lotti []lottoLetto
	testkit.Attendi(t, time.Minute, "the end of the lots of SEND", func() bool {
		lotti = tuttiLotti(ctx, t, comandoPiano, lottoSend)
		return !slices.ContainsFunc(lotti, func(l lottoLetto) bool { return !strings.HasPrefix(l.Stato, "COMPLETATO") })
	})
	if len(lotti) == 0 {
		t.Error("no lot of SEND")
	}
	for _, l := range append(lotti, tuttiLotti(ctx, t, comandoPiano, lottoPostale)...) {
		l.conta(ctx, t)
	}
}
