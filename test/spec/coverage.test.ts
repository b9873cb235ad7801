import { expect, test } from 'vitest'
import { citationProblems, citedIn, citedInProject } from './citations.ts'
import { must, pending } from './requirement.ts'
import { requirements } from './verifies.ts'

const root = new URL('../..', import.meta.url).pathname

test('every requirement that is not pending is cited by a test, and every cited id is known', () => {
  expect(citationProblems(requirements, citedInProject(root))).toEqual([])
})

test('uncited, unknown and prematurely cited ids are found', () => {
  const planted = [must('X-1-1', 'cited'), must('X-1-2', 'forgotten'), ...pending('later', [['X-1-3', 'not yet']])]
  const cited = new Set(citedIn("verifies(['X-1-1', 'X-1-3'], 'a', () => {})\nverifies('X-9-9', 'b', () => {})"))
  expect(citationProblems(planted, cited)).toEqual([
    'X-1-2 is cited by no test: forgotten',
    'X-1-3 is pending, yet a test cites it',
    'X-9-9 is cited but not listed',
  ])
})
