/** Texts that do not name an owner; neither does a text without letters and digits, such as "-" and "?". */
export const PLACEHOLDERS = [
  ...(['n/a', 'na', 'not applicable', 'tbd', 'tba', 'to be determined', 'todo', 'to do'] as const),
  ...(['none', 'no one', 'nobody', 'unknown', 'unassigned', 'undefined', 'null', 'nil', 'xxx', 'placeholder'] as const),
] as const

export const foldCase = (text: string): string => text.trim().toLowerCase()

/** Normalized letters and digits: "T.B.D.", "(tbd)" and "ＴＢＤ" are equal. */
const lettersAndDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const BARE_PLACEHOLDERS: ReadonlySet<string> = new Set(['', ...PLACEHOLDERS.map(lettersAndDigits)])

export const isPlaceholder = (text: string): boolean => BARE_PLACEHOLDERS.has(lettersAndDigits(text))
