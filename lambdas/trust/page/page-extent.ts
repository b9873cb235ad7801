/** Amount of list content that a page shows. The JSON version contains everything. */
export interface Extent {
  /** Maximum excerpt length in UTF-16 code units; 500 characters can take 1,000. */
  readonly excerpt: number
  readonly hashes: boolean
  readonly mappings: number
  readonly subprocessors: number
  readonly documents: number
}

/** Maximum bytes of a page, including its style. */
export const PAGE_MAX_BYTES = 30_000

const FULL_EXTENT: Extent = { excerpt: 1_000, hashes: true, mappings: 20, subprocessors: 100, documents: 50 }

const REDUCTIONS: readonly Partial<Extent>[] = [
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
 * Renders a page with as much content as `PAGE_MAX_BYTES` allows. The longest names and addresses of an organization
 * always fit without the lists.
 */
export const fitToSize = (render: (extent: Extent) => string): string => {
  let extent = FULL_EXTENT
  let text = render(extent)
  for (const reduction of REDUCTIONS) {
    if (Buffer.byteLength(text) <= PAGE_MAX_BYTES) return text
    extent = { ...extent, ...reduction }
    text = render(extent)
  }
  return text
}

/** Shortens text to `max` UTF-16 units without splitting a character. */
export const shorten = (text: string, max: number): string =>
  text.length <= max
    ? text
    : `${text
        .slice(0, max)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()}…`
