// #if model
export interface Prompt {
  /** Instructions for the model, without text of users. */
  readonly system: string
  /** Fenced user data, which is never an instruction. */
  readonly user: string
  readonly maxTokens: number
}

/** Timeout of one call of the model. */
export const MODEL_TIMEOUT_MS = 20_000

/** A language model. Its output is data and must be validated before use. */
export interface Model {
  /** @throws if the call takes longer than MODEL_TIMEOUT_MS. */
  complete(prompt: Prompt): Promise<string>
}

/** Fences data between tags that the data cannot contain. */
export const fenced = (name: string, text: string): string =>
  `<${name}>\n${text.replaceAll('<', '(').replaceAll('>', ')')}\n</${name}>`
// #endif
