/** How much of what may be long a page shows. Its JSON has all of it. */
export interface Extent {
  /** Of the excerpt of a document, in UTF-16: its 500 characters may be two each. */
  readonly excerpt: number
  readonly hashes: boolean
  readonly mappings: number
  readonly subprocessors: number
  readonly documents: number
}

/** Bytes of a page at most, its style included. */
export const PAGE_MAX_BYTES = 30_000

const WHOLE: Extent = { excerpt: 1_000, hashes: true, mappings: 20, subprocessors: 100, documents: 50 }

const CUTS: readonly Partial<Extent>[] = [
  { excerpt: 160 },
  { mappings: 5 },
  { excerpt: 0 },
  { hashes: false },
  ...[24, 12, 6].map((subprocessors) => ({ subprocessors })),
  ...[25, 12, 6].map((documents) => ({ documents })),
  { subprocessors: 2, documents: 3 },
  { subprocessors: 0, documents: 0 },
]

/**
 * Draws a page with as much as `PAGE_MAX_BYTES` allow. What names and addresses of an organization may take at their longest always
 * fits once the lists are gone.
 */
export const fitted = (draw: (extent: Extent) => string): string => {
  let extent = WHOLE
  let text = draw(extent)
  for (const cut of CUTS) {
    if (Buffer.byteLength(text) <= PAGE_MAX_BYTES) return text
    extent = { ...extent, ...cut }
    text = draw(extent)
  }
  return text
}

/** Text of at most so many characters, cut between two of them. */
export const shortened = (text: string, max: number): string =>
  text.length <= max
    ? text
    : `${text
        .slice(0, max)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()}…`
