import { ROLES } from '@signet/readings'
import { bindingsWithReceipt, consult, shelfOfRole } from '@signet/readings/consult'
import { describe, expect, it } from 'vitest'
import { CISO_BINDINGS, consultRefusalOf, resultOf, runConsult } from './consult-world.ts'

const roles = Object.keys(ROLES)

describe('supplied facts of a consultation', () => {
  it('a context field with the name of a question is a fact, and other words count for relevance', () => {
    const { inputs, remembered, result } = runConsult({
      context: { team_size: ' 3 ', vendor: 'Stripe', exposure: 'whoever has a backup', Company: 'handover next week' },
      painSignals: ['the backup of the handover'],
    })
    expect(inputs.state).toEqual({ team_size: 3, vendor: 'Stripe', told_1: 'handover backup' })
    expect(remembered.facts).toEqual({ team_size: 3, vendor: 'Stripe' })
    expect(result.symbolicResponse.facts).toMatchObject({ team_size: 3, vendor: 'Stripe' })
    expect(Object.keys(result.symbolicResponse.facts).filter((name) => name.startsWith('told'))).toEqual([])
  })

  it('words count for relevance', () => {
    const matched = (painSignals: readonly string[]) =>
      runConsult({ painSignals }).reading.cards.find(({ id }) => id === 'resilience-restore')?.matched
    expect([matched([]), matched(['No backup!'])]).toEqual([[], ['backup']])
  })

  it.each([
    ['yes', true],
    ['false', false],
    ['maybe', undefined],
  ])('text for a yes/no question becomes a boolean: %s', (text, value) => {
    expect(runConsult({ context: { has_ui: text } }).remembered.facts.has_ui).toBe(value)
  })

  it('comma-separated text becomes a list, and only a plain number becomes a number', () => {
    expect(runConsult({ context: { data_classes: 'pii, health' } }).inputs.state?.data_classes).toEqual([
      'pii',
      'health',
    ])
    expect(runConsult({ context: { team_size: 'about 3' } }).inputs.state?.team_size).toBeUndefined()
  })

  it('inputs at all limits at once are accepted', async () => {
    const shelf = await shelfOfRole('ciso')
    const text = shelf.flatMap(({ deck }) => deck.cards.map(({ why, question }) => `${why} ${question}`)).join(' ')
    const context = Object.fromEntries(
      Array.from({ length: 32 }, (_, at) => [`member ${at}`, text.slice(at * 500, at * 500 + 2_000)]),
    )
    const bundleBindings = {
      ...CISO_BINDINGS,
      ...Object.fromEntries(Array.from({ length: 61 }, (_, at) => [`fact_${at}`, at])),
    }
    const painSignals = Array.from({ length: 12 }, () => 'x'.repeat(300))
    const outcome = consult({ role: 'ciso', intention: 'x'.repeat(2_000), context, painSignals, bundleBindings }, shelf)
    expect(outcome.ok).toBe(true)
  })
})

describe('bundle bindings', () => {
  it('role ciso requires bindings, and the refusal names the missing ones', async () => {
    const shelf = await shelfOfRole('ciso')
    const refusal = (bundleBindings?: object) => consultRefusalOf({ role: 'ciso', bundleBindings }, shelf)
    const required = { status: 422, code: 'bundle_bindings_required' }
    expect(refusal()).toEqual({ ...required, missing: ['exposure', 'data_classes', 'trigger'] })
    expect(refusal({ exposure: 'public', receipt: 'a'.repeat(64) })).toEqual({
      ...required,
      missing: ['data_classes', 'trigger'],
    })
    expect(refusal(CISO_BINDINGS)).toBeUndefined()
    // `unknown` is an accepted answer.
    expect(refusal({ ...CISO_BINDINGS, exposure: 'unknown' })).toBeUndefined()
  })

  it('bindings of a cto run are accepted by role ciso, with unknown facts too', async () => {
    const cto = resultOf({ intention: 'Something', bundleBindings: { region: 'eu', exposure: 'partner' } })
    expect(cto.envelope?.bindings).toMatchObject({ exposure: 'partner', region: 'eu', data_classes: 'unknown' })
    expect(cto.envelope?.bindings.trigger).toEqual(expect.any(String))
    const hash = 'b'.repeat(64)
    const bindings = bindingsWithReceipt(cto, hash)
    const outcome = consult(
      { role: 'ciso', intention: 'Something', bundleBindings: bindings! },
      await shelfOfRole('ciso'),
    )
    expect(outcome).toMatchObject({ ok: true, result: { metadata: { bound_from: hash } } })
    expect(outcome.ok && outcome.result.envelope).toBeUndefined()
    expect(outcome.ok && outcome.remembered.facts).not.toHaveProperty('data_classes')
  })

  it('bindings take precedence over the intention', () => {
    const { facts } = resultOf({ bundleBindings: { exposure: 'internal' } }).symbolicResponse
    expect(facts.exposure).toBe('internal')
  })
})

describe('the limits of a consultation', () => {
  const bindings = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, at]))
  it.each([
    ['intention', { intention: ' ' }, 'is required'],
    ['intention', { intention: 'x'.repeat(2_001) }, 'at most 2000'],
    ['intention', { intention: 'half \ud800' }, 'surrogate'],
    ['context', { context: Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`m${at}`, ''])) }, 'at most 32'],
    ['context', { context: { ['x'.repeat(101)]: '' } }, 'a name has 101'],
    ['context.a', { context: { a: 'x'.repeat(2_001) } }, 'at most 2000'],
    ['context.a', { context: { a: 1 } }, 'must be a string'],
    ['painSignals', { painSignals: Array.from({ length: 13 }, () => '') }, 'at most 12'],
    ['painSignals.1', { painSignals: ['', 'x'.repeat(301)] }, 'at most 300'],
    ['responseMode', { responseMode: 'raw' }, 'structured, narrative'],
    ['seed', { seed: -1 }, '2^53'],
    ['seed', { seed: 2 ** 53 }, '2^53'],
    ['bundle_bindings', { bundleBindings: bindings(65) }, 'at most 64'],
    ['bundle_bindings', { bundleBindings: { Big: 1 } }, 'must have a name'],
    ['bundle_bindings.a', { bundleBindings: { a: {} } }, 'flat'],
    ['bundle_bindings.a', { bundleBindings: { a: ['x', 1] } }, 'must be a string'],
    ['bundle_bindings.a', { bundleBindings: { a: Number.NaN } }, '2^53'],
    ['bundle_bindings.receipt', { bundleBindings: { receipt: 'abc' } }, '64 hexadecimal'],
    ['bundle_bindings.exposure', { bundleBindings: { exposure: 'outer' } }, 'public, partner, internal'],
    ['bundle_bindings.team_size', { bundleBindings: { team_size: 'three' } }, 'a number'],
  ])('%s beyond its limit is refused', (field, inputs, message) => {
    expect(consultRefusalOf(inputs)).toEqual({
      status: 400,
      code: 'invalid_input',
      errors: [{ field, message: expect.stringContaining(message) }],
    })
  })

  it('values at the limit are accepted', () => {
    expect(
      consultRefusalOf({ intention: 'x'.repeat(2_000), bundleBindings: bindings(64), seed: 2 ** 53 - 1 }),
    ).toBeUndefined()
    expect(consultRefusalOf({ bundleBindings: { ...bindings(64), receipt: 'c'.repeat(64) } })).toBeUndefined()
  })

  it('an unknown role is refused with the list of roles', () => {
    expect(consultRefusalOf({ role: 'ceo' })).toEqual({ status: 400, code: 'unknown_role', roles })
    expect(consultRefusalOf({ role: 'toString' })).toMatchObject({ code: 'unknown_role' })
  })
})
