package comandi

import (
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// Barra draws a progress bar of so many steps, on a terminal only; elsewhere both functions do nothing.
func Barra(w io.Writer, descrizione string, passi int64) (avanza func(int64), fine func()) {
	terminale, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(terminale.Fd())) {
		return func(int64) {}, func() {}
	}
	b := progressbar.NewOptions64(passi, progressbar.OptionSetWriter(w), progressbar.OptionSetDescription(descrizione), progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true), progressbar.OptionFullWidth(), progressbar.OptionThrottle(200*time.Millisecond), progressbar.OptionClearOnFinish())
	return func(n int64) { _ = b.Set64(min(n, passi)) }, func() { _ = b.Finish() } // a bar that cannot be drawn stops nothing
}
