import { compileScript, INPUT_LIMITS, runReading, SCRIPT_LIMITS } from '@signet/readings'
import { describe, expect, it } from 'vitest'
import { card, deckOf, refusalOf, shelfOf } from './reading-world.ts'

const shelf = shelfOf(deckOf([card('a'), card('b')]))
const HEAD = 'spread x\ndeck d = small\n'

const codesOf = (script: string): readonly string[] => {
  const compilation = compileScript(script, shelf)
  return compilation.ok ? [] : compilation.errors.map(({ code, line, column }) => `${code} ${line}:${column}`)
}

const times = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n')

const position = (at: number): string => `position p${at} "P"\ndraw 1 from d`

describe('limits of a script', () => {
  it.each([
    ['statements', `${HEAD}${times(198, () => 'say "x"')}`, '\nsay "x"', 'too_many 201:1'],
    ['decks', `spread x\n${times(8, (at) => `deck d${at} = small`)}`, '\ndeck d8 = small', 'too_many 10:1'],
    ['positions', `${HEAD}${times(24, position)}`, `\n${position(24)}`, 'too_many 51:1'],
    ['asks', `${HEAD}${times(40, (at) => `ask a${at} "A?" as text`)}`, '\nask b "B?" as text', 'too_many 43:1'],
    ['facts', `${HEAD}${times(40, (at) => `fact f${at} = 1`)}`, '\nfact g = 1', 'too_many 43:1'],
    [
      'cards of a reading',
      `${HEAD}position p "P"\n${times(5, () => 'draw 12 from d')}`,
      '\ndraw 1 from d',
      'too_many 9:6',
    ],
    [
      'cards of a reading, all counted as 12',
      `${HEAD}position p "P"\n${times(5, () => 'draw all from d')}`,
      '\ndraw 1 from d',
      'too_many 9:6',
    ],
  ])('the limit of %s is enforced', (_, atLimit, added, error) => {
    expect(codesOf(atLimit)).toEqual([])
    expect(codesOf(atLimit + added)).toEqual([error])
  })

  it('a draw has a limit of cards', () => {
    expect(codesOf(`${HEAD}position p "P"\ndraw 12 from d`)).toEqual([])
    expect(codesOf(`${HEAD}position p "P"\ndraw 13 from d`)).toEqual(['too_many 4:6'])
  })

  it('parentheses have a nesting limit', () => {
    const nested = (depth: number) => `fact f = if ${'('.repeat(depth)}a${')'.repeat(depth)} then 1 else 2`
    const head = `${HEAD}ask a "A?" as yes/no\n`
    expect(codesOf(head + nested(SCRIPT_LIMITS.parentheses))).toEqual([])
    expect(codesOf(head + nested(SCRIPT_LIMITS.parentheses + 1))).toEqual(['too_many 4:21'])
  })

  it('texts have a length limit', () => {
    expect(codesOf(`${HEAD}say "${'x'.repeat(400)}"`)).toEqual([])
    expect(codesOf(`${HEAD}say "${'x'.repeat(401)}"`)).toEqual(['too_many 3:5'])
  })

  it('names have a length limit', () => {
    expect(codesOf(`${HEAD}fact ${'a'.repeat(40)} = 1`)).toEqual([])
    expect(codesOf(`${HEAD}fact ${'a'.repeat(41)} = 1`)).toEqual(['syntax 3:6'])
  })

  it('the limit of a script counts bytes, not characters', () => {
    const filled = (bytes: number) => `${HEAD}#${'x'.repeat(bytes - HEAD.length - 1)}`
    expect(codesOf(filled(SCRIPT_LIMITS.bytes))).toEqual([])
    expect(codesOf(filled(SCRIPT_LIMITS.bytes + 1))).toEqual(['too_many 1:1'])
    expect(codesOf(`${HEAD}#${'é'.repeat(8_181)}`)).toEqual(['too_many 1:1'])
    expect(codesOf(`${HEAD}#${'é'.repeat(8_100)}`)).toEqual([])
  })
})

const script = `${HEAD}ask n "N?" as number\nask y "Y?" as yes/no\nask o "O?" as one of a, b\nask m "M?" as any of a, b\nposition p "P"\ndraw 1 from d`
const refused = (inputs: object) => refusalOf({ script, ...inputs }, deckOf([card('a'), card('b')]))
const problem = (field: string) => ({ code: 'invalid_input', errors: [expect.objectContaining({ field })] })
const facts = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, at]))

describe('limits of the input', () => {
  it.each([
    ['the intention', { intention: 'x'.repeat(2_000) }, { intention: 'x'.repeat(2_001) }, 'intention'],
    ['facts', { state: facts(64) }, { state: facts(65) }, 'state'],
    ['names of facts', { state: { ['a'.repeat(40)]: 1 } }, { state: { ['a'.repeat(41)]: 1 } }, 'state'],
    ['texts', { state: { t: 'x'.repeat(INPUT_LIMITS.text) } }, { state: { t: 'x'.repeat(2_001) } }, 'state.t'],
    ['the least seed', { seed: 0 }, { seed: -1 }, 'seed'],
    ['the greatest seed', { seed: 2 ** 53 - 1 }, { seed: 2 ** 53 }, 'seed'],
    ['whole seeds', { seed: 1 }, { seed: 1.5 }, 'seed'],
    ['a number', { state: { n: 1 } }, { state: { n: 'many' } }, 'state.n'],
    ['yes or no', { state: { y: 'yes' } }, { state: { y: 'maybe' } }, 'state.y'],
    ['one of', { state: { o: 'a' } }, { state: { o: 'c' } }, 'state.o'],
    ['any of', { state: { m: ['a', 'b'] } }, { state: { m: ['a', 'c'] } }, 'state.m'],
    ['whole characters', { intention: '\u{1f600}' }, { intention: '\ud83d' }, 'intention'],
  ])('the limit of %s is enforced', (_, atLimit, tooMuch, field) => {
    expect(refused(atLimit)).toBeUndefined()
    expect(refused(tooMuch)).toMatchObject(problem(field))
  })

  it('a script with errors is refused without an exception', () => {
    expect(runReading({ script: 'spred' }, shelf)).toMatchObject({
      ok: false,
      refusal: { status: 400, code: 'script_invalid' },
    })
  })
})
