import { describe, expect, it, test } from 'vitest'
import {
  becauseText,
  confidenceReason,
  factName,
  ownerWords,
  sortByDue,
  valueText,
} from '../../../console/consultations/advice-words.ts'
import {
  contextOf,
  draftOf,
  faultsIn,
  jsonFault,
  queryOf,
  requestOf,
  switchFormat,
} from '../../../console/consultations/draft.ts'
import { elementBars, entropyFacts } from '../../../console/consultations/memory-words.ts'
import { withAnswers } from '../../../console/consultations/request-with-answers.ts'
import { ROLES, roleFocus, roleOf, roleTitle } from '../../../console/consultations/role-words.ts'
import { signalFacts } from '../../../console/consultations/signal-words.ts'
import { ROLES as SERVICE_ROLES } from '../../../layers/readings/src/decks/roles.ts'
import { RESPONSE_MODES, RoleBootstrap } from '../../../layers/runtime-schemas/contract/consultation.ts'

describe('roles', () => {
  test("match the service's roles and titles", () => {
    expect(Object.fromEntries(ROLES.map((role) => [role, roleTitle(role)]))).toEqual(SERVICE_ROLES)
  })

  test('have distinct descriptions', () => {
    expect(new Set(ROLES.map(roleFocus)).size).toBe(ROLES.length)
  })

  test('an unknown role shows its name and falls back to the first role', () => {
    expect([roleTitle('later'), roleOf('later'), roleOf('constructor'), roleOf('cfo')]).toEqual([
      'later',
      'cto',
      'cto',
      'cfo',
    ])
  })
})

const EMPTY = draftOf({})

describe('consultation draft', () => {
  test('an empty URL gives one empty row and a minimal request', () => {
    expect(EMPTY.rows).toEqual([{ name: '', value: '' }])
    expect(requestOf({ ...EMPTY, intention: '  Take payments ' })).toEqual({
      role: 'cto',
      intention: 'Take payments',
      responseMode: 'symbolic',
    })
  })

  test("a request's URL restores the draft", () => {
    const draft = draftOf({ role: 'ciso', intention: 'a', context: '{"team_size":4,"open":true}', pains: 'b\nc' })
    const request = requestOf({ ...draft, mode: 'natural', seed: '7' })
    expect(request).toEqual({
      role: 'ciso',
      intention: 'a',
      responseMode: 'natural',
      seed: 7,
      painSignals: ['b', 'c'],
      context: { team_size: '4', open: 'true' },
    })
    expect(requestOf(draftOf(queryOf(request)))).toEqual(request)
  })

  test('a long draft puts only role and intention into the URL', () => {
    const context = { notes: 'x'.repeat(2_000), more: 'y'.repeat(2_000) }
    expect(queryOf({ role: 'cto', intention: 'z'.repeat(2_000), context })).toEqual({
      role: 'cto',
      intention: 'z'.repeat(2_000),
    })
  })

  it.each(RESPONSE_MODES)('takes the mode %s from the URL', (mode) => {
    expect(draftOf({ mode }).mode).toBe(mode)
  })

  test('invalid context in the URL is ignored', () => {
    for (const context of ['{', '[1]', 'null', '3'])
      expect(requestOf(draftOf({ context, mode: 'loud' }))).toEqual(requestOf(EMPTY))
  })
})

describe('known facts', () => {
  const rows = [
    { name: ' team_size ', value: '4' },
    { name: '', value: 'without a name' },
  ]

  test('rows without a name are omitted', () => {
    expect(contextOf({ ...EMPTY, rows })).toEqual({ team_size: '4' })
  })

  test('rows and JSON represent the same facts', () => {
    const asJson = switchFormat({ ...EMPTY, rows }, 'json')
    expect(JSON.parse(asJson.json)).toEqual({ team_size: '4' })
    expect(switchFormat(asJson, 'rows').rows).toEqual([{ name: 'team_size', value: '4' }])
    expect(switchFormat(switchFormat(EMPTY, 'json'), 'rows').rows).toEqual(EMPTY.rows)
  })

  test('JSON values other than text are preserved', () => {
    const draft = { ...EMPTY, contextFormat: 'json' as const, json: '{"a":[1,2],"b":null,"c":false}' }
    expect(contextOf(draft)).toEqual({ a: [1, 2], b: null, c: false })
    expect(switchFormat(draft, 'rows').rows).toEqual([
      { name: 'a', value: '[1,2]' },
      { name: 'b', value: 'null' },
      { name: 'c', value: 'false' },
    ])
  })

  test('invalid JSON stays as entered', () => {
    const draft = { ...EMPTY, contextFormat: 'json' as const, json: '{"a":' }
    expect(jsonFault(draft.json)).toMatch(/JSON object/)
    expect(jsonFault('[1]')).toMatch(/JSON object/)
    expect(jsonFault('  ')).toBeUndefined()
    expect(switchFormat(draft, 'rows')).toBe(draft)
    expect(contextOf(draft)).toEqual({})
  })
})

test('field errors are joined, each with its line or name', () => {
  const fields = { 'painSignals.1': 'is too long', 'painSignals.2': 'is empty', 'context.a': 'has 2,400 characters' }
  expect(faultsIn(fields, 'painSignals')).toBe('line 2 is too long; line 3 is empty')
  expect(faultsIn(fields, 'context')).toBe('a has 2,400 characters')
  expect(faultsIn({ context: 'has too many fields' }, 'context')).toBe('has too many fields')
  expect(faultsIn(fields, 'intention')).toBeUndefined()
})

describe('repeated consultation', () => {
  const originalRequest = { role: 'cto', intention: 'a', seed: 4, context: { store: 'sql', team_size: '2' } } as const

  test('answers override earlier context, and the seed is removed', () => {
    const facts = { team_size: 4, public: true, hidden: false, data_classes: ['pii', 'health'] }
    expect(withAnswers(originalRequest, facts)).toEqual({
      role: 'cto',
      intention: 'a',
      context: { store: 'sql', team_size: '4', public: 'yes', hidden: 'no', data_classes: 'pii, health' },
    })
  })
})

describe('advice texts', () => {
  test('next steps are sorted by due date', () => {
    const step = (id: string, due: 'before_build' | 'before_launch' | 'within_30_days') => ({
      id,
      due,
      action: '',
      owner: '',
      done_when: '',
      traces: [],
    })
    const steps = [step('N1', 'within_30_days'), step('N2', 'before_launch'), step('N3', 'before_build')]
    expect(sortByDue(steps).map(({ id }) => id)).toEqual(['N3', 'N2', 'N1'])
  })

  test('facts, values and owners have readable labels', () => {
    expect([factName('data_classes'), factName('told_2'), ownerWords('cto'), ownerWords('team lead')]).toEqual([
      'data classes',
      'your statement 2',
      'CTO',
      'team lead',
    ])
    expect([valueText(true), valueText({ a: 1 }), valueText(undefined)]).toEqual(['yes', '{"a":1}', undefined])
    expect(becauseText([{ fact: 'has_ui', value: false }])).toBe('has ui is no')
    const reasons = (['high', 'medium', 'low'] as const).map((confidence) => confidenceReason({ confidence }))
    expect(new Set(reasons).size).toBe(3)
  })
})

test('every value of a signal analysis has a text', () => {
  const { shape } = RoleBootstrap
  const values = (name: 'signalType' | 'signalClass' | 'gapType' | 'gapClass') => shape[name].options
  const bootstrap = {
    role: 'cfo',
    candidate_vocabulary: [],
    candidate_cards: [],
    methodologyConfidence: 'low' as const,
    researchStrategy: 'interview' as const,
    researchType: 'mixed' as const,
    evidenceBar: 'audited' as const,
    tierAssignment: 'tier3' as const,
    signalClass: 'absent' as const,
    gapType: 'none' as const,
    gapClass: 'none' as const,
    signalType: 'none' as const,
  }
  for (const name of ['signalType', 'signalClass', 'gapType', 'gapClass'] as const)
    for (const value of values(name))
      expect(JSON.stringify(signalFacts({ ...bootstrap, [name]: value }))).not.toContain('undefined')
  for (const researchStrategy of shape.researchStrategy.options)
    for (const evidenceBar of shape.evidenceBar.options)
      expect(JSON.stringify(signalFacts({ ...bootstrap, researchStrategy, evidenceBar }))).not.toContain('undefined')
})

describe('role memory', () => {
  const entropy = {
    totalCards: 20,
    shannonDiversity: 2.4,
    depletionRatio: 0.25,
    transCapacity: 0.8,
    elementCounts: { people: 1, risk: 0 },
  }

  test('shows draws per element and figures with their meaning', () => {
    expect(elementBars({ entropy })).toEqual([
      { name: 'People', value: 1 },
      { name: 'Risk', value: 0 },
    ])
    expect(Object.fromEntries(entropyFacts({ entropy, exists: true }))).toEqual({
      'Cards in the deck': '20',
      Diversity: '2.40 of 2.58 bits: broad',
      'Cards drawn since the last shuffle': '25%',
      'Cards that can still be drawn': '80%',
    })
  })

  test('shows no diversity rating for a role without memory', () => {
    const facts = Object.fromEntries(entropyFacts({ entropy: { ...entropy, shannonDiversity: 0 }, exists: false }))
    expect(facts.Diversity).toBe('0.00 of 2.58 bits')
  })
})
