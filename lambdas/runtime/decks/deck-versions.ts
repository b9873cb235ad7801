interface DeckVersion {
  readonly version: string
}

const numbersOf = ({ version }: DeckVersion): readonly number[] => version.split('.').map(Number)

export const newestFirst = (one: DeckVersion, other: DeckVersion): number => {
  const a = numbersOf(one)
  const b = numbersOf(other)
  const differing = a.findIndex((number, index) => number !== b[index])
  return differing < 0 ? 0 : (b[differing] ?? 0) - (a[differing] ?? 0)
}

/**
 * Returns true if the version equals the prefix or extends it: `1.2` matches `1.2.3`. Without a prefix, every version
 * matches.
 */
export const hasVersionPrefix = (version: string, prefix: string | undefined): boolean =>
  prefix === undefined || `${version}.`.startsWith(`${prefix}.`)
