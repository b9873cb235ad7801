const SLUG_MAX = 64

/** Digits of a hash that tell names apart that are alike but for what a slug cannot hold. */
const HASH_DIGITS = 8

/** The ending of a file name in lower case, without its dot; empty: it has none. */
export const endingOf = (name: string): string => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''

export const stemOf = (name: string): string => name.replace(/\.[a-z0-9]+$/i, '')

/** FNV-1a of 32 bits: the same name has the same slug in every browser. It guards nothing. */
const hashOf = (text: string): string => {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash.toString(16).padStart(HASH_DIGITS, '0')
}

const asciiOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')

/**
 * `SOC 2 Report.pdf` as a slug: `soc-2-report-pdf`. A name that loses letters by it, or that is too long, ends in a hash of itself:
 * without it all names without ASCII would be one document.
 */
export const slugOf = (name: string): string => {
  const whole = name.normalize('NFC')
  const stem = stemOf(whole)
  const ending = endingOf(whole)
  const plain = asciiOf(stem)
  const tail = ending === '' ? '' : `-${ending}`
  const isTold = /^[\x20-\x7e]*$/.test(stem) && plain !== '' && plain.length + tail.length <= SLUG_MAX
  if (isTold) return `${plain}${tail}`.slice(0, SLUG_MAX)
  const mark = `-${hashOf(whole)}${tail.slice(0, SLUG_MAX / 4)}`
  const kept = plain.slice(0, SLUG_MAX - mark.length).replace(/-+$/, '')
  return `${kept === '' ? 'document' : kept}${mark}`
}

/** Slugs of files that are sent together, by their places: no two of them have the same, nor one of those that are taken. */
export const slugsOf = (names: readonly string[], others: readonly string[] = []): readonly string[] => {
  const taken = new Set(others)
  return names.map((name) => {
    const slug = slugOf(name)
    let free = slug
    for (let nth = 2; taken.has(free); nth++)
      free = `${slug.slice(0, SLUG_MAX - `-${nth}`.length).replace(/-+$/, '')}-${nth}`
    taken.add(free)
    return free
  })
}
