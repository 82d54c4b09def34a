package deposito

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

const (
	tenant   = "alfa"
	shaDiAbc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
)

func apri(t testing.TB, indirizzo string) *Deposito {
	t.Helper()
	d, err := Apri(context.Background(), indirizzo)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Chiudi(); err != nil {
			t.Error(err)
		}
	})
	return d
}

func inCartella(t testing.TB) (*Deposito, string) {
	t.Helper()
	cartella := filepath.Join(t.TempDir(), "archivio", "documenti")
	return apri(t, "file://"+cartella), cartella
}

// file lists every file of the store, temporary ones included, relative to its folder.
func file(t testing.TB, cartella string) []string {
	t.Helper()
	var nomi []string
	err := filepath.WalkDir(cartella, func(percorso string, voce fs.DirEntry, err error) error {
		if err == nil && !voce.IsDir() {
			relativo, _ := filepath.Rel(cartella, percorso)
			nomi = append(nomi, relativo)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return nomi
}

func metti(t testing.TB, d *Deposito, contenuto string) Riferimento {
	t.Helper()
	r, err := d.Metti(context.Background(), tenant, []byte(contenuto), "application/pdf")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestCioCheSiMetteSiRilegge(t *testing.T) {
	t.Parallel()
	for nota, indirizzo := range map[string]string{
		"cartella": "file://" + t.TempDir(), "cartella senza attesa del disco": "file://" + t.TempDir() + "?durevole=no", "memoria": "mem://",
	} {
		t.Run(nota, func(t *testing.T) {
			t.Parallel()
			ctx, d := context.Background(), apri(t, indirizzo)
			r, err := d.Metti(ctx, tenant, []byte("abc"), "")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(Riferimento{tenant, shaDiAbc, 3}, r); diff != "" {
				t.Error(diff)
			}
			if letto, err := d.Leggi(ctx, tenant, shaDiAbc); err != nil || string(letto) != "abc" {
				t.Errorf("letto %q, errore %v", letto, err)
			}
			if esiste, err := d.Esiste(ctx, tenant, shaDiAbc); err != nil || !esiste {
				t.Errorf("esiste %v, errore %v", esiste, err)
			}
			if err := d.Accessibile(ctx); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestIlDocumentoDiUnTenantNonSiLeggeDaUnAltro(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, _ := inCartella(t)
	r := metti(t, d, "abc")
	if _, err := d.Leggi(ctx, "beta", r.SHA256); !errors.Is(err, ErrNonTrovato) {
		t.Errorf("errore %v", err)
	}
	if esiste, err := d.Esiste(ctx, "beta", r.SHA256); err != nil || esiste {
		t.Errorf("esiste %v, errore %v", esiste, err)
	}
}

func TestLoStessoContenutoStaUnaVoltaSolaESenzaFileDiContorno(t *testing.T) {
	t.Parallel()
	d, cartella := inCartella(t)
	for range 3 {
		metti(t, d, "abc")
	}
	if diff := cmp.Diff([]string{"alfa/" + shaDiAbc}, file(t, cartella)); diff != "" {
		t.Error(diff)
	}
}

func TestMoltiScrittoriDelloStessoContenuto(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, cartella := inCartella(t)
	altro := apri(t, "file://"+cartella)
	contenuto := bytes.Repeat([]byte("verbale "), 20_000)
	var gruppo sync.WaitGroup
	for i := range 16 {
		gruppo.Go(func() {
			scrittore := []*Deposito{d, altro}[i%2]
			r, err := scrittore.Metti(ctx, tenant, contenuto, "application/pdf")
			if err != nil {
				t.Error(err)
				return
			}
			if letto, err := d.Leggi(ctx, tenant, r.SHA256); err != nil || !bytes.Equal(letto, contenuto) {
				t.Errorf("letti %d byte, errore %v", len(letto), err)
			}
		})
	}
	gruppo.Wait()
	if nomi := file(t, cartella); len(nomi) != 1 {
		t.Errorf("file rimasti: %v", nomi)
	}
}

func TestUnFileGuastoNonSiServeEUnNuovoMettiLoRisana(t *testing.T) {
	t.Parallel()
	guasti := map[string]func(string) error{
		"un bit cambiato": func(p string) error { return os.WriteFile(p, []byte("abb"), 0o600) },
		"troncato":        func(p string) error { return os.Truncate(p, 1) },
		"svuotato":        func(p string) error { return os.Truncate(p, 0) },
		"allungato":       func(p string) error { return os.WriteFile(p, []byte("abcd"), 0o600) },
	}
	for nota, guasta := range guasti {
		t.Run(nota, func(t *testing.T) {
			t.Parallel()
			ctx := context.Background()
			d, cartella := inCartella(t)
			r := metti(t, d, "abc")
			if err := guasta(filepath.Join(cartella, tenant, r.SHA256)); err != nil {
				t.Fatal(err)
			}
			if letto, err := d.Leggi(ctx, tenant, r.SHA256); !errors.Is(err, ErrCorrotto) || letto != nil {
				t.Fatalf("servito %q, errore %v", letto, err)
			}
			metti(t, d, "abc")
			if letto, err := d.Leggi(ctx, tenant, r.SHA256); err != nil || string(letto) != "abc" {
				t.Errorf("non risanato: %q, errore %v", letto, err)
			}
		})
	}
}

func TestNonTrovato(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, _ := inCartella(t)
	if _, err := d.Leggi(ctx, tenant, shaDiAbc); !errors.Is(err, ErrNonTrovato) {
		t.Errorf("errore %v", err)
	}
	if esiste, err := d.Esiste(ctx, tenant, shaDiAbc); err != nil || esiste {
		t.Errorf("esiste %v, errore %v", esiste, err)
	}
}

func TestChiaviMalformateNonToccanoIlDeposito(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, cartella := inCartella(t)
	segreto := filepath.Join(filepath.Dir(cartella), "segreto")
	if err := os.WriteFile(segreto, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, nome := range []string{"", "..", ".", "../alfa", "alfa/..", "alfa/beta", "/etc", "Alfa", "a", "1alfa", "alfa ", "alfa\n", "al\x00fa", "alfa%2f..", `al\fa`, string(bytes.Repeat([]byte("a"), 31))} {
		if _, err := d.Metti(ctx, nome, []byte("abc"), ""); !errors.Is(err, ErrChiave) {
			t.Errorf("Metti con tenant %q: %v", nome, err)
		}
		if _, err := d.Leggi(ctx, nome, shaDiAbc); !errors.Is(err, ErrChiave) {
			t.Errorf("Leggi con tenant %q: %v", nome, err)
		}
		if err := d.Elenca(ctx, nome, func(Voce) error { return nil }); !errors.Is(err, ErrChiave) {
			t.Errorf("Elenca con tenant %q: %v", nome, err)
		}
	}
	for _, sha := range []string{
		"", "..", "../segreto", "../../segreto", shaDiAbc[:63], shaDiAbc + "0", "B" + shaDiAbc[1:], "g" + shaDiAbc[1:],
		shaDiAbc + "\n", shaDiAbc + ".attrs",
	} {
		if _, err := d.Leggi(ctx, tenant, sha); !errors.Is(err, ErrChiave) {
			t.Errorf("Leggi con sha %q: %v", sha, err)
		}
		if _, err := d.Esiste(ctx, tenant, sha); !errors.Is(err, ErrChiave) {
			t.Errorf("Esiste con sha %q: %v", sha, err)
		}
	}
	if nomi := file(t, cartella); nomi != nil {
		t.Errorf("il deposito è stato toccato: %v", nomi)
	}
}

func TestUnaScritturaInterrottaNonLasciaNulla(t *testing.T) {
	t.Parallel()
	d, cartella := inCartella(t)
	ctx, annulla := context.WithCancel(context.Background())
	annulla()
	if _, err := d.Metti(ctx, tenant, []byte("abc"), ""); err == nil {
		t.Error("scrittura annullata riuscita")
	}
	if nomi := file(t, cartella); nomi != nil {
		t.Errorf("file rimasti: %v", nomi)
	}
}

func TestUnaCartellaNonScrivibileEUnErrore(t *testing.T) {
	t.Parallel()
	d, cartella := inCartella(t)
	if err := os.WriteFile(filepath.Join(cartella, tenant), []byte("non una cartella"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Metti(context.Background(), tenant, []byte("abc"), ""); !problem.Is(err, "DEPOSITO_NON_DISPONIBILE") {
		t.Errorf("scritto dove non si può, o non è il deposito a mancare: %v", err)
	}
}

func TestTipoMIMEMalformatoEUnErrore(t *testing.T) {
	t.Parallel()
	d, cartella := inCartella(t)
	if _, err := d.Metti(context.Background(), tenant, []byte("abc"), "application/"); err == nil || problem.As(err) != nil {
		t.Errorf("tipo accettato, o colpa del deposito: %v", err)
	}
	if nomi := file(t, cartella); nomi != nil {
		t.Errorf("file rimasti: %v", nomi)
	}
}

func TestElencaSoloIDocumentiDelTenant(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, cartella := inCartella(t)
	attesi := map[string]int64{}
	for i := range 25 {
		r := metti(t, d, fmt.Sprintf("documento %d", i))
		attesi[r.SHA256] = r.Byte
	}
	if _, err := d.Metti(ctx, "alfa2", []byte("di un altro"), ""); err != nil {
		t.Fatal(err)
	}
	orfano := filepath.Join(cartella, tenant, shaDiAbc+".18a.tmp")
	if err := os.WriteFile(orfano, []byte("ab"), 0o600); err != nil {
		t.Fatal(err)
	}
	trovati := map[string]int64{}
	prima := tempo.Macchina().Add(-time.Hour)
	err := d.Elenca(ctx, tenant, func(v Voce) error {
		trovati[v.SHA256] = v.Byte
		if v.Tenant != tenant || v.Scritto.Before(prima) {
			t.Errorf("voce %+v", v)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(attesi, trovati); diff != "" {
		t.Error(diff)
	}
}

func TestElencaDiUnTenantSenzaDocumentiEVuoto(t *testing.T) {
	t.Parallel()
	d, _ := inCartella(t)
	err := d.Elenca(context.Background(), tenant, func(Voce) error { return errors.New("visitato") })
	if err != nil {
		t.Error(err)
	}
}

func TestElencaSiFermaAlPrimoErroreDiChiVisita(t *testing.T) {
	t.Parallel()
	d, _ := inCartella(t)
	metti(t, d, "abc")
	metti(t, d, "def")
	fermo, visite := errors.New("basta"), 0
	err := d.Elenca(context.Background(), tenant, func(Voce) error { visite++; return fermo })
	if !errors.Is(err, fermo) || visite != 1 {
		t.Errorf("%d visite, errore %v", visite, err)
	}
}

func TestRimettereUnDocumentoLoRingiovanisce(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, cartella := inCartella(t)
	r := metti(t, d, "abc")
	vecchio := tempo.Macchina().Add(-48 * time.Hour)
	if err := os.Chtimes(filepath.Join(cartella, tenant, r.SHA256), vecchio, vecchio); err != nil {
		t.Fatal(err)
	}
	metti(t, d, "abc")
	err := d.Elenca(ctx, tenant, func(v Voce) error {
		if v.Scritto.Before(vecchio.Add(24 * time.Hour)) {
			t.Errorf("ancora del %v: un ripulitore di orfani lo toglierebbe", v.Scritto)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestApriRifiutaIndirizziErrati(t *testing.T) {
	t.Parallel()
	for _, indirizzo := range []string{
		"", "documenti", "/srv/documenti", "ftp://host/x", "file://", "file:///", "file://documenti/x",
		"file:///tmp/x?durevole=forse", "file:///tmp/x?metadata=", "s3://", "s3://b?parametro=ignoto", "://", "file:///dev/null/x",
	} {
		if d, err := Apri(context.Background(), indirizzo); err == nil {
			t.Errorf("%q aperto", indirizzo)
			_ = d.Chiudi()
		}
	}
}

func TestOgniContenutoTornaUguale(t *testing.T) {
	t.Parallel()
	d := apri(t, "mem://")
	rapid.Check(t, func(t *rapid.T) {
		ctx := context.Background()
		contenuto := rapid.SliceOf(rapid.Byte()).Draw(t, "contenuto")
		r, err := d.Metti(ctx, tenant, contenuto, "")
		if err != nil {
			t.Fatal(err)
		}
		if letto, err := d.Leggi(ctx, tenant, r.SHA256); err != nil || !bytes.Equal(letto, contenuto) {
			t.Fatalf("letti %d byte su %d, errore %v", len(letto), len(contenuto), err)
		}
	})
}

func FuzzChiaveDi(f *testing.F) {
	f.Fuzz(func(t *testing.T, nome, sha string) {
		chiave, err := chiaveDi(nome, sha)
		if err == nil && (filepath.Clean(chiave) != chiave || filepath.Dir(chiave) != nome || len(sha) != 64) {
			t.Fatalf("%q %q danno %q", nome, sha, chiave)
		}
		if err != nil && !errors.Is(err, ErrChiave) {
			t.Fatalf("errore estraneo: %v", err)
		}
	})
}

func BenchmarkMetti(b *testing.B) {
	for _, durevole := range []string{"si", "no"} {
		b.Run("durevole="+durevole, func(b *testing.B) {
			d := apri(b, "file://"+b.TempDir()+"?durevole="+durevole)
			contenuto := bytes.Repeat([]byte("x"), 20_000)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				contenuto[0], contenuto[1], contenuto[2] = byte(i), byte(i>>8), byte(i>>16)
				if _, err := d.Metti(b.Context(), tenant, contenuto, "application/pdf"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestUnaCartellaCheNonCENonEAccessibile(t *testing.T) {
	t.Parallel()
	d, cartella := inCartella(t)
	metti(t, d, "abc")
	if err := d.Accessibile(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(cartella, cartella+"-via"); err != nil {
		t.Fatal(err)
	}
	if err := d.Accessibile(t.Context()); err == nil {
		t.Error("la cartella è altrove")
	}
	if err := os.WriteFile(cartella, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := d.Accessibile(t.Context()); err == nil {
		t.Error("non è una cartella")
	}
}

// A list goes on while others write: their temporary files come and go.
func TestElencaMentreSiScrive(t *testing.T) {
	t.Parallel()
	d := apri(t, "file://"+t.TempDir())
	scritti := make(chan error, 1)
	go func() {
		var err error
		for i := 0; i < 300 && err == nil; i++ {
			_, err = d.Metti(t.Context(), tenant, fmt.Appendf(nil, "documento %d", i), "text/plain")
		}
		scritti <- err
	}()
	for {
		n := 0
		if err := d.Elenca(t.Context(), tenant, func(Voce) error { n++; return nil }); err != nil {
			t.Error(err)
		}
		select {
		case err := <-scritti:
			if err != nil {
				t.Error(err)
			}
			return
		default:
		}
	}
}
