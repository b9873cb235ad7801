import { expect, test } from 'vitest'
import { asyncApiDocuments } from '../../../lib/async-api.ts'
import { openApiDocuments } from '../../../lib/openapi.ts'
import { problemsOfDomains, problemsOfFullRun, type RunResults, uncoveredByDomains } from '../../results/problems.ts'
import { declaredAnswers } from '../../support/answers.ts'
import { type BusEvent, missingEvents } from '../../support/events.ts'

const answers = declaredAnswers(openApiDocuments('test')).map((answer) => {
  const [operation = '', status] = answer.split(' ')
  return { file: 'a.test.ts', operation, status: Number(status) }
})
const types = missingEvents(asyncApiDocuments(), [])
const eventOf = (type: string): BusEvent => ({ source: 'signet', 'detail-type': type, detail: {} })
const right = { fn: 'flags-api', action: 'dynamodb:GetItem', resource: 'arn:aws:dynamodb:::table/t' }

/** The results of a run without problems of answers and rights. Its events have no content. */
const complete: RunResults = {
  answers,
  events: types.map(eventOf),
  granted: [{ ...right, leading: 'SET#*' }],
  needed: [{ ...right, keys: ['SET#a'] }],
}
const isAboutContent = (problem: string): boolean => / breaks its schema: | has another source or type /.test(problem)
const problemsOf = (results: RunResults): string[] => problemsOfFullRun(results).filter((each) => !isAboutContent(each))

test('a run that covers every answer, event and right has no such problem', () => {
  expect(problemsOf(complete)).toEqual([])
})

test.each<[string, Partial<RunResults>, string]>([
  [
    'an answer that no test received',
    { answers: answers.filter(({ operation, status }) => operation !== 'flags/listFlags' || status !== 401) },
    'No API test received the declared answer flags/listFlags 401',
  ],
  [
    'an event that no test caused',
    { events: types.slice(1).map(eventOf) },
    `No API test caused the declared event ${types[0]}`,
  ],
  [
    'an event that no contract declares',
    { events: [...complete.events, eventOf('signet.flags.flag.painted')] },
    'The bus received signet.flags.flag.painted of signet, which no AsyncAPI document declares',
  ],
  [
    'a right that no call used',
    { granted: [...complete.granted, { ...right, action: 'dynamodb:PutItem', leading: 'SET#*' }] },
    `flags-api may dynamodb:PutItem on ${right.resource} (SET#*), which no call used: remove it, or add the reason to UNTESTED_RIGHTS`,
  ],
  [
    'a right that a role lacks',
    { needed: [...complete.needed, { ...right, keys: ['FLAG#a'] }] },
    `flags-api calls dynamodb:GetItem on ${right.resource} (FLAG#a), which its role does not grant`,
  ],
])('a run of all domains fails for %s', (_, change, problem) => {
  expect(problemsOf({ ...complete, ...change })).toEqual([problem])
})

test('a run of one domain fails for a right that a role lacks, and lists a right that no call used', () => {
  const needed = [{ ...right, keys: ['FLAG#a'] }]
  const results = { answers, events: complete.events, granted: complete.granted, needed }
  expect(problemsOfDomains(results).filter((each) => !isAboutContent(each))).toEqual([
    expect.stringContaining('which its role does not grant'),
  ])
  expect(uncoveredByDomains(results, ['flags'])).toEqual([expect.stringContaining('which no call used')])
})
