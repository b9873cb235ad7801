const SLUG_MAX = 64

/** Length of the hash that distinguishes names with equal slugs. */
const HASH_DIGITS = 8

/** Returns the lowercase extension of a file name without the dot; empty if it has none. */
export const extensionOf = (name: string): string => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''

export const stemOf = (name: string): string => name.replace(/\.[a-z0-9]+$/i, '')

/** Returns the 32-bit FNV-1a hash, so that a name has the same slug in every browser. Not a security function. */
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
 * Converts `SOC 2 Report.pdf` to the slug `soc-2-report-pdf`. Names that lose characters or are too long get a hash
 * suffix, because all names without ASCII characters would collide otherwise.
 */
export const slugOf = (name: string): string => {
  const normalized = name.normalize('NFC')
  const stem = stemOf(normalized)
  const extension = extensionOf(normalized)
  const asciiStem = asciiOf(stem)
  const extensionSuffix = extension === '' ? '' : `-${extension}`
  const isLossless =
    /^[\x20-\x7e]*$/.test(stem) && asciiStem !== '' && asciiStem.length + extensionSuffix.length <= SLUG_MAX
  if (isLossless) return `${asciiStem}${extensionSuffix}`.slice(0, SLUG_MAX)
  const hashSuffix = `-${hashOf(normalized)}${extensionSuffix.slice(0, SLUG_MAX / 4)}`
  const prefix = asciiStem.slice(0, SLUG_MAX - hashSuffix.length).replace(/-+$/, '')
  return `${prefix === '' ? 'document' : prefix}${hashSuffix}`
}

/** Returns a unique slug for each file, in order. Slugs in use are not assigned. */
export const slugsOf = (names: readonly string[], usedSlugs: readonly string[] = []): readonly string[] => {
  const takenSlugs = new Set(usedSlugs)
  return names.map((name) => {
    const slug = slugOf(name)
    let candidate = slug
    for (let nth = 2; takenSlugs.has(candidate); nth++)
      candidate = `${slug.slice(0, SLUG_MAX - `-${nth}`.length).replace(/-+$/, '')}-${nth}`
    takenSlugs.add(candidate)
    return candidate
  })
}
