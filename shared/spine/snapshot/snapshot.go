// Package snapshot keeps in memory what another part of the platform owns: read whole, replaced at once, never changed
// after it was given out.
package snapshot

import (
	"context"
	"fmt"
	"sync/atomic"
)

// Copy is such a copy of a T; safe for concurrent use. The zero value has nothing and cannot be refreshed, only set.
type Copy[T any] struct {
	read func(ctx context.Context, before *T) (*T, error)
	turn chan struct{} // one reading at a time: an older one never replaces a newer
	held atomic.Pointer[T]
}

// New makes a copy that holds initial, nil for nothing. read gets the value held and returns the value to hold after
// it, nil where nothing is new; with both a value and an error the value is held and the error returned.
func New[T any](initial *T, read func(ctx context.Context, before *T) (*T, error)) *Copy[T] {
	c := &Copy[T]{read: read, turn: make(chan struct{}, 1)}
	c.held.Store(initial)
	return c
}

// Get returns the value held, nil before the first. The caller must not change it.
func (c *Copy[T]) Get() *T { return c.held.Load() }

// Set replaces the value held.
func (c *Copy[T]) Set(t *T) { c.held.Store(t) }

// Refresh reads again, after the readings that others have begun; a reading that fails leaves the value held.
func (c *Copy[T]) Refresh(ctx context.Context) error {
	return c.RefreshIf(ctx, func() bool { return true })
}

// RefreshIf is Refresh for a reader that may find, when its turn comes, that the reading it waited for is enough.
func (c *Copy[T]) RefreshIf(ctx context.Context, needed func() bool) error {
	select {
	case c.turn <- struct{}{}:
	case <-ctx.Done():
		return fmt.Errorf("snapshot: attesa della lettura: %w", ctx.Err())
	}
	defer func() { <-c.turn }()
	if !needed() {
		return nil
	}
	after, err := c.read(ctx, c.held.Load())
	if after != nil {
		c.held.Store(after)
	}
	return err
}
