import { chunksOf } from '@signet/kernel'
import * as z from 'zod'
import { Label } from '../contract/event.ts'
import type { ScoredText, Scorer, Sentiment } from '../scoring/scorer.ts'
import { callComprehend, type Send } from './call-comprehend.ts'

/** Maximum texts per call (Comprehend, BatchDetectSentiment). */
const TEXTS_MAX = 25
const BYTES_MAX = 5_000
const LANGUAGES = ['en', 'es', 'fr', 'de', 'it', 'pt', 'ar', 'hi', 'ja', 'ko', 'zh']

const Scores = z.object({ Positive: z.number(), Negative: z.number(), Neutral: z.number(), Mixed: z.number() })
/** Both lists identify texts by index. A successful call can still list failed texts. */
const Detected = z.object({
  ResultList: z.array(z.object({ Index: z.int(), Sentiment: Label, SentimentScore: Scores })),
  ErrorList: z.array(z.object({ Index: z.int() })),
})

const NOT_SCORED: Sentiment = { label: 'NEUTRAL', score: 0.5, couldNotScore: true }
const EMPTY_TEXT: Sentiment = { label: 'NEUTRAL', score: 0.5, couldNotScore: false }

const truncateBytes = (text: string): string =>
  Buffer.from(text)
    .subarray(0, BYTES_MAX)
    .toString('utf8')
    .replace(/\ufffd+$/, '')

const scoreNameOf = (label: Label) => (label.charAt(0) + label.slice(1).toLowerCase()) as keyof z.infer<typeof Scores>

interface BatchEntry {
  readonly index: number
  readonly text: string
}

/**
 * Scores sentiment with Amazon Comprehend, 25 texts of one language per call. Texts in other languages are NEUTRAL with a
 * score of 0.5.
 */
export const comprehendScorer = (send: Send): Scorer => ({
  name: 'comprehend/2017-11-27',
  async score(texts: readonly ScoredText[]) {
    const scores: Sentiment[] = texts.map(({ lang = 'en' }) => (LANGUAGES.includes(lang) ? EMPTY_TEXT : NOT_SCORED))
    const byLanguage = new Map<string, BatchEntry[]>()
    for (const [index, { text, lang = 'en' }] of texts.entries()) {
      if (text.trim() === '' || !LANGUAGES.includes(lang)) continue
      byLanguage.set(lang, [...(byLanguage.get(lang) ?? []), { index, text: truncateBytes(text) }])
    }
    for (const [LanguageCode, entries] of byLanguage) {
      for (const chunk of chunksOf(entries, TEXTS_MAX)) {
        const input = { LanguageCode, TextList: chunk.map(({ text }) => text) }
        const { ResultList, ErrorList } = await callComprehend(send, 'BatchDetectSentiment', {
          input,
          schema: Detected,
        })
        for (const { Index, Sentiment: label, SentimentScore } of ResultList) {
          const score = Number(SentimentScore[scoreNameOf(label)].toFixed(2))
          const index = chunk[Index]?.index
          if (index !== undefined)
            scores[index] = { label, score: Math.min(1, Math.max(0, score)), couldNotScore: false }
        }
        for (const { Index } of ErrorList) {
          const index = chunk[Index]?.index
          if (index !== undefined) scores[index] = NOT_SCORED
        }
      }
    }
    return scores
  },
})
