/** Numbers of papers whose shape means nothing else, for folded text. */
const SHAPES: readonly string[] = [
  // United States: SSN, ITIN.
  String.raw`\d{3}-\d{2}-\d{4}`,
  // United Kingdom: National Insurance number.
  String.raw`(?:[a-ceghj-pr-tw-z]{2}|qq)[ -]?\d{2}[ -]?\d{2}[ -]?\d{2}[ -]?[a-d]`,
  // Spain: DNI, NIE.
  String.raw`(?:\d{8}|\d{2}\.\d{3}\.\d{3}|\d{1,2} \d{3} \d{3})[ -]?[a-hj-np-tv-z]`,
  String.raw`[xyz][ -]?\d{7}[ -]?[a-z]`,
  // France: NIR, with its key or without.
  String.raw`[12][ .]?\d{2}[ .]?(?:0[1-9]|1[0-2]|[2-9]\d)[ .]?(?:\d{2}|2[ab])[ .]?\d{3}[ .]?\d{3}(?:[ ./-]{0,3}\d{2})?`,
  // Italy: codice fiscale, also with letters in the place of digits. Without any digit it is three words.
  '(?=[a-z ]{6,17}\\d)[a-z]{3} ?[a-z]{3} ?[0-9lmnp-v]{2}[a-ehlmprst][0-9lmnp-v]{2} ?[a-z][0-9lmnp-v]{3}[a-z]',
  // Italy: electronic card of identity.
  String.raw`c[a-z]\d{5}[a-z]{2}`,
  // Portugal: cartão de cidadão.
  String.raw`\d{8}[ -]?\d ?[a-z]{2}\d`,
  // Brazil: CPF, RG.
  String.raw`\d{3}\.\d{3}\.\d{3}[-/. ]\d{2}`,
  String.raw`\d{3} \d{3} \d{3}-\d{2}`,
  String.raw`\d{1,2}\.\d{3}\.\d{3}-[\dx]`,
  // Germany: tax id in groups, number of the pension insurance.
  String.raw`\d{2} \d{3} \d{3} \d{3}`,
  String.raw`\d{2} ?\d{6} ?[a-z] ?\d{3}`,
  // Switzerland: AHV.
  String.raw`756[. ]?\d{4}[. ]?\d{4}[. ]?\d{2}`,
  // Belgium: number of the national register.
  String.raw`\d{2}\.\d{2}\.\d{2}[-. ]\d{3}[-. ]\d{2}`,
  // Mexico: CURP, RFC of a person; Argentina: CUIL.
  String.raw`[a-z]{4}\d{6}[hmx][a-z]{5}[a-z0-9]\d`,
  String.raw`[a-z]{4}\d{6}[a-z0-9]{3}`,
  String.raw`(?:20|23|24|27|30|33)-\d{8}-\d`,
]

/** Numbers of parcels: UPU S10 and its like, UPS. */
const POST: readonly string[] = [
  String.raw`[a-z]{2} ?\d{9} ?[a-z]{2}`,
  String.raw`[a-z]{2}\d{7,12}[a-z]{2}`,
  String.raw`1z ?(?=[a-z]{0,15}\d)[a-z0-9](?: ?[a-z0-9]){15}`,
]

const whole = (shapes: readonly string[]): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}+]|\d[.,-])(?:${shapes.join('|')})(?![\p{L}\p{N}]|[.,-]\d)`, 'gu')

export const ID_SHAPE = whole(SHAPES)
export const POST_SHAPE = whole(POST)
