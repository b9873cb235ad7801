const byUnits = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)

/**
 * One text for all JSON that means the same: members sorted by UTF-16 code units, no white space, numbers as ECMAScript
 * writes them (RFC 8785). Members that are `undefined` are left out. It is for comparing and accepts any value, lone surrogates
 * too; what is signed goes through @signet/receipts/digest, which refuses what has no exact form and is no dependency of this package.
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

/** Whether two values are the same JSON. A missing value is not `null`. */
export const sameJson = (a: unknown, b: unknown): boolean =>
  a === b || (a !== undefined && b !== undefined && canonicalText(a) === canonicalText(b))
