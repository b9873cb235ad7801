/** Returns a text with an uppercase first letter, such as `High` for a badge. */
export const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
