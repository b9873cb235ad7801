import { checkFlag } from '@signet/flags/check'
import { describe, expect, it } from 'vitest'
import type { Flag } from '../../../console/api/flags.ts'
import { actorWords } from '../../../console/flags/audit-words.ts'
import { attributesOf, conditionWords } from '../../../console/flags/condition-words.ts'
import { changedLines, editableFields } from '../../../console/flags/flag-diff.ts'
import { changeOf, flagDraft, readChange } from '../../../console/flags/flag-draft.ts'
import { percentWords, ruleWords, sharesOf, stateSentence } from '../../../console/flags/flag-words.ts'
import { ruleDraft, ruleOf } from '../../../console/flags/rule-draft.ts'
import { flag } from './sample-flag.ts'

const plan = { attribute: 'plan', operator: 'in', value: ['pro', 'team'] }
const variants = [
  { key: 'control', weight: 3 },
  { key: 'treatment', weight: 1 },
]

describe('stateSentence', () => {
  it.each<[Partial<Flag>, string]>([
    [{ enabled: false }, 'Switched off for all users'],
    [{ archived: true, enabled: true }, 'Archived: evaluates as unknown'],
    [{}, 'On for all users'],
    [{ type: 'percentage', percentage: 2 }, 'On for 2% of users'],
    [{ type: 'percentage', percentage: 0 }, 'Off for all users'],
    [{ type: 'percentage', percentage: 100 }, 'On for all users'],
    [{ rules: [plan] }, 'Set by its rule for matching users, off for other users'],
    [{ rules: [plan], default: true }, 'Set by its rule for matching users, on for other users'],
    [
      { type: 'percentage', percentage: 5, rules: [plan, plan] },
      'Set by its 2 rules for matching users, on for 5% of other users',
    ],
    [{ type: 'variant', variants, default: 'control' }, 'control 75%, treatment 25%'],
    [{ type: 'variant', variants, default: 'control', enabled: false }, 'Switched off: control for all users'],
    [{ type: 'variant', variants, default: 'control', percentage: 10 }, 'control 75%, treatment 25%, for 10% of users'],
    [{ overrides: { users: { ada: false } } }, 'On for all users; one user or tenant has an individual value'],
    [{ prerequisites: [{ flag: 'other' }] }, 'On for all users; only if its prerequisite is met'],
  ])('describes %o', (part, words) => {
    expect(stateSentence(flag(part))).toBe(words)
  })

  it('states no overall share for a flag with rules', () => {
    for (const type of ['boolean', 'percentage', 'variant'] as const)
      for (const percentage of [undefined, 0, 50, 100]) {
        const words = stateSentence(flag({ type, percentage, variants, default: 'control', rules: [plan] }))
        expect(words).not.toMatch(/all users|\d% of users/)
      }
  })
})

describe('ruleWords', () => {
  it.each<[Flag['rules'][number], string]>([
    [plan, 'If plan is one of pro, team then on'],
    [
      { ...plan, result: false, rollout: { percentage: 20 } },
      'If plan is one of pro, team then off, for 20% of matching users',
    ],
    [{ segment: 'staff' }, 'If the user is in the segment staff then on'],
    [
      { all: [plan, { not: { attribute: 'country', operator: 'equals', value: 'SE' } }] },
      'If plan is one of pro, team and not (country is SE) then on',
    ],
    [
      { any: [{ segment: 'a' }, { attribute: 'x', operator: 'exists' }] },
      'If (the user is in the segment a or x exists) then on',
    ],
    [
      {
        attribute: 'currentTime',
        operator: 'between',
        value: { from: '09:00', to: '17:00', days: ['mon'], timezone: 'UTC' },
      },
      'If currentTime is between 09:00 and 17:00 on mon (UTC) then on',
    ],
  ])('describes %o', (rule, words) => {
    expect(ruleWords(rule, 'boolean')).toBe(words)
  })

  it('names a variant, or a choice by weight', () => {
    expect(ruleWords({ ...plan, result: 'treatment' }, 'variant')).toMatch(/then treatment$/)
    expect(ruleWords(plan, 'variant')).toMatch(/then a variant by weight$/)
  })

  it('shows unknown operators, and never an object as text', () => {
    expect(conditionWords({ attribute: 'a', operator: 'newOperator', value: { x: 1 } })).toBe('a newOperator {"x":1}')
  })

  it('lists the attributes of a condition', () => {
    expect(attributesOf({ all: [plan, { not: { any: [{ attribute: 'a.b', operator: 'exists' }] } }] })).toEqual([
      'plan',
      'a.b',
    ])
  })
})

describe('sharesOf', () => {
  it('returns parts of the total weight, and 0 if all weights are 0', () => {
    expect(sharesOf(variants)).toEqual([
      { key: 'control', percent: 75 },
      { key: 'treatment', percent: 25 },
    ])
    expect(sharesOf([{ key: 'a', weight: 0 }])).toEqual([{ key: 'a', percent: 0 }])
    expect(percentWords(33.333333)).toBe('33.333%')
  })
})

describe('rule form', () => {
  const rules: readonly Flag['rules'][number][] = [
    plan,
    { attribute: 'age', operator: 'gte', value: 18, result: false },
    { attribute: 'beta', operator: 'equals', value: true },
    { attribute: 'x', operator: 'exists' },
    { segment: 'staff', id: 'r1', rollout: { percentage: 20 } },
    { all: [plan, { attribute: 'country', operator: 'equals', value: 'SE' }] },
    { any: [plan] },
    { attribute: 'name', operator: 'equals', value: 'Ada', caseInsensitive: true },
    { attribute: 'currentTime', operator: 'between', value: { from: '09:00', to: '17:00' } },
    { ...plan, id: 'r2', split: { variants } },
  ]

  it.each(rules)('preserves %o', (rule) => {
    expect(ruleOf(ruleDraft(rule))).toEqual(rule)
  })

  it('adds the ID that the library requires for a share', () => {
    const rule = ruleOf({ ...ruleDraft(plan), share: '20' })
    expect(rule).toMatchObject({ ...plan, rollout: { percentage: 20 }, id: expect.any(String) })
    expect(checkFlag({ key: 'k', type: 'boolean', enabled: true, rules: [rule] })).toEqual([])
  })

  it('reports invalid JSON', () => {
    expect(() => ruleOf({ ...ruleDraft({ any: [] }), json: '{' })).toThrow(SyntaxError)
  })
})

describe('flag draft', () => {
  const fullFlag = flag({
    type: 'variant',
    variants,
    default: 'control',
    tags: ['a', 'b'],
    overrides: { users: { ada: 'control' } },
  })

  it('gives no change until a field is edited', () => {
    expect(changeOf(fullFlag, flagDraft(fullFlag))).toEqual({})
    expect(
      changeOf(flag({ type: 'percentage', percentage: 2 }), flagDraft(flag({ type: 'percentage', percentage: 2 }))),
    ).toEqual({})
  })

  it('contains changed fields, and null for cleared ones', () => {
    const draft = { ...flagDraft(fullFlag), tags: 'a', overrides: '' }
    expect(changeOf(fullFlag, draft)).toEqual({ tags: ['a'], overrides: null })
  })

  it('reports which field is invalid JSON', () => {
    expect(readChange(fullFlag, { ...flagDraft(fullFlag), schedule: '[' }).problem).toMatch(/Invalid JSON/)
  })
})

describe('changedLines', () => {
  it('compares texts line by line and lists item by item', () => {
    expect(
      changedLines({ enabled: false, tags: ['a', 'b'], rules: [] }, { enabled: true, tags: ['a', 'c'], rules: [] }),
    ).toEqual([
      { kind: 'removed', text: 'enabled: false' },
      { kind: 'added', text: 'enabled: true' },
      { kind: 'same', text: 'tags: "a"' },
      { kind: 'removed', text: 'tags: "b"' },
      { kind: 'added', text: 'tags: "c"' },
    ])
  })

  it('omits derived fields', () => {
    expect(Object.keys(editableFields(flag()))).not.toContain('salt')
    expect(editableFields(null)).toEqual({})
  })
})

describe('actorWords', () => {
  const members = [{ userId: 'u1', name: 'Ada', email: 'ada@people.example' }]
  it('returns a name, a masked key, the system or a former member', () => {
    expect(actorWords({ actor: { type: 'user', id: 'u1' } }, members)).toBe('Ada')
    expect(actorWords({ actor: { type: 'user', id: 'u2' } }, members)).toBe('Former member')
    expect(actorWords({ actor: { type: 'key', id: 'plat_****abcd' } }, members)).toBe('API key plat_****abcd')
    expect(actorWords({ actor: { type: 'system', id: 'canary' } }, members)).toBe('System')
  })
})
