/** Months in seven languages and their short forms, folded. */
const MONTHS = [
  'january february march april may june july august september october november december',
  'jan feb mar apr jun jul aug sep sept oct nov dec',
  'januar februar maerz marz april mai juni juli september oktober dezember janner jaenner feber okt dez',
  'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre janv fevr avr juil',
  'enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre ene abr ago dic',
  'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro fev mai set out',
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre gen mag giu lug ott',
  'januari februari maart april mei juni juli augustus september oktober november december mrt',
].flatMap((line) => line.split(' '))

const MONTH = `(?:${[...new Set(MONTHS)].sort((a, b) => b.length - a.length).join('|')})(?![\\p{L}])\\.?`
const DAY = String.raw`(?:3[01]|[12]\d|0?[1-9])`
const YEAR = String.raw`(?:(?:1[89]|20)\d{2}|['’]?\d{2})(?![\d:])`

/** A day in any spelling, with a year or without, for folded text. */
export const ANY_DATE = [
  String.raw`(?:1[89]|20)\d{2}\s?[./\- ]\s?\d{1,2}\s?[./\- ]\s?\d{1,2}(?!\d)`,
  String.raw`\d{1,2}\s?[./\-–|]\s?\d{1,2}\s?[./\-–|]\s?(?:\d{4}|['’]?\d{2})(?!\d)`,
  String.raw`\d{1,2}\s\d{1,2}\s(?:19|20)\d{2}(?!\d)`,
  String.raw`${DAY}(?:st|nd|rd|th|er|ste|de|o|a|[.°])?[\s.\-/]{0,2}(?:of |de |di |den |of the )?${MONTH}(?:[\s,.\-/]{0,2}(?:de |del |of |do )?${YEAR})?`,
  String.raw`${MONTH}[\s.\-]{0,2}(?:the )?${DAY}(?:st|nd|rd|th)?(?!\d)(?:[\s,]{1,2}${YEAR})?`,
].join('|')

/** A day without separators, as forms want it: only where a cue touches it. */
export const PACKED_DATE = String.raw`(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:(?:19|20)\d{2}|\d{2})`
