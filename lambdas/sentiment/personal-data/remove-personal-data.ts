import { redact } from './redact.ts'

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

/** By rules, on this machine; numbers without a country code are read as those of `regions` (ISO 3166-1). */
export const personalDataRules =
  (regions: readonly string[]): RemovePersonalData =>
  async (texts) => {
    const cleaned = texts.map(({ text }) => redact(text, regions))
    const removed = cleaned.flatMap((each) => Object.values(each.removed)).reduce((sum, count) => sum + count, 0)
    return { texts: cleaned.map(({ text }) => text), removed }
  }
