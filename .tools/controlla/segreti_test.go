package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A container engine that mounts a file which is not there may leave a folder of its name: the script makes the secret all
// the same, and does not take a folder with something in it for one.
func TestUnaCartellaNonEUnSegreto(t *testing.T) {
	t.Parallel()
	radice := t.TempDir()
	for da, a := range map[string]string{"../segreti": ".tools/segreti", "../../go.work": "go.work"} {
		contenuto, err := os.ReadFile(da)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(radice, a)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(radice, a), contenuto, 0o700); err != nil { //nolint:gosec // a script
			t.Fatal(err)
		}
	}
	ruolo := filepath.Join(radice, "segreti/ruoli/verbali_vpn_uso")
	if err := os.MkdirAll(ruolo, 0o700); err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(radice, ".tools/segreti")
	if detto, err := exec.Command(script).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, detto)
	}
	primo, err := os.ReadFile(ruolo)
	if err != nil || len(bytes.TrimSpace(primo)) != 48 {
		t.Fatalf("%d bytes, %v", len(primo), err)
	}
	if detto, err := exec.Command(script).CombinedOutput(); err != nil {
		t.Fatalf("once more: %v: %s", err, detto)
	}
	if dopo, err := os.ReadFile(ruolo); err != nil || !bytes.Equal(dopo, primo) {
		t.Errorf("a secret that was there is another now: %v", err)
	}
	altro := filepath.Join(radice, "segreti/ruoli/verbali_ocr_uso")
	if err := os.Remove(altro); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(altro, "piena"), 0o700); err != nil {
		t.Fatal(err)
	}
	if detto, err := exec.Command(script).CombinedOutput(); err == nil || !strings.Contains(string(detto), "verbali_ocr_uso è una cartella") {
		t.Errorf("%v: %s", err, detto)
	}
}
