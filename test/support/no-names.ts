/** Invalid names, each with the kind of character that makes it invalid. */
export const INVALID_NAMES = [
  ['a lone surrogate', 'x\ud800y'],
  ['NUL', 'x\0y'],
  ['a line break', 'x\r\nBcc: y@example.com'],
  ['an ANSI escape sequence', 'x\u001b[31my'],
  ['a paragraph separator', 'x\u2029y'],
  ['a bidi control character', 'x\u202ey'],
] as const
