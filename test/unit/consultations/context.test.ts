import { contextProblems, contextTexts } from '@signet/readings/context'
import { expect, test } from 'vitest'

/** As a body that is read: no recursive reader gets to its end. */
const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))

const problemsOf = (deep: unknown) => contextProblems({ context: contextTexts({ plan: { team: 3 }, deep }) })

test('a context may be nested', () => {
  expect(problemsOf(nested(1_000))).toEqual([])
})

test.each([1_001, 2_001, 100_000, 250_000])(
  'with %i levels it is refused by its field, as one that is too long',
  (levels) => {
    expect(problemsOf(nested(levels))).toEqual([
      { field: 'context.deep', message: expect.stringMatching(/^has \d+ characters, at most 2000 are allowed$/) },
    ])
  },
)
