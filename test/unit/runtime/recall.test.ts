import { parseCondition } from '@signet/readings'
import { describe, expect, it } from 'vitest'
import { hashesMentioning, matchesEntry, reasonsFor, unknownName } from '../../../lambdas/runtime/grimoire/recall.ts'
import { recallSummary } from '../../../lambdas/runtime/grimoire/recall-route.ts'

const entry = (hash: string, members = {}) => ({
  hash,
  kind: 'reading',
  querent: 'q',
  spread: 'threat_model',
  intention: 'A payment webhook',
  seed: 1,
  questions: 0,
  at: `2026-11-2${hash}T00:00:00.000Z`,
  cards: [{ id: 'c1', title: 'A stranger can send it', severity: 'high' }],
  facts: { region: 'eu', peak: 10 },
  ...members,
})

const conditionOf = (text: string) => {
  const parsed = parseCondition(text)
  if (!parsed.ok) throw new Error(parsed.error.message)
  return parsed.condition
}

describe('recall condition', () => {
  it.each([
    ['kind = reading', true],
    ['spread = premortem', false],
    ['card has c1', true],
    ['card has c2', false],
    ['severity >= medium and severity <= high', true],
    ['severity > high', false],
    ['at > "2026-11-20"', true],
    ['at < "2026-11-21T00:00:00.000Z"', false],
    ['fact.peak >= 10 and not fact.region = us', true],
    ['fact.missing = 1', false],
    ['not fact.missing = 1', false],
    ['score > 0', false],
    ['kind in (reading, flow)', true],
  ])('%s is %s', (where, holds) => {
    expect(matchesEntry(conditionOf(where), entry('1'))).toBe(holds)
  })

  it('reports an unknown name', () => {
    expect(unknownName(conditionOf('kind = reading and (color = red or fact.x is known)'))).toBe('color')
    expect(unknownName(conditionOf('not fact.x = 1'))).toBeUndefined()
  })

  it('explains why an entry matches', () => {
    expect(reasonsFor(entry('1'), conditionOf('fact.region = eu and card has c1'), 'webhooks')).toEqual([
      'fact.region is eu',
      'card is c1',
      'mentions webhook',
    ])
  })
})

it('a text matches words of intentions and card titles', () => {
  const entries = [entry('1'), entry('2', { intention: 'A report', cards: [] })]
  expect([...hashesMentioning('strangers', entries)]).toEqual(['1'])
  expect([...hashesMentioning('nothing', entries)]).toEqual([])
})

it('the summary lists the values of a fact over time and reports changed values as contradictions', () => {
  const entries = [entry('3', { facts: { region: 'us' } }), entry('2'), entry('1')]
  const { by_card, by_fact, contradictions } = recallSummary(entries)
  expect(by_card).toEqual({ c1: 3 })
  expect(by_fact.region?.map(({ value, hash }) => [value, hash])).toEqual([
    ['eu', '1'],
    ['us', '3'],
  ])
  expect(contradictions).toEqual([{ fact: 'region', values: ['eu', 'us'], hashes: ['1', '3'] }])
})
