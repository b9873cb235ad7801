const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  emsp: ' ',
  ensp: ' ',
  thinsp: ' ',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  middot: '·',
  euro: '€',
  copy: '©',
  deg: '°',
  times: '×',
  rarr: '→',
  larr: '←',
  bull: '•',
}

const characterOf = (all: string, name: string): string => {
  if (!name.startsWith('#')) return ENTITIES[name] ?? all
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all
}

const LINE = /^<\/?(?:p|br|div|li|ul|ol|h[1-6]|tr|table|pre|blockquote|hr|section)\b/i

/** Returns the text of a piece of HTML: lines without markup. Scripts are not run, and nothing is fetched. */
export const textOfHtml = (html: string): string => {
  const pieces: string[] = []
  for (let from = 0; from < html.length; ) {
    const open = html.indexOf('<', from)
    pieces.push(html.slice(from, open === -1 ? html.length : open))
    if (open === -1) break
    const close = html.indexOf('>', open)
    if (close === -1) {
      pieces.push(html.slice(open))
      break
    }
    if (LINE.test(html.slice(open, open + 12))) pieces.push('\n')
    from = close + 1
  }
  return pieces
    .join('')
    .replaceAll(/&(#?\w{1,10});/g, characterOf)
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim()
    .toWellFormed()
}
