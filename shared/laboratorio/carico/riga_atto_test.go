package main

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestThePressIsReadAsItSpeaks(t *testing.T) {
	t.Parallel()
	var s stampe
	if err := json.Unmarshal([]byte(`{"atto":{"alSecondo":200,"byte":44000,"allocazioni":28000},"semplice":{"alSecondo":250},"fascicolo":{"alSecondo":120},
		"unione":{"alSecondo":600,"byte":20000},"parti":[{"nome":"due QR","microsecondi":52.5}]}`), &s); err != nil {
		t.Fatal(err)
	}
	s.Ingenuo = stampato{AlSecondo: 100, Byte: 18000}
	if v := s.inLotto(); v < 149.9 || v > 150.1 {
		t.Errorf("200/s printed and 600/s merged are %v/s one after the other", v)
	}
	if v := (stampe{}).inLotto(); v != 0 {
		t.Errorf("nothing measured gives %v/s", v)
	}
	e := esitoAtto([]stampe{s, s, s})
	giudizi := map[string]string{}
	for _, c := range e.Cifre {
		giudizi[c.Nome] = c.Giudizio()
	}
	if c := e.Cifre[1]; c.Rapporto != 2 || giudizi["atti con bollettini e codici"] != "no" || giudizi["  un atto nel lotto"] != "no" {
		t.Errorf("%+v, %v", c, giudizi)
	}
	if !strings.Contains(e.Note[0], "di 5.000 µs per atto") || !strings.Contains(e.Note[0], "due QR 52,5 µs") {
		t.Error(e.Note[0])
	}
}
