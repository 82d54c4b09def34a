package bus_test

import (
	"strings"
	"testing"

	"github.com/nats-io/nats.go"

	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// TestSnapshotsReachWhoFollowsAndNobodyElse: across the accounts of the modules, by tenant and lot.
func TestSnapshotsReachWhoFollowsAndNobodyElse(t *testing.T) {
	t.Parallel()
	indirizzo, _ := preparato(t)
	elaborazione, dettoA := entraBus(t, indirizzo, "elaborazione")
	altra, _ := entraBus(t, indirizzo, "elaborazione") // another replica
	core, dettoB := entraBus(t, indirizzo, "core")
	suo, lascia, err := core.FollowLotto("alfa", "a1")
	if err != nil {
		t.Fatal(err)
	}
	replica, lasciaReplica, err := altra.FollowLotto("alfa", "a1")
	if err != nil {
		t.Fatal(err)
	}
	defer lasciaReplica()
	altrui, lasciaAltrui, err := core.FollowLotto("beta", "a1")
	if err != nil {
		t.Fatal(err)
	}
	defer lasciaAltrui()
	for _, c := range []*nats.Conn{core.Conn, altra.Conn} {
		if err := c.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	annuncia := func(tenant, id string, revisione int) {
		elaborazione.AnnounceLotto(t.Context(), tenant, event.AvanzamentoLotto{IDLotto: id, Revisione: revisione, Stato: "IN_CORSO"})
	}
	annuncia("alfa", "a2", 9)
	annuncia("alfa", "a1", 1)
	if a := attendiUno(t, suo); a.Revisione != 1 || a.IDLotto != "a1" {
		t.Errorf("%+v", a)
	}
	if a := attendiUno(t, replica); a.Revisione != 1 {
		t.Errorf("%+v", a)
	}
	for _, n := range []int{2, 4, 3} { // who reads slowly gets the newest, in whatever order they come
		annuncia("alfa", "a1", n)
	}
	annuncia("beta", "a1", 8)
	if a := attendiUno(t, altrui); a.Revisione != 8 {
		t.Errorf("%+v", a)
	}
	a := attendiUno(t, suo)
	for a.Revisione == 2 {
		a = attendiUno(t, suo)
	}
	if a.Revisione != 4 {
		t.Errorf("%+v", a)
	}
	lascia()
	if len(altrui) > 0 {
		t.Errorf("another's: %+v", <-altrui)
	}
	if testo := dettoA.Testo() + dettoB.Testo(); strings.Contains(testo, sconfina) {
		t.Error(testo)
	}
}
