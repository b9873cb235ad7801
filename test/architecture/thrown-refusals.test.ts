import { describe, expect, it } from 'vitest'
import { thrownRefusals } from './thrown-refusals.ts'
import { trackedSources } from './tracked-files.ts'

/** Files in which some are still thrown: the list only gets shorter. */
const UNFINISHED = [
  'lambdas/imagegen/api/generate.ts',
  'lambdas/imagegen/models/gates.ts',
  'lambdas/imagegen/models/resolve-model.ts',
  'lambdas/imagegen/tenants/tenant-table.ts',
  'lambdas/imagegen/variations/create-variations.ts',
]

describe('refusals of a domain', () => {
  it('are returned and never thrown, but for those that every route may answer', () => {
    const files = trackedSources().filter(({ path }) => path.startsWith('lambdas/'))
    expect(files.length).toBeGreaterThan(100)
    const problems = thrownRefusals(files)
    const fileOf = (problem: string) => problem.split(':')[0] ?? ''
    expect(problems.filter((problem) => !UNFINISHED.includes(fileOf(problem)))).toEqual([])
    expect([...new Set(problems.map(fileOf))].sort(), 'take out of UNFINISHED what is finished').toEqual(UNFINISHED)
  })

  const file = (path: string, text: string) => ({ path, text })
  const gone = file(
    'x/gone.ts',
    "import { notFound } from '@signet/kernel'\nexport const gone = () => notFound('It is gone')\n",
  )
  it.each([
    [
      'made on the spot',
      "import { refusal } from '@signet/kernel'\nthrow refusal('taken', 'It is')",
      'x/y.ts:2: throws refusal',
    ],
    [
      'of a class',
      "import { Refusal } from '@signet/kernel'\nthrow new Refusal('taken', 'It is')",
      'x/y.ts:2: throws Refusal',
    ],
    ['made by another file', "import { gone } from './gone.ts'\nif (true) throw gone()", 'x/y.ts:2: throws gone'],
    [
      'made before',
      "import { gone } from './gone.ts'\nconst refused = gone()\nthrow refused",
      'x/y.ts:3: throws refused',
    ],
  ])('that are thrown are found: %s', (_, text, told) => {
    expect(thrownRefusals([gone, file('x/y.ts', text)])).toEqual([expect.stringContaining(`${told}; return it`)])
  })

  it.each([
    ['one that every route may answer', "import { invalidInput } from '@signet/kernel'\nthrow invalidInput([])"],
    ['an error', "throw new Error('no')"],
    ['what was caught', 'try { f() } catch (error) { throw error }'],
    ['another thing of that name', "import { gone } from './away.ts'\nthrow gone()"],
    ['one that is returned', "import { gone } from './gone.ts'\nexport const f = () => gone()"],
  ])('are not taken for thrown: %s', (_, text) => {
    expect(thrownRefusals([gone, file('x/y.ts', text)])).toEqual([])
  })
})
