package voce

import "context"

type chiaveIndirizzo struct{}

// Con puts into the context the address that a change is asked from, for the audit.
func Con(ctx context.Context, indirizzo string) context.Context {
	return context.WithValue(ctx, chiaveIndirizzo{}, indirizzo)
}

func indirizzo(ctx context.Context) string {
	a, _ := ctx.Value(chiaveIndirizzo{}).(string)
	return a
}
