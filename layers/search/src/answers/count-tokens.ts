export type CountTokens = (text: string) => number

let loading: Promise<CountTokens> | undefined

/** Returns a counter for tokens of the encoding o200k. Its table has 2 MB and is loaded with the first question. */
export const tokenCounter = (): Promise<CountTokens> => {
  // Special tokens of the encoding count as plain text.
  loading ??= import('gpt-tokenizer/encoding/o200k_base').then(
    ({ countTokens }) =>
      (text) =>
        countTokens(text, { disallowedSpecial: new Set() }),
  )
  return loading
}
