/** Escapes control characters, which in a file or a reply may steer a terminal. */
export const printable = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes them
  text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, (sign) =>
    JSON.stringify(sign).slice(1, -1),
  )

/** Replaces control characters other than line breaks by spaces, in text of several lines. */
export const plain = (text: string): string => text.replace(/(?!\n)[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, ' ')
