package bus_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// mandaSu puts work about an object on the bus.
func (b *banco) mandaSu(t *testing.T, tenant, id, object string) {
	t.Helper()
	m := nats.NewMsg("lavori.vpn.targa." + tenant)
	m.Header["ce-id"], m.Header["ce-subject"] = []string{id}, []string{object}
	m.Data = []byte(`{}`)
	if _, err := b.bus.JS.PublishMsg(t.Context(), m); err != nil {
		t.Fatal(err)
	}
}

// receiveAll writes the ids of a chunk into the inbox in one transaction, and says which are new.
func (b *banco) receiveAll(ctx context.Context, ms []bus.Message) (nuovi []string, err error) {
	database, err := b.pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	err = database.Transaction(ctx, func(tx *db.Tx) error {
		nuovi = nil
		for _, m := range ms {
			nuovo, err := tx.Receive("vpn-targa", m.ID)
			if err != nil {
				return err
			}
			if nuovo {
				nuovi = append(nuovi, m.ID)
			}
		}
		return nil
	})
	return nuovi, err
}

// TestWhatWaitsIsWorkedInChunks lets messages of two tenants come while a worker is busy: they are worked together by tenant.
func TestWhatWaitsIsWorkedInChunks(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	var mu sync.Mutex
	var sizes []int
	effects := map[string]int{}
	for i := range 300 {
		b.mandaSu(t, []string{"alfa", "beta"}[i%2], fmt.Sprint("m", i), fmt.Sprint("o", i))
	}
	b.consumatori.Start(bus.Consumption{Durable: "vpn-targa", Size: 100, Batch: 1, Chunk: func(ctx context.Context, ms []bus.Message) ([]error, error) {
		nuovi, err := b.receiveAll(ctx, ms)
		mu.Lock()
		defer mu.Unlock()
		sizes = append(sizes, len(ms))
		for _, id := range nuovi {
			effects[id]++
		}
		return make([]error, len(ms)), err
	}})
	testkit.Attendi(t, 20*time.Second, "the work to end", func() bool { return b.inCoda(t) == 0 })
	mu.Lock()
	defer mu.Unlock()
	if len(effects) != 300 || slices.Max(sizes) < 20 || slices.Max(sizes) > 100 {
		t.Errorf("%d effects of 300, chunks of %v", len(effects), sizes)
	}
}

// TestABrokenItemFallsBackAlone: a chunk that fails, or panics, is worked one by one; its poison alone dies.
func TestABrokenItemFallsBackAlone(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	var done atomic.Int32
	for _, id := range []string{"a", "b", "poison", "panic", "refused", "c"} {
		b.mandaSu(t, "alfa", id, "o-"+id)
	}
	has := func(ms []bus.Message, id string) bool {
		return slices.ContainsFunc(ms, func(m bus.Message) bool { return m.ID == id })
	}
	dead := b.morto(t, func() {
		b.consumatori.Start(bus.Consumption{Durable: "vpn-targa", Attempts: 1, Chunk: func(_ context.Context, ms []bus.Message) ([]error, error) {
			all := make([]error, len(ms))
			switch {
			case has(ms, "poison"):
				return nil, errors.New("it cannot be written")
			case has(ms, "panic"):
				panic("a fault of the program")
			case has(ms, "refused"):
				all[slices.IndexFunc(ms, func(m bus.Message) bool { return m.ID == "refused" })] = bus.Permanent(errors.New("of another fine"))
			default:
				done.Add(int32(len(ms)))
			}
			return all, nil
		}})
	})
	testkit.Attendi(t, 15*time.Second, "the others", func() bool { return done.Load() == 3 && b.inCoda(t) == 0 })
	if !slices.Contains([]string{"poison", "panic", "refused"}, dead.IDMessaggio) {
		t.Errorf("the dead letter is of %q", dead.IDMessaggio)
	}
}

// TestTwoMessagesAboutAnObjectFollowEachOther: the second is judged after the commit of the first.
func TestTwoMessagesAboutAnObjectFollowEachOther(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	var mu sync.Mutex
	var order []string
	for i := range 20 {
		b.mandaSu(t, "alfa", fmt.Sprint("m", i), fmt.Sprint("o", i%2))
	}
	b.consumatori.Start(bus.Consumption{Durable: "vpn-targa", Batch: 1, Chunk: func(_ context.Context, ms []bus.Message) ([]error, error) {
		mu.Lock()
		defer mu.Unlock()
		objects := map[string]bool{}
		for _, m := range ms {
			if objects[m.Object] {
				t.Errorf("%s is in a chunk twice", m.Object)
			}
			objects[m.Object] = true
			order = append(order, m.ID)
		}
		return make([]error, len(ms)), nil
	}})
	testkit.Attendi(t, 15*time.Second, "the work to end", func() bool { return b.inCoda(t) == 0 })
	mu.Lock()
	defer mu.Unlock()
	even := slices.DeleteFunc(slices.Clone(order), func(id string) bool { return (id[len(id)-1]-'0')%2 == 1 })
	if want := []string{"m0", "m2", "m4", "m6", "m8", "m10", "m12", "m14", "m16", "m18"}; !slices.Equal(even, want) {
		t.Errorf("in the order %v", order)
	}
}
