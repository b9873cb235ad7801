import { redact } from './redact.ts'

export interface RawText {
  readonly text: string
  readonly lang?: string | undefined
}

export interface CleanTexts {
  readonly texts: readonly string[]
  readonly removed: number
}

export type RemovePersonalData = (texts: readonly RawText[]) => Promise<CleanTexts>

/**
 * Removes personal data locally, by rules. Numbers without a country code are interpreted by `regions` (ISO 3166-1).
 */
export const personalDataRules =
  (regions: readonly string[]): RemovePersonalData =>
  async (texts) => {
    const cleaned = texts.map(({ text }) => redact(text, regions))
    const removed = cleaned.flatMap((each) => Object.values(each.removed)).reduce((sum, count) => sum + count, 0)
    return { texts: cleaned.map(({ text }) => text), removed }
  }
