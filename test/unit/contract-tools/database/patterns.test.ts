import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { postgresPattern, sqlitePattern } from '../../../../layers/contract-tools/src/database/pattern-expression.ts'
import { scaled } from '../../../support/scale.ts'
import { type Database, postgresDatabase, sqliteDatabase } from './databases.ts'

const databases = [
  { db: sqliteDatabase(), dialect: 'sqlite', translate: sqlitePattern, numRuns: scaled(100, 400) },
  { db: postgresDatabase(), dialect: 'postgres', translate: postgresPattern, numRuns: scaled(100, 400) },
]
afterAll(async () => {
  for (const { db } of databases) await db.close()
})

const verdict = async (db: Database, expression: string, text: string): Promise<boolean> => {
  const mark = db.dialect === 'postgres' ? '$1::text' : '?'
  const [row] = await db.query({
    text: `SELECT ${expression} AS "holds" FROM (SELECT ${mark} AS "c") AS "t"`,
    values: [text],
  })
  return row?.holds === true || row?.holds === 1
}

/** Characters with a meaning in JavaScript, PostgreSQL, GLOB or SQL. */
const character = fc.constantFrom(
  'a',
  'b',
  'B',
  '0',
  '-',
  '^',
  ']',
  '[',
  '*',
  '?',
  '\\',
  "'",
  '"',
  '.',
  '%',
  '_',
  '$',
  'é',
  '😀',
  '\n',
)
const escaped = (text: string): string => (/[\\^$.*+?()[\]{}|/-]/.test(text) ? `\\${text}` : text)
const member = fc.oneof(character.map(escaped), fc.constantFrom('a-c', '0-9', '\\d', '\\w'))
const set = fc
  .tuple(fc.boolean(), fc.array(member, { minLength: 1, maxLength: 4 }))
  .map(([negated, members]) => `[${negated ? '^' : ''}${members.join('')}]`)
const atom = fc.oneof(
  character.map((text) => escaped(text).replace('\\-', '-')),
  set,
  fc.constantFrom('.', '\\d', '\\w', '\\D'),
)
const quantifier = fc.constantFrom('', '', '', '?', '*', '+', '{2}', '{1,2}', '{2,}', '+?')
const patternBody = fc
  .array(fc.tuple(atom, quantifier), { maxLength: 4 })
  .map((parts) => parts.map((part) => part.join('')).join(''))
const anchoredPattern = fc
  .tuple(fc.boolean(), patternBody, fc.boolean())
  .map(([start, inner, end]) => `${start ? '^' : ''}${inner}${end ? '$' : ''}`)
const groupedPattern = fc
  .tuple(patternBody, patternBody, quantifier)
  .map(([one, other, times]) => `^(?:${one}|x${other})${times}$`)
const text = fc.array(character, { maxLength: 5 }).map((characters) => characters.join(''))

describe.each(databases)('patterns in $dialect', ({ db, translate, numRuns }) => {
  it('match the same texts as in JavaScript if translated', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(anchoredPattern, groupedPattern),
        fc.array(text, { minLength: 3, maxLength: 6 }),
        async (source, texts) => {
          const expression = translate('"c"', source)
          fc.pre(expression !== undefined)
          for (const text of texts) {
            expect(await verdict(db, expression, text), `${source} of ${JSON.stringify(text)}`).toBe(
              new RegExp(source, 'u').test(text),
            )
          }
        },
      ),
      { numRuns },
    )
  })

  it('add no CHECK if the database cannot express them', () => {
    const unsupportedPatterns = [
      '(?=a)b',
      '(?<!a)b',
      '(a)\\1',
      '\\bword\\b',
      '\\p{L}',
      '\\s',
      '[\\s]',
      '(?<n>a)',
      '[]',
      'a{300}',
      '*a',
    ]
    expect(unsupportedPatterns.filter((source) => translate('"c"', source) !== undefined)).toEqual([])
  })
})

describe('SQLite', () => {
  it('expresses the patterns of names and codes', () => {
    const supportedPatterns = [
      '^[a-z][a-z0-9-]*$',
      '^\\d{4}-\\d{2}$',
      '^job_[0-9a-f]{8,16}$',
      '^https://',
      '\\.png$',
      '^[A-Z]{2}$',
      'x',
    ]
    expect(supportedPatterns.filter((source) => sqlitePattern('"c"', source) === undefined)).toEqual([])
  })

  it('escapes the special characters of GLOB in sets', async () => {
    const { db } = databases[0]!
    const sources = [
      '^[\\]^-]+$',
      '^[\\^-]+$',
      '^[\\]-]$',
      '^[^\\]^-]+$',
      '^[*?[]{2}$',
      '^[-a-c\\]]*$',
      '^\\^$',
      '^[^^]$',
    ]
    const texts = [']', '-', '^', 'a', '*', '?', '[', '*?', ']-^', 'ab']
    for (const source of sources) {
      const expression = sqlitePattern('"c"', source)!
      const accepted = []
      for (const text of texts) if (await verdict(db, expression, text)) accepted.push(text)
      expect(accepted, source).toEqual(texts.filter((text) => new RegExp(source, 'u').test(text)))
    }
  })
})
