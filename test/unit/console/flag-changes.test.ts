import type { FlagInput } from '@signet/flags'
import { describe, expect, it } from 'vitest'
import type { Flag } from '../../../console/api/flags.ts'
import { changeWords, conflictingFields } from '../../../console/flags/change-words.ts'
import {
  contextOf,
  decidingStep,
  offeredAttributes,
  parseAttributes,
  segmentsIn,
  stepWords,
  valueShares,
} from '../../../console/flags/explain-words.ts'
import { faultsUnder, otherFaults } from '../../../console/flags/field-faults.ts'
import { flagAt, stateSentence } from '../../../console/flags/flag-words.ts'
import { ruleDraft, ruleOf } from '../../../console/flags/rule-draft.ts'
import { flagsOf } from '../flags/sample-flags.ts'
import { flag } from './sample-flag.ts'

const plan = { attribute: 'plan', operator: 'in', value: ['pro', 'team'] }
const country = { attribute: 'country', operator: 'equals', value: 'SE' }

describe('changeWords', () => {
  it.each<[Partial<Flag>, Partial<Flag>, readonly string[]]>([
    [{}, { enabled: false }, ['Switched off']],
    [{}, { archived: true }, ['Archived']],
    [{ archived: true }, {}, ['Unarchived']],
    [{ percentage: 2 }, { percentage: 5 }, ['Percentage: 2% → 5%']],
    [{ percentage: 2 }, {}, ['Percentage: 2% → none']],
    [{ rules: [] }, { rules: [plan] }, ['Rule added: If plan is one of pro, team then on']],
    [
      { rules: [plan] },
      { rules: [{ ...plan, result: false }] },
      ['Rule removed: If plan is one of pro, team then on', 'Rule added: If plan is one of pro, team then off'],
    ],
    [{ rules: [plan, country] }, { rules: [country, plan] }, ['Rule order changed: the first matching rule decides']],
    [{ rules: [plan] }, { rules: [{ ...plan, id: 'r' }] }, ['Rule details changed']],
    [
      { variants: [{ key: 'a', weight: 1 }] },
      {
        variants: [
          { key: 'a', weight: 1 },
          { key: 'b', weight: 3 },
        ],
      },
      ['Variants: a 100% → a 25%, b 75%'],
    ],
    [
      { variants: [{ key: 'a', weight: 1 }] },
      { variants: [{ key: 'a', weight: 1, payload: 5 }] },
      ['Variant payloads changed'],
    ],
    [{ tags: ['a'] }, { tags: ['a', 'b'] }, ['Tags: a → a, b']],
    [{ description: 'Old' }, { description: '' }, ['Description: Old → none']],
    [{}, { overrides: { users: { ada: true } } }, ['Individual users and tenants: none → {"users":{"ada":true}}']],
    [{ version: 3, salt: 'x' }, { version: 4, salt: 'y' }, []],
  ])('describes %o to %o', (before, after, words) => {
    expect(changeWords(flag(before), flag(after))).toEqual(words)
  })

  it('lists fields that both changes set', () => {
    const currentFlag = { ...flag({ rules: [country], tags: ['x'] }) }
    expect(conflictingFields({ rules: [], percentage: 5 }, { ...flag() }, currentFlag)).toEqual(['rules'])
  })
})

describe('scheduled change', () => {
  const scheduled = flag({ schedule: [{ at: '2026-12-01T00:00:00Z', set: { enabled: false } }] })
  const at = Date.parse('2026-12-01T00:00:00Z')
  it('shows a due change as applications evaluate it', () => {
    expect(stateSentence(flagAt(scheduled, at - 1))).toBe('On for all users')
    expect(stateSentence(flagAt(scheduled, at))).toBe('Switched off for all users')
  })
})

describe('rule without matching fields', () => {
  it.each([
    { attribute: 'age', operator: 'equals', value: 18 },
    { attribute: 'id', operator: 'in', value: [1, 2] },
    { attribute: 'id', operator: 'in', value: ['a,b'] },
    { attribute: 'name', operator: 'equals', value: null },
    { attribute: 'name', operator: 'equals', value: 'true' },
    { attribute: 'name', operator: 'equals', value: ' Ada' },
  ])('a value is edited as JSON: %o', (rule) => {
    expect(ruleDraft(rule).kind).toBe('json')
    expect(ruleOf(ruleDraft(rule))).toEqual(rule)
  })
})

describe('field errors', () => {
  const fields = { 'rules.1.all.0.value': 'must be text', 'rules.10': 'is too much', tags: 'must be a list' }
  it('errors are shown at the field that they name', () => {
    expect(faultsUnder(fields, 'rules.1')).toBe('all.0.value must be text')
    expect(faultsUnder(fields, 'rules.10')).toBe('is too much')
    expect(faultsUnder(fields, 'rules.2')).toBeUndefined()
  })
  it('errors are shown for the whole form if no input shows the field', () => {
    expect(otherFaults(fields, ['rules'])).toEqual(['tags must be a list'])
  })
})

describe('evaluation context', () => {
  it('offers the attributes that can affect the result', () => {
    const segments = [
      { key: 'beta', when: { not: { attribute: 'opted', operator: 'exists' } } },
      { key: 'unused', when: { attribute: 'other', operator: 'exists' } },
    ]
    const rules = [{ segment: 'beta' }, { ...plan, id: 'r', rollout: { percentage: 5, by: ['device'] } }]
    const offered = offeredAttributes({ rules, by: 'account', overrides: { tenants: { acme: true } } }, segments)
    expect(offered).toEqual(['user', 'account', 'device', 'plan', 'opted', 'tenant'])
    expect(segmentsIn({ any: [{ not: { segment: 'beta' } }] })).toEqual(['beta'])
  })

  it('parses numbers, booleans and JSON, keeps IDs as texts, and omits empty values', () => {
    const typed = { user: '42', age: '42', beta: 'true', roles: '["a"]', version: '1.4.0', plan: ' ', name: '[x' }
    expect(contextOf(typed)).toEqual({
      user: '42',
      age: 42,
      beta: true,
      roles: ['a'],
      version: '1.4.0',
      name: '[x',
    })
  })

  it('accepts other attributes as a JSON object only', () => {
    expect(parseAttributes('')).toEqual({})
    expect(parseAttributes('{"plan": "pro"}')).toEqual({ plan: 'pro' })
    for (const text of ['{', '5', '[]', 'null']) expect(parseAttributes(text)).toBeUndefined()
  })
})

describe('decidingStep', () => {
  const otherFlag = { key: 'other', type: 'boolean', enabled: false } as const
  const decidingStepOf = (part: object, context: object = {}) => {
    const flagInput = { key: 'checkout', type: 'boolean', enabled: true, ...part } as FlagInput
    const explanation = flagsOf([flagInput, otherFlag]).explain('checkout', { user: 'ada', ...context })
    if (!explanation) throw new Error('The flag was not explained')
    const parsed = JSON.parse(JSON.stringify(explanation))
    return parsed.steps[decidingStep(parsed)].step
  }
  it.each<[object, object, string]>([
    [{ enabled: false }, {}, 'switch'],
    [{ overrides: { users: { ada: true } } }, {}, 'overrides'],
    [{ prerequisites: [{ flag: 'other' }] }, {}, 'prerequisite other'],
    [{ rules: [country, plan] }, { plan: 'pro' }, 'rule 1'],
    [{ rules: [plan] }, {}, 'answer'],
    [{ type: 'percentage', percentage: 50 }, {}, 'percentage'],
  ])('for the flag %o and the context %o is %s', (part, context, step) => {
    expect(decidingStepOf(part, context)).toBe(step)
  })
})

describe('stepWords', () => {
  const rules = [plan, { ...country, id: 'swedes' }]
  it.each([
    ['rule 0', 'Rule 1'],
    ['rule swedes', 'Rule 2'],
    ['rule swedes: rollout', 'Rule 2, rollout'],
    ['rule 7', 'rule 7'],
    ['percentage', 'percentage'],
  ])('names %s as %s', (step, words) => {
    expect(stepWords(step, rules)).toBe(words)
  })
})

describe('valueShares', () => {
  it('returns shares of all evaluations, the most frequent first', () => {
    expect(valueShares({ true: 1, false: 3 })).toEqual([
      { value: 'false', count: 3, percent: 75 },
      { value: 'true', count: 1, percent: 25 },
    ])
    expect(valueShares({})).toEqual([])
  })
})
