package main

import (
	"bytes"
	"encoding/json"
	"io"
	"testing"
	"time"
)

// TestThePeerTellsWhatItPrinted: documents of two faces and four pictures weigh what they weigh.
func TestThePeerTellsWhatItPrinted(t *testing.T) {
	t.Parallel()
	var uscita bytes.Buffer
	if err := esegui([]string{"--durata", time.Millisecond.String()}, &uscita, io.Discard); err != nil {
		t.Fatal(err)
	}
	var m misura
	if err := json.Unmarshal(uscita.Bytes(), &m); err != nil || m.AlSecondo <= 0 || m.Byte < 10_000 || m.Allocazioni <= 0 {
		t.Errorf("%+v %v", m, err)
	}
}
