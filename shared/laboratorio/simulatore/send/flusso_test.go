package send

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
)

func TestUnFlusso(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, func(o *Opzioni) { o.Severo = true })
	f := b.flusso()
	for range 8 {
		b.spedisci(b.richiesta("001"))
	}
	b.avanti(2 * 24 * time.Hour)
	prima, attesa := b.pagina(f, "")
	if len(prima) != 50 || attesa != "0" {
		t.Fatalf("%d events, wait %s", len(prima), attesa)
	}
	ancora, _ := b.pagina(f, "")
	if ancora[0].ID != prima[0].ID {
		t.Error("a page that nobody acknowledged is given again")
	}
	vuoti, visti := 0, map[string]bool{}
	for i, e := range prima {
		visti[e.Elemento.ID] = true
		if i > 0 {
			n, _ := strconv.Atoi(e.ID)
			m, _ := strconv.Atoi(prima[i-1].ID)
			if n <= m {
				t.Fatalf("%s after %s", e.ID, prima[i-1].ID)
			}
			vuoti += n - m - 1
		}
	}
	if vuoti == 0 {
		t.Error("numbers without gaps")
	}
	poi, _ := b.pagina(f, prima[49].ID)
	for _, e := range poi {
		if visti[e.Elemento.ID] {
			t.Errorf("%s again", e.Elemento.ID)
		}
	}
	if di, _ := b.pagina(f, ""); di[0].ID != poi[0].ID {
		t.Error("what was acknowledged is not purged")
	}
	b.comanda(f, `{"ripeti":3,"altrui":true}`)
	ultimo := poi[len(poi)-1]
	var resto []parole.Evento // the number of an informal notification is not that of the contract
	leggi(t, b.chiama("GET", "/delivery-progresses/v2.9/streams/"+f.ID+"/events?lastEventId="+ultimo.ID, nil, 200, ""), &resto)
	if len(resto) != 5 || !parole.IUN(resto[0].IUN) || parole.IUN(resto[1].IUN) || resto[2].Elemento.ID != ultimo.Elemento.ID || resto[2].ID <= resto[1].ID {
		t.Errorf("%+v", resto)
	}
	if niente, attesa := b.pagina(f, resto[4].ID); len(niente) != 0 || attesa != "5000" {
		t.Errorf("%d events, wait %s", len(niente), attesa)
	}
	if r := b.chiama("GET", "/delivery-progresses/v2.9/streams/"+f.ID+"/events", nil, 429, "problema"); r.testate.Get("Retry-After") != "5000" {
		t.Errorf("%v", r.testate)
	}
	b.avanti(5 * time.Second)
	b.chiama("GET", "/delivery-progresses/v2.8/streams/"+f.ID+"/events", nil, 403, "problema")
	b.chiama("GET", "/delivery-progresses/streams/"+f.ID+"/events", nil, 400, "") // an address without a version
	b.avanti(5 * 24 * time.Hour)
	b.spedisci(b.richiesta("001"))
	b.avanti(7 * 24 * time.Hour)
	for _, e := range b.tutto(f) {
		if e.Elemento.Saputo.Before(b.orologio.Adesso().Add(-7 * 24 * time.Hour)) {
			t.Errorf("%s is older than seven days", e.Elemento.ID)
		}
	}
}

func (b *banco) comanda(f parole.Flusso, corpo string) {
	b.t.Helper()
	if r := b.manda("POST", b.url+"/controllo/send/flussi/"+f.ID, []byte(corpo), nil); r.stato != 200 {
		b.t.Fatalf("%d %s", r.stato, r.corpo)
	}
}

func TestUnFlussoSeNeVaEUnAltroLoSostituisce(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, func(o *Opzioni) { o.FlussiAlPiu = 1 })
	var vecchio parole.Flusso
	q := parole.NuovoFlusso{Titolo: "v", Tipo: parole.FlussoSequenza, Gruppi: []string{}}
	leggi(t, b.chiama("POST", "/delivery-progresses/v2.8/streams", q, 200, "flusso"), &vecchio)
	b.chiama("POST", "/delivery-progresses/v2.9/streams", q, 409, "problema")
	b.spedisci(b.richiesta("001"))
	nuovo := b.flusso(func(q *parole.NuovoFlusso) { q.Sostituisce = vecchio.ID; q.Filtro = parole.FiltroMittente() })
	b.spedisci(b.richiesta("001"))
	r := b.chiama("GET", "/delivery-progresses/v2.8/streams/"+vecchio.ID+"/events", nil, 200, "eventi")
	if !strings.Contains(string(r.corpo), parole.RichiestaAccettata) || vecchio.Versione != "v28" || nuovo.Versione != "v29" {
		t.Errorf("%s", r.corpo)
	}
	b.avanti(24 * time.Hour)
	for _, e := range b.tutto(nuovo) {
		if !slices.Contains(append(parole.Relativi(), parole.FiltroMittente()...), e.Elemento.Categoria) {
			t.Errorf("%s is not in the filter", e.Elemento.Categoria)
		}
	}
	b.chiama("POST", "/delivery-progresses/v2.9/streams", map[string]any{"title": "x", "eventType": "TIMELINE"}, 400, "problema") // without groups
	b.chiama("POST", "/delivery-progresses/v2.9/streams/"+nuovo.ID+"/action/disable", nil, 200, "flusso")
	b.chiama("DELETE", "/delivery-progresses/v2.9/streams/"+nuovo.ID, nil, 204, "")
	b.chiama("GET", "/delivery-progresses/v2.9/streams/"+nuovo.ID+"/events", nil, 404, "problema")
	b.chiama("GET", "/delivery-progresses/v2.9/streams", nil, 200, "flussi")
}
