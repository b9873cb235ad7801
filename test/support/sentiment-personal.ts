import { plainTextOf } from '../../lambdas/sentiment/personal-data/plain-text.ts'
import { piecesIn, redact } from '../../lambdas/sentiment/personal-data/redact.ts'

interface Secret {
  readonly kind: string
  readonly value: string
  readonly start: number
  readonly end: number
}

/** A text with the positions of its secrets in the plain text. */
export interface PersonalText {
  readonly language: string
  readonly regions: readonly string[]
  readonly text: string
  readonly plain: string
  readonly secrets: readonly Secret[]
}

const SECRET = /\{([A-Z]+):([^}]*)\}/g

/**
 * Parses lines with language, regions, and a text in which each secret is written as {KIND:value},
 * and a line break as a backslash with n.
 */
export const personalTexts = (lines: readonly string[]): PersonalText[] =>
  lines.map((line) => {
    const [language = '', regions = '', ...rest] = line.split('\t')
    const markedText = rest.join('\t').replaceAll(String.raw`\n`, '\n')
    const text = markedText.replaceAll(SECRET, '$2')
    const secrets = [...markedText.matchAll(SECRET)].map(({ 0: mark, 1: kind = '', 2: value = '', index }) => {
      const start = plainTextOf(markedText.slice(0, index).replaceAll(SECRET, '$2')).length
      return {
        kind,
        value,
        start,
        end: plainTextOf(markedText.slice(0, index + mark.length).replaceAll(SECRET, '$2')).length,
      }
    })
    return { language, regions: regions.split(','), text, plain: plainTextOf(text), secrets }
  })

/**
 * Returns whether a secret is removed: the value as a whole, and every word of four letters or more that is unique to
 * it.
 */
const isRemoved = ({ value }: Secret, before: string, after: string): boolean => {
  const secret = plainTextOf(value)
  const words = secret.split(/[\s,]+/).filter((word) => word.length > 3)
  return !after.includes(secret) && words.every((word) => !after.includes(word) || before.split(word).length > 2)
}

/** Returns recall by kind and language, and the share of removed text that overlaps a secret. */
export const personalFigures = (texts: readonly PersonalText[]) => {
  const groups = new Map<string, { found: number; all: number }>()
  const missed: string[] = []
  const wrong: string[] = []
  let removed = 0
  let right = 0
  for (const { language, regions, text, plain, secrets } of texts) {
    const { text: redacted } = redact(text, regions)
    for (const secret of secrets) {
      const isFound = isRemoved(secret, plain, redacted)
      for (const name of [secret.kind, language, 'all']) {
        const group = groups.get(name) ?? { found: 0, all: 0 }
        groups.set(name, { found: group.found + (isFound ? 1 : 0), all: group.all + 1 })
      }
      if (!isFound) missed.push(`missed ${secret.kind} ${secret.value} | ${redacted}`)
    }
    for (const { kind, start, end } of piecesIn(plain, regions)) {
      const isRight = secrets.some((secret) => secret.start < end && start < secret.end)
      removed += 1
      right += isRight ? 1 : 0
      if (!isRight) wrong.push(`wrong ${kind} ${plain.slice(start, end)} | ${plain}`)
    }
  }
  return {
    groups: new Map([...groups].sort(([a], [b]) => (a === 'all' ? 1 : a.localeCompare(b)))),
    removed,
    right,
    missed,
    wrong,
  }
}
