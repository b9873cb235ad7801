/** Returns the first five keys and the number of the others. */
export const abbreviatedList = (keys: readonly string[]): string => {
  const firstKeys = keys.slice(0, 5).join(', ')
  return keys.length > 5 ? `${firstKeys} and ${keys.length - 5} more` : firstKeys
}
