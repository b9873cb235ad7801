import {
  createFlags,
  defineFlags,
  type FlagInput,
  type FlagSnapshot,
  FlagsRefused,
  flagFrom,
  type Segment,
} from '@signet/flags'
import { describe, expect, it } from 'vitest'

/** Returns a flag with an object of the caller in every position. */
const flagInput = () =>
  ({
    key: 'f',
    type: 'variant',
    tags: ['x'],
    metadata: { team: 'a' },
    variants: [
      { key: 'a', weight: 1, payload: { deep: { list: [1] } } },
      { key: 'b', weight: 0 },
    ],
    rules: [
      { attribute: 'plan', operator: 'in', value: ['pro'], result: 'b' },
      { id: 's', segment: 'staff', split: { variants: [{ key: 'a', weight: 1, payload: { own: [2] } }] } },
    ],
    overrides: { tenants: { acme: 'b' }, users: { ada: 'b' } },
    schedule: [{ at: '2030-01-01T00:00:00Z', set: { rules: [{ all: [], result: 'b' }] } }],
    by: ['user', 'tenant'],
    prerequisites: [],
  }) satisfies FlagInput
const segments = (): Segment[] => [{ key: 'staff', when: { attribute: 'staff', operator: 'in', value: [true] } }]

const isAnyFrozen = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && (Object.isFrozen(value) || Object.values(value).some(isAnyFrozen))

const isAllFrozen = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(isAllFrozen))

/** Overwrites everything that is writable. */
const spoil = (value: unknown): void => {
  for (const [name, inner] of Object.entries(value as object)) {
    if (typeof inner === 'object' && inner !== null) spoil(inner)
    else (value as Record<string, unknown>)[name] = 'spoilt'
  }
}

describe('objects of the caller', () => {
  const ways: [string, (flag: FlagInput, parts: Segment[]) => ReturnType<typeof createFlags>][] = [
    ['createFlags', ({ key: _key, ...flag }, parts) => createFlags({ flags: { f: flag }, segments: parts })],
    [
      'defineFlags',
      ({ key: _key, ...flag }, parts) => createFlags({ flags: defineFlags({ f: flag }), segments: parts }),
    ],
    [
      'createFlag',
      (flag, parts) => {
        const flags = createFlags({ segments: parts })
        flags.createFlag(flag)
        return flags
      },
    ],
    [
      'useSnapshot',
      (flag, parts) => {
        const flags = createFlags()
        flags.useSnapshot({ version: 1, flags: [flagFrom(flag)], segments: parts })
        return flags
      },
    ],
  ]
  it.each(ways)('%s does not freeze or change them, and later changes of them have no effect', (_, make) => {
    const flag = flagInput()
    const parts = segments()
    const flags = make(flag, parts)
    const contexts = [{ user: 'u' }, { plan: 'pro' }, { staff: true, user: 'u' }, { user: 'ada' }, { tenant: 'acme' }]
    const answers = () => contexts.map((context) => JSON.stringify(flags.evaluate('f', context)))
    const before = answers()
    expect([isAnyFrozen(flag), isAnyFrozen(parts)]).toEqual([false, false])
    expect([flag, parts]).toEqual([flagInput(), segments()])
    spoil(flag)
    spoil(parts)
    expect(answers()).toEqual(before)
    expect(flags.getPayload('f', { user: 'u' })).toEqual({ deep: { list: [1] } })
    expect(Object.isFrozen(flags.getPayload('f', { user: 'u' }))).toBe(true)
  })

  it('a change of a set in the process does not read objects that were changed later', () => {
    const flag = flagInput()
    const parts = segments()
    const flags = createFlags({ segments: parts })
    flags.createFlag(flag)
    spoil(flag)
    spoil(parts)
    flags.setTenantOverride('zeta', 'f', 'a')
    expect(flags.getVariant('f', { plan: 'pro' })).toBe('b')
    expect(flags.getVariant('f', { tenant: 'acme' })).toBe('b')
  })

  it('a change of a set does not read a given snapshot that was changed later', () => {
    const snapshot = { version: 1, flags: [flagFrom(flagInput())], segments: segments() }
    const flags = createFlags()
    flags.useSnapshot(snapshot)
    spoil(snapshot)
    flags.setTenantOverride('zeta', 'f', 'a')
    expect(flags.getVariant('f', { plan: 'pro' })).toBe('b')
    expect(flags.getVariant('f', { staff: true, user: 'u' })).toBe('a')
    expect([flags.snapshot.version, flags.snapshot.flags[0]?.tags]).toEqual([2, ['x']])
  })

  it('an invalid snapshot is refused before it is copied', () => {
    const flags = createFlags()
    const round: unknown[] = []
    round.push(round)
    for (const payload of [Number.NaN, 7n, round]) {
      const variants = [{ key: 'a', weight: 1, payload }]
      const flag = { ...flagFrom({ key: 'v', type: 'boolean' }), type: 'variant', variants, default: 'a' }
      expect(() => flags.useSnapshot({ version: 1, flags: [flag as never], segments: [] })).toThrow(FlagsRefused)
    }
    expect(() => flags.useSnapshot(undefined as never)).toThrow(FlagsRefused)
  })

  it('returned objects are frozen, because a change of them would change the flags', () => {
    const snapshots: FlagSnapshot[] = []
    const counts = { evaluations: 3, errors: 1 }
    const flags = createFlags({ segments: segments(), onChange: (snapshot) => snapshots.push(snapshot) })
    flags.subscribe((snapshot) => snapshots.push(snapshot))
    const returned = flags.createFlag(flagInput())
    const canary = flags.startCanaryDeployment('f', { stages: [5, 50], counts })
    flags.isEnabled('f')
    const handed = [returned, canary, flags.updateCanaryDeployment('f', 7), flags.snapshot, ...snapshots]
    flags.useSnapshot({ version: 9, flags: [flagFrom(flagInput())], segments: segments() })
    expect(handed.length).toBeGreaterThan(6)
    for (const each of [...handed, flags.snapshot]) expect(isAllFrozen(each)).toBe(true)
    expect(Object.isFrozen(counts)).toBe(false)
  })

  it('options of a canary are copied, too', () => {
    const flags = createFlags()
    flags.createFlag({ key: 'c', type: 'boolean', enabled: true })
    const options = { stages: [5, 50], guards: [{ type: 'error_rate', maxPercent: 5, minEvaluations: 9 }] } as const
    const own = structuredClone(options) as unknown as { stages: number[]; guards: object[] }
    flags.startCanaryDeployment('c', own as never)
    spoil(own)
    expect(flags.snapshot.flags[0]?.canary).toMatchObject(options)
  })
})
