/** Joins the errors below a path such as `rules.0`; undefined if there are none. */
export const faultsUnder = (fields: Readonly<Record<string, string>>, path: string): string | undefined => {
  const nested = Object.entries(fields).filter(([field]) => field === path || field.startsWith(`${path}.`))
  if (nested.length === 0) return undefined
  return nested.map(([field, message]) => `${field.slice(path.length + 1)} ${message}`.trim()).join('; ')
}

/** Returns the errors of other fields; they are shown for the whole form. */
export const otherFaults = (
  fields: Readonly<Record<string, string>>,
  shownFields: readonly string[],
): readonly string[] =>
  Object.entries(fields)
    .filter(([field]) => !shownFields.some((shownField) => field === shownField || field.startsWith(`${shownField}.`)))
    .map(([field, message]) => `${field} ${message}`.trim())
