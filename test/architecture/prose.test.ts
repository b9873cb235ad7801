import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ALLOWED_TEXTS } from '../prose/allowed.ts'
import { checkProse, type ProseProblem, proseProblems } from '../prose/problems.ts'
import { allComments, lastSubjects } from '../prose/repository-prose.ts'
import { isNounPhrase, longSentences, subjectProblems, WORDINGS } from '../prose/rules.ts'
import { commentsOf, stringsOf, type TextKind, titlesOf } from '../prose/texts.ts'

describe('the prose of the repository', () => {
  it('comments are plain', () => {
    const comments = allComments()
    expect(comments.length).toBeGreaterThan(5_000)
    expect(checkProse(comments, ['comment'])).toEqual([])
  })

  it('the last commit subjects are conventional and plain', () => {
    const subjects = lastSubjects(20)
    expect(checkProse(subjects, ['subject'])).toEqual([])
    expect(subjects.flatMap(({ text }) => subjectProblems(text).map((problem) => `${text}: ${problem}`))).toEqual([])
  })

  it('each entry of the allow-list has a reason', () => {
    expect(ALLOWED_TEXTS.filter(({ reason }) => reason.split(' ').length < 3)).toEqual([])
  })
})

const kindOf = (kinds: readonly TextKind[] | undefined): TextKind => kinds?.[0] ?? 'comment'
const rulesOf = (kind: TextKind, text: string): string[] =>
  proseProblems({ path: 'a.ts', line: 1, kind, text }).map(({ rule }: ProseProblem) => rule)

describe('the rules of prose', () => {
  it.each(WORDINGS)('$rule: refuses "$planted" and permits "$permitted"', ({ rule, planted, permitted, kinds }) => {
    expect(rulesOf(kindOf(kinds), planted)).toContain(rule)
    expect(rulesOf(kindOf(kinds), permitted)).not.toContain(rule)
  })

  it('a sentence may have 30 words', () => {
    const words = (count: number): string => `${'word '.repeat(count - 1)}word.`
    expect(longSentences(words(30))).toEqual([])
    expect(longSentences(`Short. W${words(31).slice(1)}`)).toEqual([`W${words(31).slice(1)}`])
  })

  it.each(['What goes', 'Of ourselves', 'How money moves', 'A witness that is asked for'])(
    'the heading "%s" is not a noun phrase',
    (heading) => expect(isNounPhrase(heading)).toBe(false),
  )

  it.each(['Retention', 'Querying', 'Self-monitoring', 'Deploying to AWS', 'Create a key'])(
    'the heading "%s" is permitted',
    (heading) => expect(isNounPhrase(heading)).toBe(true),
  )

  it('repeated words and wrong articles are errors', () => {
    expect(rulesOf('comment', 'Returns the the key.')).toContain('grammar')
    expect(rulesOf('comment', 'Returns a owner.')).toContain('grammar')
    expect(rulesOf('comment', 'Returns an `apiKey` of the owner.')).toEqual([])
  })

  it.each([
    ['fix: one; two', 'joins two changes by a semicolon'],
    ['Fixes things', 'is not conventional'],
    [`fix: ${'a'.repeat(80)}`, 'has 85 characters; the limit is 72'],
  ])('the subject "%s" %s', (subject, problem) => expect(subjectProblems(subject)).toEqual([problem]))
})

interface LabeledText {
  readonly kind: TextKind
  readonly text: string
  /** The verdict of a reader who knew the style guide and not the rules. */
  readonly label: 'plain' | 'idiom'
}

describe('the rules of prose on 500 labeled texts of an earlier commit', () => {
  const file = join(import.meta.dirname, '../fixtures/prose/labeled.jsonl')
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const texts = lines.map((line) => JSON.parse(line) as LabeledText)
  const rateOf = (label: LabeledText['label']): number => {
    const labeled = texts.filter((text) => text.label === label)
    const refused = labeled.filter(({ kind, text }) => rulesOf(kind, text).length > 0)
    return refused.length / labeled.length
  }

  it('refuse at most 2 % of the plain texts, and a third of the others', () => {
    expect(texts.length).toBe(500)
    expect(rateOf('plain')).toBeLessThan(0.02)
    expect(rateOf('idiom')).toBeGreaterThan(1 / 3)
  })
})

describe('the readers of prose', () => {
  const file = (path: string, text: string) => ({ path, text })

  it('comments are read as paragraphs, without directives', () => {
    const text =
      '/**\n * Returns a key,\n * or none.\n * @throws Error\n */\nlet a\n// one\n// two\nlet b // @ts-ignore'
    expect(commentsOf(file('a.ts', text)).map(({ line, text }) => [line, text])).toEqual([
      [1, 'Returns a key, or none.\n@throws Error'],
      [7, 'one two'],
    ])
  })

  it('titles of tests, groups and tables are read', () => {
    const text = "describe('keys', () => {\n  it.each([['a (b)', 1]])('a key %s', () => {})\n  it(`ends`, () => {})\n})"
    expect(titlesOf(file('a.test.ts', text)).map(({ line, text }) => [line, text])).toEqual([
      [1, 'keys'],
      [2, 'a key %s'],
      [3, 'ends'],
    ])
  })

  it('strings are read where people see them, and code is not', () => {
    const text =
      "import a from 'b c'\nconst x = { summary: 'Keys', id: 'key', y: 'two words' }\nconst z = <p class=\"a b\" title=\"Key\">Some text</p>"
    expect(stringsOf(file('a.tsx', text)).map(({ text }) => text)).toEqual(['Keys', 'two words', 'Key', 'Some text'])
  })
})
