package pdnd

import (
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// A voucher is renewed so long before it ends, as PDND's own client does; a short one in the last quarter of its life.
const (
	anticipo = 120 * time.Second
	quarto   = 4
)

// respiro is how long a voucher must still be good to serve a call while PDND cannot be had.
const respiro = 5 * time.Second

// chiaveVoucher is what vouchers that may serve in each other's place have in common.
type chiaveVoucher struct {
	tenant, ambiente, clientID, kid, finalita, possesso string
}

// conserva keeps the vouchers that are bound to no evidence, in memory alone.
type conserva struct {
	adesso func() time.Time
	mu     sync.Mutex
	voci   map[chiaveVoucher]voucher
	volo   singleflight.Group
}

// ottieni gives a voucher with enough time left, and asks for it once however many wait. rifiutato is the id of a voucher that
// the e-service no longer takes. A voucher about to end still serves while no other can be had.
func (c *conserva) ottieni(ctx context.Context, k chiaveVoucher, rifiutato string, chiedi func(context.Context) (voucher, error)) (voucher, error) {
	v, nota := c.cerca(k, rifiutato)
	if nota && c.adesso().Before(v.Scade.Add(-min(anticipo, v.Dura/quarto))) {
		return v, nil
	}
	volo := c.volo.DoChan(fmt.Sprint(k, rifiutato), func() (any, error) {
		if v, nota := c.cerca(k, rifiutato); nota && c.adesso().Before(v.Scade.Add(-min(anticipo, v.Dura/quarto))) {
			return v, nil // had while this one was on its way here
		}
		nuovo, err := chiedi(context.WithoutCancel(ctx)) // who asked first may leave, the others stay
		if err == nil {
			c.tieni(k, nuovo)
		}
		return nuovo, err
	})
	select {
	case <-ctx.Done():
		return voucher{}, ctx.Err()
	case r := <-volo:
		if r.Err != nil && nota && c.adesso().Before(v.Scade.Add(-respiro)) {
			return v, nil
		}
		nuovo, _ := r.Val.(voucher)
		return nuovo, r.Err
	}
}

// cerca finds a voucher that the e-service has not refused.
func (c *conserva) cerca(k chiaveVoucher, rifiutato string) (voucher, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v, nota := c.voci[k]
	if nota && v.ID == rifiutato {
		delete(c.voci, k)
		return voucher{}, false
	}
	return v, nota
}

// tieni keeps a voucher, and drops those whose time is over.
func (c *conserva) tieni(k chiaveVoucher, v voucher) {
	adesso := c.adesso()
	c.mu.Lock()
	defer c.mu.Unlock()
	for altra, w := range c.voci {
		if !adesso.Before(w.Scade) {
			delete(c.voci, altra)
		}
	}
	c.voci[k] = v
}
