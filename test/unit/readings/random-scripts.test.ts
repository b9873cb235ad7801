import { compileScript, loadShelf, parseScript, runReading, type ShelfDeck, SPREADS } from '@signet/readings'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { anyCharacter } from '../../support/any-character.ts'
import { scaled } from '../../support/scale.ts'

let shelf: readonly ShelfDeck[] = []
beforeAll(async () => {
  shelf = (await Promise.all(SPREADS.map(({ script }) => loadShelf(script)))).flat()
})

const name = fc.constantFrom('a', 'b', 'peak', 'public', 'entry', 'threats', 'data_classes', 'exposure', 'trigger')
const text = fc.string({ maxLength: 20, unit: anyCharacter }).map((it) => `"${it.replaceAll(/["\n]/g, '')}"`)
const literal = fc.oneof(
  fc.constantFrom('yes', 'no', 'public', 'pii', 'high', 'S', 'unknown'),
  fc.integer({ min: -5, max: 200 }).map(String),
  text,
)
const operator = fc.constantFrom('=', '!=', '<', '<=', '>', '>=', 'has')

const { cond } = fc.letrec<{ cond: string; test: string }>((tie) => ({
  cond: fc.oneof(
    { maxDepth: 4 },
    tie('test'),
    fc.tuple(tie('cond'), fc.constantFrom('and', 'or'), tie('cond')).map((parts) => parts.join(' ')),
  ),
  test: fc.oneof(
    { maxDepth: 4 },
    name,
    fc.tuple(name, operator, literal).map((parts) => parts.join(' ')),
    fc.tuple(name, fc.constantFrom('is known', 'is unknown')).map((parts) => parts.join(' ')),
    fc
      .tuple(name, fc.array(literal, { minLength: 1, maxLength: 3 }))
      .map(([it, list]) => `${it} in (${list.join(', ')})`),
    tie('cond').map((it) => `not (${it})`),
  ),
}))
const where = fc.constantFrom(
  'stride = S',
  'stride in (S, E)',
  'severity >= high',
  'not must',
  'tags has webhook',
  'id = "a"',
)

const statement = fc.oneof(
  fc.tuple(name, text).map(([it, title]) => `ask ${it} ${title} as yes/no`),
  fc.tuple(name, text).map(([it, title]) => `ask ${it} ${title} as any of pii, phi default pii`),
  fc.tuple(name, text).map(([it, title]) => `ask ${it} ${title} as number default 10`),
  fc.tuple(name, cond, literal, literal).map(([it, c, a, b]) => `fact ${it} = if ${c} then ${a} else ${b}`),
  name.map((it) => `fact b = count ${it}`),
  fc.tuple(name, text).map(([it, title]) => `position ${it} ${title}`),
  cond.map((it) => `when ${it}`),
  fc.tuple(fc.integer({ min: 0, max: 14 }), where).map(([count, it]) => `draw ${count} from threats where ${it}`),
  fc.constantFrom(
    'draw all from threats top',
    'draw 2 from threats',
    'speak as ciso about entry',
    'say "{peak} {entry.titles}"',
  ),
)

const grammatical = fc
  .array(statement, { maxLength: 12 })
  .map((lines) => ['spread x "X"', 'deck threats = stride-core@1', ...lines].join('\n'))

/** A built-in script, cut, duplicated and overwritten at random positions. */
const mutated = fc
  .tuple(
    fc.constantFrom(...SPREADS.map(({ script }) => script)),
    fc.array(
      fc.tuple(
        fc.nat({ max: 2_000 }),
        fc.nat({ max: 12 }),
        fc.oneof(
          fc.string({ maxLength: 6, unit: anyCharacter }),
          fc.constantFrom('"', '(', '\n', '{', ' and ', '@', '0', ''),
        ),
      ),
      { minLength: 1, maxLength: 5 },
    ),
  )
  .map(([script, edits]) =>
    edits.reduce(
      (all, [at, length, more]) => all.slice(0, at % all.length) + more + all.slice((at % all.length) + length),
      script,
    ),
  )

const COUNT = scaled(1_500, 5_000)
/** Far more than any script takes on a busy machine; only an endless loop exceeds it. */
const LIMIT_MS = 2_000

const outcomeOf = (script: string, seed: number): 'read' | 'refused' => {
  const started = performance.now()
  const parsed = parseScript(script)
  const compiled = compileScript(script, shelf)
  const outcome = runReading({ script, seed, lenient: true, intention: 'A webhook', state: { peak: 60 } }, shelf)
  expect(performance.now() - started).toBeLessThan(LIMIT_MS)
  if (!parsed.ok) expect(compiled.ok).toBe(false)
  if (!compiled.ok) {
    expect(compiled.errors.length).toBeLessThanOrEqual(20)
    for (const { line, column, length, message } of compiled.errors) {
      expect(Math.min(line, column, length)).toBeGreaterThan(0)
      expect(message.startsWith(`line ${line}, column ${column}: `)).toBe(true)
    }
  }
  return outcome.ok ? 'read' : 'refused'
}

describe('random scripts', () => {
  it.each([
    ['by the grammar', grammatical, scaled(15, 50)],
    ['mutated', mutated, scaled(60, 200)],
  ])('scripts %s neither throw nor hang', (_, scripts, atLeast) => {
    const counts = { read: 0, refused: 0 }
    const property = fc.property(scripts, fc.nat(), (script, seed) => {
      counts[outcomeOf(script, seed)] += 1
    })
    fc.assert(property, { numRuns: COUNT, seed: 34, endOnFailure: true })
    // Both valid and invalid scripts must occur, or the test would prove nothing.
    expect(Math.min(counts.read, counts.refused)).toBeGreaterThan(atLeast)
  })
})
