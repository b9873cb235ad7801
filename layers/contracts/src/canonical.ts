const byUnits = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)

/**
 * Returns the same text for all JSON with the same meaning: fields sorted by UTF-16 code units, no white space, numbers
 * as ECMAScript writes them (RFC 8785). Fields that are `undefined` are omitted. Use it for comparisons: it accepts any
 * value, including lone surrogates. Signed data uses @signet/receipts/digest, which rejects values without an exact
 * form and is not a dependency of this package.
 */
export const canonicalText = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).filter(([, child]) => child !== undefined)
  return `{${members
    .sort(byUnits)
    .map(([name, child]) => `${JSON.stringify(name)}:${canonicalText(child)}`)
    .join(',')}}`
}

/** Compares two values as JSON. A missing value is not `null`. */
export const sameJson = (a: unknown, b: unknown): boolean =>
  a === b || (a !== undefined && b !== undefined && canonicalText(a) === canonicalText(b))
