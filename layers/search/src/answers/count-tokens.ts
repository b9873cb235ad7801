export type CountTokens = (text: string) => number

let loading: Promise<CountTokens> | undefined

/** Counts tokens like o200k. Its ranks are 2 MB and are loaded with the first question. */
export const tokenCounter = (): Promise<CountTokens> => {
  // Special tokens of the encoding count as plain text.
  loading ??= import('gpt-tokenizer/encoding/o200k_base').then(
    ({ countTokens }) =>
      (text) =>
        countTokens(text, { disallowedSpecial: new Set() }),
  )
  return loading
}
