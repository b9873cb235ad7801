// #if model
export interface Prompt {
  /** The instructions of the model. They never contain text of users. */
  readonly system: string
  /** Data of people, fenced: it is never an instruction. */
  readonly user: string
  readonly maxTokens: number
}

/** How long the model may take for one answer. */
export const MODEL_TIMEOUT_MS = 20_000

/** A language model. Its text is data: it is checked before anything is done with it. */
export interface Model {
  /** @throws when it takes longer than MODEL_TIMEOUT_MS. */
  complete(prompt: Prompt): Promise<string>
}

/** Data between marks that it cannot hold itself. */
export const fenced = (name: string, text: string): string =>
  `<${name}>\n${text.replaceAll('<', '(').replaceAll('>', ')')}\n</${name}>`
// #endif
