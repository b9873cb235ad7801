import { contextProblems, contextTexts } from '@signet/readings/context'
import { expect, test } from 'vitest'

/** As a parsed body: a recursive reader would overflow. */
const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))

const problemsOf = (deep: unknown) => contextProblems({ context: contextTexts({ plan: { team: 3 }, deep }) })

test('nested context', () => {
  expect(problemsOf(nested(1_000))).toEqual([])
})

test.each([1_001, 2_001, 100_000, 250_000])('with %i levels, is refused by field as too long', (levels) => {
  expect(problemsOf(nested(levels))).toEqual([
    { field: 'context.deep', message: expect.stringMatching(/^has \d+ characters, at most 2000 are allowed$/) },
  ])
})
