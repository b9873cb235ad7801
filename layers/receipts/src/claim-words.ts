/** Returns the words of a name in camel case or with underscores: `asOf` gives “As of”. */
export const claimName = (name: string): string => {
  const words = name
    .replaceAll('_', ' ')
    .replace(/([a-z\d])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Formats the value of a claim for readers. Nested members become `name: value`. */
export const claimValue = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'object') return String(value)
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map(claimValue)
    : Object.entries(value ?? {}).map(([name, each]) => `${claimName(name)}: ${claimValue(each)}`)
  const hasObjects = isList && value.some((each) => typeof each === 'object')
  return parts.length === 0 ? 'none' : parts.join(hasObjects ? '; ' : ', ')
}

/** Returns name and value of each claim in words; undefined if the claims are not an object with members. */
export const claimEntries = (claims: unknown): readonly (readonly [name: string, value: string])[] | undefined =>
  typeof claims === 'object' && claims !== null && !Array.isArray(claims)
    ? Object.entries(claims).map(([name, value]) => [claimName(name), claimValue(value)])
    : undefined
