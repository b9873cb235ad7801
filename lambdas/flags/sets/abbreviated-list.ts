/** Returns the first five keys and the number of the others. */
export const abbreviatedList = (keys: readonly string[]): string => {
  const shown = keys.slice(0, 5).join(', ')
  return keys.length > 5 ? `${shown} and ${keys.length - 5} more` : shown
}
