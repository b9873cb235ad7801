import { CanaryRefused, createFlags, defineFlags, FlagsReadOnly, FlagsRefused, flagFrom } from '@signet/flags'
import { fixedSource } from '@signet/flags/propagation'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { verifies } from '../../spec/verifies.ts'

const DWELL_MS = 900_000

/** Creates flags with a manual clock, and the boolean flag `f`. */
const flagsWithClock = () => {
  const clock = { now: Date.parse('2026-01-01T00:00:00Z') }
  const flags = createFlags({ now: () => clock.now })
  flags.createFlag({ key: 'f', type: 'boolean', enabled: false })
  return { clock, flags }
}

const percentageOn = (flags: ReturnType<typeof flagsWithClock>['flags']): number =>
  Array.from({ length: 4000 }, (_, i) => flags.isEnabled('f', { user: `user-${i}` })).filter(Boolean).length / 40

describe('a set of flags in a process', () => {
  verifies(['FLG-1-3', 'FLG-4.3-2'], 'has overrides of tenants, and readers of one tenant', () => {
    const flags = createFlags()
    flags.createFlag({ key: 'f', type: 'boolean', enabled: true, rules: [{ any: [], result: true }] })
    flags.setTenantOverride('acme', 'f', true)
    expect([flags.isEnabled('f'), flags.isEnabled('f', { tenant: 'acme' })]).toEqual([false, true])
    const acme = flags.forTenant('acme')
    expect([acme.isEnabled('f'), acme.isEnabled('f', { tenant: 'other', user: 'u' })]).toEqual([true, true])
    flags.setTenantOverride('acme', 'f', undefined)
    expect(acme.isEnabled('f')).toBe(false)
    expect(() => flags.setTenantOverride('acme', 'f', 'blue')).toThrow(/overrides.tenants.acme must be true or false/)
    expect(() => flags.setTenantOverride('acme', 'nope', true)).toThrow(FlagsRefused)
  })

  it('has a flag default to on if all rules return false, and otherwise to off', () => {
    const flags = createFlags()
    const tenantRule = (tenant: string, result: boolean) =>
      ({ attribute: 'tenant', operator: 'equals', value: tenant, result }) as const
    flags.createFlag({ key: 'but-acme', type: 'boolean', enabled: true, rules: [tenantRule('acme', false)] })
    flags.createFlag({ key: 'only-acme', type: 'boolean', enabled: true, rules: [tenantRule('acme', true)] })
    flags.createFlag({
      key: 'both',
      type: 'boolean',
      enabled: true,
      rules: [tenantRule('acme', false), tenantRule('zeta', true)],
    })
    const valuesByTenant = (key: string) => ['acme', 'zeta', 'other'].map((tenant) => flags.isEnabled(key, { tenant }))
    expect([valuesByTenant('but-acme'), valuesByTenant('only-acme'), valuesByTenant('both')]).toEqual([
      [false, true, true],
      [true, false, false],
      [false, true, false],
    ])
  })

  it('refuses an invalid flag and a duplicate key, with the field', () => {
    const flags = createFlags()
    flags.createFlag({ key: 'f', type: 'boolean', enabled: true })
    expect(() => flags.createFlag({ key: 'f', type: 'boolean', enabled: true })).toThrow(/must be unique/)
    expect(() => flags.createFlag({ key: 'g', type: 'percentage', percentage: 101 })).toThrow(/percentage must be/)
    expect(flags.snapshot.flags).toHaveLength(1)
  })

  verifies('FLG-3-1', 'starts a canary at 5 percent and goes through 10, 25, 50 and 100 by its clock', () => {
    const { clock, flags } = flagsWithClock()
    flags.startCanaryDeployment('f')
    const shares = [percentageOn(flags)]
    for (let i = 0; i < 5; i += 1) {
      clock.now += DWELL_MS
      shares.push(percentageOn(flags))
    }
    for (const [i, expected] of [5, 10, 25, 50, 100, 100].entries())
      expect(Math.abs(shares[i]! - expected)).toBeLessThan(2)
    expect(flags.snapshot.flags[0]?.canary?.status).toBe('succeeded')
  })

  verifies(
    ['FLG-3-2', 'FLG-3-3'],
    'sets the percentage of a canary manually, higher or lower, and rolls it back at once',
    () => {
      const { clock, flags } = flagsWithClock()
      flags.startCanaryDeployment('f', { dwellSeconds: 60 })
      expect(flags.updateCanaryDeployment('f', 60).percentage).toBe(60)
      expect(Math.abs(percentageOn(flags) - 60)).toBeLessThan(3)
      flags.updateCanaryDeployment('f', { percentage: 20, paused: true })
      clock.now += 10 * DWELL_MS
      expect(Math.abs(percentageOn(flags) - 20)).toBeLessThan(3)
      expect(flags.stopCanaryDeployment('f').status).toBe('rolled_back')
      expect(percentageOn(flags)).toBe(0)
      expect(() => flags.stopCanaryDeployment('f')).toThrow(CanaryRefused)
      clock.now += 10 * DWELL_MS
      expect(percentageOn(flags)).toBe(0)
    },
  )

  it('rolls a canary back when the errors of its users increase', () => {
    const { clock, flags } = flagsWithClock()
    flags.startCanaryDeployment('f', { guards: [{ type: 'error_rate', maxPercent: 5, minEvaluations: 50 }] })
    flags.updateCanaryDeployment('f', 50)
    for (let i = 0; i < 400; i += 1) {
      const context = { user: `user-${i}` }
      if (flags.isEnabled('f', context) && i % 4 === 0) flags.reportError('f', context)
    }
    clock.now += DWELL_MS
    expect(flags.isEnabled('f', { user: 'anyone' })).toBe(false)
    expect(flags.snapshot.flags[0]).toMatchObject({ enabled: false, canary: { status: 'rolled_back' } })
    expect(() => flags.startCanaryDeployment('f', { guards: [{ type: 'alarm', alarm: 'x' }] })).toThrow(/admin service/)
  })

  it('counts for guards only evaluations that the percentage of the canary decided', () => {
    const flags = createFlags()
    flags.createFlag({
      key: 'f',
      type: 'boolean',
      enabled: true,
      default: true,
      rules: [{ attribute: 'tenant', operator: 'equals', value: 'acme', result: true }],
    })
    flags.startCanaryDeployment('f', { guards: [{ type: 'error_rate', maxPercent: 5, minEvaluations: 50 }] })
    let countInCanary = 0
    for (let i = 0; i < 2000; i += 1) {
      const user = `user-${i}`
      if (flags.isEnabled('f', { user })) countInCanary += 1
      flags.isEnabled('f', { user, tenant: 'acme' })
      flags.reportError('f', { user, tenant: 'acme' })
    }
    expect(Math.abs(countInCanary - 100)).toBeLessThan(40)
    expect(flags.takeDeltas()?.flags[0]?.canary).toEqual({ evaluations: countInCanary, errors: 0 })
    expect(flags.snapshot.flags[0]?.canary?.status).toBe('running')
  })

  it('rolls a canary back at once when all evaluations are reported as errors, even while it is paused', () => {
    const { flags } = flagsWithClock()
    flags.startCanaryDeployment('f', { guards: [{ type: 'error_rate', maxPercent: 5, minEvaluations: 50 }] })
    flags.updateCanaryDeployment('f', { percentage: 50, paused: true })
    for (let i = 0; i < 400; i += 1) {
      const context = { user: `user-${i}` }
      if (flags.isEnabled('f', context)) flags.reportError('f', context)
    }
    expect(flags.snapshot.flags[0]).toMatchObject({ enabled: false, canary: { status: 'rolled_back' } })
  })

  it('reports every change to the listener', () => {
    const versions: number[] = []
    const flags = createFlags({ onChange: ({ version }) => versions.push(version) })
    flags.createFlag({ key: 'f', type: 'boolean', enabled: true })
    flags.setTenantOverride('t', 'f', false)
    expect(versions).toEqual([1, 2])
  })
})

describe('flags with a source', () => {
  const definition = flagFrom({ key: 'f', type: 'boolean', enabled: true })

  it('use a snapshot, retain it if a later one is invalid, and are changed only at the source', async () => {
    const errors: unknown[] = []
    let snapshot: object = { version: 1, flags: [definition], segments: [] }
    let now = 0
    const flags = createFlags({
      source: { readNewer: async () => snapshot as never },
      refreshing: { onError: (error) => errors.push(error) },
      now: () => now,
    })
    expect(flags.state).toBe('empty')
    await flags.refresh()
    expect([flags.state, flags.isEnabled('f')]).toEqual(['ready', true])
    snapshot = {
      version: 2,
      flags: [{ ...definition, rules: [{ attribute: 'x', operator: 'regex', value: '(' }] }],
      segments: [],
    }
    now += 20_000
    await flags.refresh()
    await new Promise((resolve) => setTimeout(resolve))
    expect([flags.isEnabled('f'), flags.snapshot.version]).toEqual([true, 1])
    expect(errors[0]).toBeInstanceOf(FlagsRefused)
    expect(() => flags.createFlag({ key: 'g', type: 'boolean', enabled: true })).toThrow(FlagsReadOnly)
    expect(() => flags.startCanaryDeployment('f')).toThrow(FlagsReadOnly)
  })

  it('return STALE with the same value if the source has not responded for too long', async () => {
    let now = 0
    const flags = createFlags({
      source: fixedSource({ version: 1, flags: [definition], segments: [] }),
      now: () => now,
    })
    await flags.refresh()
    now += 120_000
    expect(flags.evaluate('f')).toMatchObject({ value: true, reason: 'STALE' })
    expect(flags.evaluate('f')).toBe(flags.evaluate('f'))
    expect(flags.state).toBe('stale')
  })

  it('notify listeners of snapshots until they unsubscribe', () => {
    const flags = createFlags()
    const versions: number[] = []
    const unsubscribe = flags.subscribe(({ version }) => versions.push(version))
    flags.useSnapshot({ version: 5, flags: [definition], segments: [] })
    unsubscribe()
    flags.useSnapshot({ version: 6, flags: [], segments: [] })
    expect(versions).toEqual([5])
  })
})

describe('defined flags', () => {
  const defined = defineFlags({
    banner: { type: 'boolean', enabled: true },
    color: {
      type: 'variant',
      variants: [
        { key: 'red', weight: 1, payload: { hex: '#f00' } },
        { key: 'blue', weight: 0, payload: { hex: '#00f' } },
      ],
    },
  })
  const flags = createFlags({ flags: defined })

  it('have their keys, variants and payloads as types', () => {
    const color = flags.getVariant('color')
    expectTypeOf(color).toEqualTypeOf<'red' | 'blue'>()
    expectTypeOf(flags.getVariant('banner')).toEqualTypeOf<'on' | 'off'>()
    expect(color).toBe('red')
    expect(flags.getPayload('color')?.hex).toBe('#f00')
    // @ts-expect-error the flag is not defined
    expect(flags.isEnabled('baner')).toBe(false)
    // @ts-expect-error the flag is not defined for a tenant either
    expect(flags.forTenant('acme').isEnabled('baner')).toBe(false)
  })

  it('throw at their definition if they are invalid', () => {
    expect(() => defineFlags({ share: { type: 'percentage' } })).toThrow('share.percentage is required')
  })

  it('return payloads that callers cannot change', () => {
    const payload = flags.getPayload('color') as { hex: string }
    expect(() => {
      payload.hex = '#000'
    }).toThrow(TypeError)
  })
})
