import * as z from 'zod'
import type { RemovePersonalData } from '../personal-data/remove-personal-data.ts'
import { callComprehend, type Send } from './call-comprehend.ts'

const LANGUAGES = ['en', 'es']
const SCORE_MIN = 0.5

const Detected = z.object({
  Entities: z.array(
    z.object({ Type: z.string(), Score: z.number(), BeginOffset: z.int().min(0), EndOffset: z.int().min(0) }),
  ),
})
type Entity = z.output<typeof Detected>['Entities'][number]

/** Offsets count code points, in which an emoji counts as one. JavaScript counts it as two code units. */
const withoutEntities = (text: string, entities: readonly Entity[]): string => {
  const characters = [...text]
  for (const { Type, BeginOffset, EndOffset } of entities.toSorted((a, b) => b.BeginOffset - a.BeginOffset)) {
    const kind = /^[A-Z_]{1,40}$/.test(Type) ? Type : 'PII'
    characters.splice(BeginOffset, EndOffset - BeginOffset, `[${kind}]`)
  }
  return characters.join('')
}

/**
 * Removes personal data by rules, and then by Amazon Comprehend, which also finds names without a cue. One call per
 * text.
 */
export const comprehendPersonalData =
  (send: Send, rules: RemovePersonalData): RemovePersonalData =>
  async (texts) => {
    const cleanedByRules = await rules(texts)
    const redactedTexts: string[] = []
    let { removed } = cleanedByRules
    for (const [i, text] of cleanedByRules.texts.entries()) {
      const lang = texts[i]?.lang ?? 'en'
      if (text.trim() === '' || !LANGUAGES.includes(lang)) {
        redactedTexts.push(text)
        continue
      }
      const input = { Text: text, LanguageCode: lang }
      const { Entities } = await callComprehend(send, 'DetectPiiEntities', { input, schema: Detected })
      const likelyEntities = Entities.filter(({ Score }) => Score >= SCORE_MIN)
      removed += likelyEntities.length
      redactedTexts.push(withoutEntities(text, likelyEntities))
    }
    return { texts: redactedTexts, removed }
  }
