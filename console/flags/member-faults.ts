/** Joins the errors below a path such as `rules.0`; undefined if there are none. */
export const faultsBelow = (fields: Readonly<Record<string, string>>, path: string): string | undefined => {
  const below = Object.entries(fields).filter(([field]) => field === path || field.startsWith(`${path}.`))
  if (below.length === 0) return undefined
  return below.map(([field, message]) => `${field.slice(path.length + 1)} ${message}`.trim()).join('; ')
}

/** Returns the errors outside these members; they are shown for the whole form. */
export const otherFaults = (fields: Readonly<Record<string, string>>, members: readonly string[]): readonly string[] =>
  Object.entries(fields)
    .filter(([field]) => !members.some((member) => field === member || field.startsWith(`${member}.`)))
    .map(([field, message]) => `${field} ${message}`.trim())
