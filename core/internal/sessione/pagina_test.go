package sessione_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

// Whatever is asked, the answer stays in the web application, also for a browser that reads
// backslashes and blanks its own way.
func FuzzLocale(f *testing.F) {
	for _, seme := range []string{
		"/CoreService/verbali?targa=AB123CD", "//esempio.it/", `/\esempio.it`, "/CoreService/../..", "https://esempio.it",
		"/CoreService/%2e%2e//esempio.it", "/CoreService/\tx", "javascript:alert(1)", "/CoreService/%5cesempio.it", "/CoreService/a?b=//c#d",
	} {
		f.Add(seme)
	}
	base, err := url.Parse("http://core.example/CoreService/login")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, torna string) {
		ha := sessione.Locale(torna)
		u, err := base.Parse(ha)
		if err != nil {
			t.Fatalf("%q gives %q: %v", torna, ha, err)
		}
		if u.Host != base.Host || u.Scheme != "http" || !strings.HasPrefix(u.Path, "/CoreService/") {
			t.Errorf("%q leads to %q", torna, u)
		}
		if strings.ContainsAny(ha, "\\\r\n\t ") || strings.HasPrefix(ha, "//") {
			t.Errorf("%q gives %q", torna, ha)
		}
	})
}
