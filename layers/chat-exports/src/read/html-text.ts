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

const characterOf = (entity: string, name: string): string => {
  if (!name.startsWith('#')) return ENTITIES[name] ?? entity
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity
}

const LINE_ELEMENT = /^<\/?(?:p|br|div|li|ul|ol|h[1-6]|tr|table|pre|blockquote|hr|section)\b/i

/** Returns the text of a piece of HTML without markup. Does not run scripts or fetch resources. */
export const textOfHtml = (html: string): string => {
  const pieces: string[] = []
  for (let from = 0; from < html.length; ) {
    const tagStart = html.indexOf('<', from)
    pieces.push(html.slice(from, tagStart === -1 ? html.length : tagStart))
    if (tagStart === -1) break
    const tagEnd = html.indexOf('>', tagStart)
    if (tagEnd === -1) {
      pieces.push(html.slice(tagStart))
      break
    }
    // 12: the length of `</blockquote`, the longest of them.
    if (LINE_ELEMENT.test(html.slice(tagStart, tagStart + 12))) pieces.push('\n')
    from = tagEnd + 1
  }
  return pieces
    .join('')
    .replaceAll(/&(#?\w{1,10});/g, characterOf)
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim()
    .toWellFormed()
}
