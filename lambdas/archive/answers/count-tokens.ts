/** Counts the tokens of a text. */
export type CountTokens = (text: string) => number

let loading: Promise<CountTokens> | undefined

/** Tokens as o200k counts them. Its ranks are 2 MB, which are loaded with the first question. */
export const tokenCounter = (): Promise<CountTokens> => {
  // Marks of the encoding that stand in a text are text there.
  loading ??= import('gpt-tokenizer/encoding/o200k_base').then(
    ({ countTokens }) =>
      (text) =>
        countTokens(text, { disallowedSpecial: new Set() }),
  )
  return loading
}
