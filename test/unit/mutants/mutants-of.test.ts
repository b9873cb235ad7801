import { expect, test } from 'vitest'
import { chosenMutants } from '../../mutants/mutants.ts'
import { applyMutant, mutantsOf } from '../../mutants/mutants-of.ts'

const path = 'lambdas/flags/x.ts'
const textsOf = (text: string) => mutantsOf({ path, text }).map((mutant) => applyMutant(text, mutant))

test.each([
  ['a comparison', 'const f = (a, b) => a <= b', ['const f = (a, b) => a < b']],
  ['a sum of numbers', 'const f = (a) => a + 1', ['const f = (a) => a - 1', 'const f = (a) => a + 2']],
  [
    'a condition',
    'const f = (a) => { if (a) b = a }',
    ['const f = (a) => { if (true) b = a }', 'const f = (a) => { if (false) b = a }'],
  ],
  [
    'a choice',
    'const f = (a) => (!a ? b : c)',
    ['const f = (a) => (true ? b : c)', 'const f = (a) => (false ? b : c)', 'const f = (a) => (a ? b : c)'],
  ],
  ['a call', 'const f = async () => { await g() }', ['const f = async () => { ; }']],
])('mutates %s', (_, text, expected) => {
  expect(textsOf(text)).toEqual(expected)
})

test('an operator counts as executed if its left side is evaluated', () => {
  const [mutant] = mutantsOf({ path, text: 'const f = (a) => a ?? b' })
  expect(mutant).toMatchObject({ start: 19, evaluatedAt: 17 })
})

test('string concatenation and types are not mutated', () => {
  expect(textsOf("const f = (a: string) => 'x' + a + `y`")).toEqual([])
  expect(textsOf('type A = { readonly b: 1 | true }')).toEqual([])
})

test('a seed always selects the same mutants, an equal number per domain, and no mutants of contracts', () => {
  const files = ['flags', 'trust'].flatMap((domain) => [
    { path: `lambdas/${domain}/a.ts`, text: 'const f = (a) => a === 1 && a < 2 && a > 3' },
    { path: `lambdas/${domain}/contract/a.ts`, text: 'const limit = 7' },
  ])
  const selection = chosenMutants({ seed: '1', each: 3 }, files)
  expect(selection.map((each) => each.path)).toEqual([
    ...Array(3).fill('lambdas/trust/a.ts'),
    ...Array(3).fill('lambdas/flags/a.ts'),
  ])
  expect(chosenMutants({ seed: '1', each: 3 }, files)).toEqual(selection)
  expect(chosenMutants({ seed: '2', each: 3 }, files)).not.toEqual(selection)
})
