package web_test

import (
	"bytes"
	"image"
	"image/jpeg"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// conFoto is a server that gives a photograph with something behind its end.
func conFoto(t *testing.T) (*banco, []byte) {
	t.Helper()
	var foto bytes.Buffer
	if err := jpeg.Encode(&foto, image.NewGray(image.Rect(0, 0, 8, 8)), nil); err != nil {
		t.Fatal(err)
	}
	foto.WriteString("in coda")
	b := apparecchia(t)
	b.Group("").Add(http.MethodGet, "/foto", func(c echo.Context) error {
		if c.QueryParams().Has("programma") {
			return web.Original(c, "foto.jpg", foto.Bytes())
		}
		return web.Document(c, "foto.jpg", foto.Bytes())
	}, aperta()...)
	return b, foto.Bytes()
}

func TestImagesAreDrawnWithinTheRoomOfTheProcess(t *testing.T) {
	t.Parallel()
	b, _ := conFoto(t)
	b.Affretta(100 * time.Millisecond)
	if err := b.OccupaTavolo(t.Context()); err != nil {
		t.Fatal(err)
	}
	if w := b.chiama("GET", base+"/foto"); w.Code != http.StatusServiceUnavailable {
		t.Errorf("no room, and it was drawn: %d", w.Code)
	}
	if w := b.chiama("HEAD", base+"/foto"); w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/jpeg" {
		t.Errorf("HEAD draws: %d %v", w.Code, w.Header())
	}
	if w := b.chiama("GET", base+"/foto?originale"); w.Code != http.StatusOK {
		t.Errorf("as it came: %d", w.Code)
	}
}

func TestProgramsGetTheBytesThatWereKept(t *testing.T) {
	t.Parallel()
	b, foto := conFoto(t)
	if w := b.chiama("GET", base+"/foto"); strings.Contains(w.Body.String(), "in coda") || w.Header().Get("Content-Type") != "image/jpeg" {
		t.Errorf("a browser got what was behind the image: %v", w.Header())
	}
	if w := b.chiama("GET", base+"/foto?programma"); !bytes.Equal(w.Body.Bytes(), foto) || w.Header().Get("Content-Type") != "application/octet-stream" {
		t.Errorf("not what was kept: %v", w.Header())
	}
	for verso, vuole := range map[string]bool{"document": true, "image": true, "empty": false, "": false} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set("Sec-Fetch-Dest", verso)
		if web.ForShowing(r) != vuole {
			t.Errorf("%q", verso)
		}
	}
}
