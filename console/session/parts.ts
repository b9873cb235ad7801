/** The parts of a text that say something, such as its lines, without the blanks around them. */
export const partsOf = (text: string, separator: string | RegExp): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean)
