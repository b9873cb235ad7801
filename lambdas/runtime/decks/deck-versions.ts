interface DeckVersion {
  readonly version: string
}

const numbersOf = ({ version }: DeckVersion): readonly number[] => version.split('.').map(Number)

export const newestFirst = (one: DeckVersion, other: DeckVersion): number => {
  const left = numbersOf(one)
  const right = numbersOf(other)
  const at = left.findIndex((number, index) => number !== right[index])
  return at < 0 ? 0 : (right[at] ?? 0) - (left[at] ?? 0)
}

/**
 * Returns true if the version equals the prefix or begins with it, as `1` or `1.2`. Without a prefix, every version
 * matches.
 */
export const isVersion = (version: string, prefix: string | undefined): boolean =>
  prefix === undefined || `${version}.`.startsWith(`${prefix}.`)
