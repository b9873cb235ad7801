import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PersonalText, personalTexts } from '../../support/sentiment-personal.ts'

/** A text with its personal data marked. */
export interface LabeledText {
  readonly text: string
  readonly secrets: readonly { readonly kind: string; readonly value: string }[]
}

/** Reads the texts of a set in test/fixtures/sentiment, with language and region. */
export const readPersonalTexts = (name: string): PersonalText[] =>
  personalTexts(
    readFileSync(join(import.meta.dirname, '../../fixtures/sentiment', name), 'utf8')
      .trim()
      .split('\n'),
  )

const SECRET = /\{([A-Z]+):([^}]*)\}/g

/** Reads texts of test/fixtures/sentiment, one per line, in which each secret is written as {KIND:value}. */
export const labeledTexts = (name: string): LabeledText[] =>
  readFileSync(join(import.meta.dirname, '../../fixtures/sentiment', name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => ({
      text: line.replaceAll(SECRET, '$2'),
      secrets: [...line.matchAll(SECRET)].map(([, kind = '', value = '']) => ({ kind, value: value.trim() })),
    }))

/** Checks that a text contains neither the secret nor any of its words with at least four letters. */
export const isRemoved = (secret: string, before: string, after: string): boolean =>
  !after.includes(secret) &&
  secret
    .split(/[\s,]+/)
    .filter((word) => word.length > 3)
    .every((word) => !after.includes(word) || before.split(word).length > 2)
