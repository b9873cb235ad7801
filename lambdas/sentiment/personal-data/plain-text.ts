/** A text for the rules: `folded` is `original` in lower case without accents, with the same offsets. */
export interface PlainText {
  readonly original: string
  readonly folded: string
}

/** Zero-width and direction marks, soft hyphens and fillers, which can hide personal data. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

const ENTITY = /&(?:amp;)?(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi

const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  commat: '@',
  period: '.',
  sol: '/',
  colon: ':',
  lowbar: '_',
  num: '#',
  hyphen: '-',
  dash: '-',
  plus: '+',
  ndash: '–',
  mdash: '—',
  shy: '',
  zwnj: '',
  zwj: '',
  lpar: '(',
  rpar: ')',
  comma: ',',
  szlig: 'ß',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  ntilde: 'ñ',
  aacute: 'á',
  iacute: 'í',
  oacute: 'ó',
  uacute: 'ú',
  atilde: 'ã',
}

const decodeEntities = (text: string): string =>
  text.replaceAll(ENTITY, (entity, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED_ENTITIES[name.toLowerCase()] ?? entity
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : entity
  })

/** Replacement for found pieces of personal data. No rule matches it as a letter, a digit or a gap. */
export const HOLE = '\ufffc'

/** Returns the text without obfuscation by HTML entities, other letter forms (NFKC) or invisible characters. */
export const plainTextOf = (raw: string): string =>
  decodeEntities(raw.replaceAll(INVISIBLE, ''))
    .normalize('NFKC')
    .replaceAll(INVISIBLE, '')
    .replaceAll(HOLE, ' ')
    .replaceAll(/[\u2010-\u2012\u2212]/g, '-')

/** Folds character by character, so that offsets remain those of the text. */
const foldCharacters = (text: string): string =>
  text.replaceAll(/[^\p{ASCII}]|[A-Z]/gu, (letter) => {
    const plain = letter.normalize('NFD').charAt(0).toLowerCase()
    return letter.length === 1 && plain.length === 1 ? plain : letter
  })

export const foldedText = (original: string): PlainText => ({ original, folded: foldCharacters(original) })
