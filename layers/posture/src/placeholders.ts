/** Texts that name nobody; one without a letter or a digit, such as "-" and "?", names nobody either. */
export const PLACEHOLDERS = [
  ...(['n/a', 'na', 'not applicable', 'tbd', 'tba', 'to be determined', 'todo', 'to do'] as const),
  ...(['none', 'no one', 'nobody', 'unknown', 'unassigned', 'undefined', 'null', 'nil', 'xxx', 'placeholder'] as const),
] as const

export const folded = (text: string): string => text.trim().toLowerCase()

/** Letters and digits alone, in one form: "T.B.D.", "(tbd)" and "ＴＢＤ" say the same. */
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const BARE_PLACEHOLDERS: ReadonlySet<string> = new Set(['', ...PLACEHOLDERS.map(bare)])

export const isPlaceholder = (text: string): boolean => BARE_PLACEHOLDERS.has(bare(text))
