-- +goose Up
-- What was still looked for in the whole table: department, source, year, series, sum.

-- As the states (migration 4), in the order of the dates without their zone.
CREATE INDEX verbale_reparto ON verbale (reparto, (data_violazione AT TIME ZONE 'UTC') DESC, id DESC);
CREATE INDEX verbale_fonte ON verbale (fonte, (data_violazione AT TIME ZONE 'UTC') DESC, id DESC);
CREATE INDEX verbale_serie ON verbale (anno, lettera, (data_violazione AT TIME ZONE 'UTC') DESC, id DESC);
-- Few sums are on many fines: the values of a sum share one entry, and the index is a tenth of the others.
CREATE INDEX verbale_importo ON verbale (importo_cent);

-- Years and letters that fines have, and where each series begins and ends: found in steps along the indexes.
-- What is asked of a year or of a letter is read from each of its series in the order of the page.
CREATE VIEW verbali_v1.serie AS
    WITH RECURSIVE serie AS (
        (SELECT v.anno, v.lettera FROM verbale v ORDER BY v.anno, v.lettera LIMIT 1)
        UNION ALL
        SELECT d.anno, d.lettera FROM serie s CROSS JOIN LATERAL (
            SELECT v.anno, v.lettera FROM verbale v WHERE (v.anno, v.lettera) > (s.anno, s.lettera)
            ORDER BY v.anno, v.lettera LIMIT 1) d)
    SELECT s.anno, s.lettera,
           (SELECT min(v.numero) FROM verbale v WHERE v.anno = s.anno AND v.lettera = s.lettera) AS primo,
           (SELECT max(v.numero) FROM verbale v WHERE v.anno = s.anno AND v.lettera = s.lettera) AS ultimo,
           (SELECT min(v.data_violazione AT TIME ZONE 'UTC') FROM verbale v WHERE v.anno = s.anno AND v.lettera = s.lettera) AS dal,
           (SELECT max(v.data_violazione AT TIME ZONE 'UTC') FROM verbale v WHERE v.anno = s.anno AND v.lettera = s.lettera) AS al
    FROM serie s;
