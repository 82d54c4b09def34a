package deposito

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestPacchetto(t *testing.T) {
	t.Parallel()
	d, _ := inCartella(t)
	x, err := d.Metti(context.Background(), tenant, []byte("abc"), "text/plain")
	if err != nil {
		t.Fatal(err)
	}
	p := Pacchetto{Tenant: tenant, Nome: "LOT-1", Del: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC), Parti: []Parte{{"pdf/0001.pdf", x.SHA256}, {"due.txt", shaDiAbc}}}
	var uno, due bytes.Buffer
	if err := errors.Join(d.ScriviPacchetto(context.Background(), &uno, p), d.ScriviPacchetto(context.Background(), &due, p)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(uno.Bytes(), due.Bytes()) {
		t.Error("the same package is not the same bytes")
	}
	z, err := zip.NewReader(bytes.NewReader(uno.Bytes()), int64(uno.Len()))
	if err != nil {
		t.Fatal(err)
	}
	var nomi []string
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if testo, err := io.ReadAll(r); err != nil || string(testo) != "abc" {
			t.Errorf("%s: %q %v", f.Name, testo, err)
		}
		nomi = append(nomi, f.Name)
	}
	if diff := cmp.Diff([]string{"LOT-1/pdf/0001.pdf", "LOT-1/due.txt"}, nomi); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	p.Tenant = "beta"
	var rotto bytes.Buffer
	if err := d.ScriviPacchetto(context.Background(), &rotto, p); !errors.Is(err, ErrNonTrovato) {
		t.Errorf("of another command: %v", err)
	}
	if _, err := zip.NewReader(bytes.NewReader(rotto.Bytes()), int64(rotto.Len())); err == nil {
		t.Error("a package that breaks off opens")
	}
}
