/** Texts that a name must not contain, each in a name. */
export const NO_NAMES = [
  ['half a character', 'x\ud800y'],
  ['NUL', 'x\0y'],
  ['the end of a line', 'x\r\nBcc: y@example.com'],
  ['an escape', 'x\u001b[31my'],
  ['the end of a paragraph', 'x\u2029y'],
  ['a turn of direction', 'x\u202ey'],
] as const
