import { describe, expect, it } from 'vitest'
import { sourceFiles } from '../support/source-files.ts'
import { thrownRefusals } from './thrown-refusals.ts'

/** They throw when a rate is exceeded. The compiler adds that code to every endpoint with a rate. */
const LIMITERS: readonly string[] = [
  'layers/kernel/src/limits/window-count.ts',
  'layers/kernel/src/limits/gcra-count.ts',
]

describe('refusals of a domain', () => {
  it('must be returned, not thrown, except those that every route may answer', () => {
    const files = sourceFiles().filter(
      ({ path }) => /^(console|lambdas|layers)\//.test(path) && !LIMITERS.includes(path),
    )
    expect(files.length).toBeGreaterThan(100)
    expect(thrownRefusals(files)).toEqual([])
  })

  const file = (path: string, text: string) => ({ path, text })
  const gone = file(
    'x/gone.ts',
    "import { notFound } from '@signet/kernel'\nexport const gone = () => notFound('It is gone')\n",
  )
  it.each([
    [
      'created by its throw',
      "import { refusal } from '@signet/kernel'\nthrow refusal('taken', 'It is')",
      'x/y.ts:2: throws refusal',
    ],
    [
      'of a class',
      "import { Refusal } from '@signet/kernel'\nthrow new Refusal('taken', 'It is')",
      'x/y.ts:2: throws Refusal',
    ],
    ['created by another file', "import { gone } from './gone.ts'\nif (true) throw gone()", 'x/y.ts:2: throws gone'],
    [
      'created before its throw',
      "import { gone } from './gone.ts'\nconst refused = gone()\nthrow refused",
      'x/y.ts:3: throws refused',
    ],
  ])('report a thrown refusal: %s', (_, text, problem) => {
    expect(thrownRefusals([gone, file('x/y.ts', text)])).toEqual([expect.stringContaining(`${problem}; return it`)])
  })

  it.each([
    ['one that every route may answer', "import { invalidInput } from '@signet/kernel'\nthrow invalidInput([])"],
    ['an error', "throw new Error('no')"],
    ['what was caught', 'try { f() } catch (error) { throw error }'],
    ['another function of that name', "import { gone } from './away.ts'\nthrow gone()"],
    ['one that is returned', "import { gone } from './gone.ts'\nexport const f = () => gone()"],
  ])('accept other throws: %s', (_, text) => {
    expect(thrownRefusals([gone, file('x/y.ts', text)])).toEqual([])
  })
})
