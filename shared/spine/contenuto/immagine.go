package contenuto

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
)

// PesoMassimo of an image that is drawn anew, in bytes of memory: a camera's, not a bomb.
const PesoMassimo = 128 << 20

// qualita of a JPEG that is looked at.
const qualita = 92

// Ridisegnata gives a JPEG or PNG drawn anew from its pixels alone: what else the file carried (places, scripts of other
// formats, bytes after the end) is gone, its orientation stays. False: it is no such image, or too large.
func Ridisegnata(file []byte) (nuova []byte, tipo string, ok bool) {
	if Peso(file) == 0 {
		return nil, "", false
	}
	tipo = Tipo(file)
	disegno, _, err := image.Decode(bytes.NewReader(file))
	if err != nil {
		return nil, "", false
	}
	var b bytes.Buffer
	if tipo == PNG {
		err = png.Encode(&b, disegno)
		return b.Bytes(), tipo, err == nil
	}
	err = jpeg.Encode(&b, disegno, &jpeg.Options{Quality: qualita})
	return conVerso(b.Bytes(), Verso(file)), tipo, err == nil
}

// Peso is how many bytes of memory drawing an image anew takes; 0: it is no JPEG or PNG, or would take more than
// PesoMassimo.
func Peso(file []byte) int64 {
	tipo := Tipo(file)
	if tipo != JPEG && tipo != PNG {
		return 0
	}
	misure, _, err := image.DecodeConfig(bytes.NewReader(file))
	if err != nil || misure.Width <= 0 || misure.Height <= 0 || misure.Width > PesoMassimo/misure.Height {
		return 0
	}
	peso := int64(misure.Width) * int64(misure.Height) * byteDelPixel(misure.ColorModel)
	if tipo == JPEG && aPassate(file) {
		peso *= 1 + byteDelCoefficiente
	}
	if peso > PesoMassimo {
		return 0
	}
	return peso
}

// byteDelCoefficiente is what image/jpeg keeps of each sample of a progressive image until its last pass.
const byteDelCoefficiente = 4

// byteDelPixel is at most what image/jpeg and image/png keep of a pixel.
func byteDelPixel(m color.Model) int64 {
	switch m {
	case color.GrayModel:
		return 1
	case color.Gray16Model:
		return 2
	case color.YCbCrModel:
		return 3
	case color.RGBA64Model, color.NRGBA64Model:
		return 8
	}
	if _, tavolozza := m.(color.Palette); tavolozza {
		return 1
	}
	return 4
}

// aPassate reports a progressive JPEG (SOF2), or one whose marks cannot be followed.
func aPassate(file []byte) bool {
	for i := len(segnaInizio); i+4 <= len(file) && file[i] == 0xff; i += 2 + int(binary.BigEndian.Uint16(file[i+2:])) {
		if file[i+1] == 0xc0 || file[i+1] == 0xc1 {
			return false
		}
	}
	return true
}

// Marks of a JPEG, and the tag of the orientation (EXIF 2.32, sections 4.6.2 and 4.6.4).
const (
	segnaInizio   = "\xff\xd8"
	segnaApp1     = "\xff\xe1"
	intestaExif   = "Exif\x00\x00"
	tagVerso      = 0x0112
	versoDritto   = 1
	versoMassimo  = 8
	byteDellaVoce = 12
)

// Verso is how a camera was held when it made a JPEG (EXIF 2.32, 4.6.4), 1 to 8; 1 where it does not say.
func Verso(file []byte) uint16 {
	for i := len(segnaInizio); i+4 <= len(file) && file[i] == 0xff && file[i+1] >= 0xe0 && file[i+1] <= 0xef; {
		lungo := int(binary.BigEndian.Uint16(file[i+2:]))
		if lungo < 2 || i+2+lungo > len(file) {
			break
		}
		if exif, c := bytes.CutPrefix(file[i+4:i+2+lungo], []byte(intestaExif)); c && string(file[i:i+2]) == segnaApp1 {
			return versoIn(exif)
		}
		i += 2 + lungo
	}
	return versoDritto
}

// versoIn reads the first directory of the TIFF that EXIF is.
func versoIn(tiff []byte) uint16 {
	if len(tiff) < 8 {
		return versoDritto
	}
	ordine := binary.ByteOrder(binary.LittleEndian)
	if tiff[0] == 'M' {
		ordine = binary.BigEndian
	}
	da := int64(ordine.Uint32(tiff[4:]))
	if da+2 > int64(len(tiff)) {
		return versoDritto
	}
	voci := tiff[da+2:]
	for range ordine.Uint16(tiff[da:]) {
		if len(voci) < byteDellaVoce {
			break
		}
		if v := ordine.Uint16(voci[8:]); ordine.Uint16(voci) == tagVerso && v >= versoDritto && v <= versoMassimo {
			return v
		}
		voci = voci[byteDellaVoce:]
	}
	return versoDritto
}

// conVerso puts an EXIF of the orientation alone behind the first mark of a JPEG.
func conVerso(file []byte, v uint16) []byte {
	if v == versoDritto {
		return file
	}
	exif := []byte(intestaExif + "II*\x00\x08\x00\x00\x00\x01\x00")
	for _, x := range []uint16{tagVerso, 3 /* SHORT */, 1, 0, v, 0, 0, 0} { // one value; no further directory
		exif = binary.LittleEndian.AppendUint16(exif, x)
	}
	nuovo := append([]byte(segnaInizio+segnaApp1), byte((len(exif)+2)>>8), byte(len(exif)+2))
	return append(append(nuovo, exif...), file[len(segnaInizio):]...)
}
