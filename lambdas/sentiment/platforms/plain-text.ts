const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const character = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '')

/** The text of an HTML status: paragraphs and breaks become lines, other markup is removed. */
export const plainText = (html: string): string =>
  html
    .replaceAll(/<br\s?\/?>|<\/p>/gi, '\n')
    .replaceAll(/<[^<>]{0,4000}>/g, '')
    .replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{1,8}));/gi, (whole, decimal, hex, name) => {
      if (decimal) return character(Number(decimal))
      if (hex) return character(Number.parseInt(hex, 16))
      return NAMED[String(name).toLowerCase()] ?? whole
    })
    .trim()
