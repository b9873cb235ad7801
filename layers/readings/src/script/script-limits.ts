/** Limits of a script. Bytes are UTF-8, lengths of text UTF-16 units. */
export const SCRIPT_LIMITS = {
  bytes: 16 * 1024,
  statements: 200,
  decks: 8,
  positions: 24,
  asks: 40,
  facts: 40,
  /** Cards of one draw, also the limit of `all`. */
  draw: 12,
  /** Cards of a reading; `all` counts as 12. */
  cards: 60,
  parentheses: 8,
  text: 400,
  name: 40,
  errors: 20,
} as const
