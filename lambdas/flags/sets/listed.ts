export const listed = (keys: readonly string[]): string => {
  const shown = keys.slice(0, 5).join(', ')
  return keys.length > 5 ? `${shown} and ${keys.length - 5} more` : shown
}
