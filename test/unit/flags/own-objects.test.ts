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
const overwriteAll = (value: unknown): void => {
  for (const [name, inner] of Object.entries(value as object)) {
    if (typeof inner === 'object' && inner !== null) overwriteAll(inner)
    else (value as Record<string, unknown>)[name] = 'spoilt'
  }
}

describe('objects of the caller', () => {
  const usages: [string, (flag: FlagInput, parts: Segment[]) => ReturnType<typeof createFlags>][] = [
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
      (flag, segmentInputs) => {
        const flags = createFlags()
        flags.useSnapshot({ version: 1, flags: [flagFrom(flag)], segments: segmentInputs })
        return flags
      },
    ],
  ]
  it.each(usages)('%s does not freeze or change them, and later changes of them have no effect', (_, make) => {
    const flag = flagInput()
    const segmentInputs = segments()
    const flags = make(flag, segmentInputs)
    const contexts = [{ user: 'u' }, { plan: 'pro' }, { staff: true, user: 'u' }, { user: 'ada' }, { tenant: 'acme' }]
    const evaluateAll = () => contexts.map((context) => JSON.stringify(flags.evaluate('f', context)))
    const before = evaluateAll()
    expect([isAnyFrozen(flag), isAnyFrozen(segmentInputs)]).toEqual([false, false])
    expect([flag, segmentInputs]).toEqual([flagInput(), segments()])
    overwriteAll(flag)
    overwriteAll(segmentInputs)
    expect(evaluateAll()).toEqual(before)
    expect(flags.getPayload('f', { user: 'u' })).toEqual({ deep: { list: [1] } })
    expect(Object.isFrozen(flags.getPayload('f', { user: 'u' }))).toBe(true)
  })

  it('a change of local flags does not read objects that the caller changed later', () => {
    const flag = flagInput()
    const segmentInputs = segments()
    const flags = createFlags({ segments: segmentInputs })
    flags.createFlag(flag)
    overwriteAll(flag)
    overwriteAll(segmentInputs)
    flags.setTenantOverride('zeta', 'f', 'a')
    expect(flags.getVariant('f', { plan: 'pro' })).toBe('b')
    expect(flags.getVariant('f', { tenant: 'acme' })).toBe('b')
  })

  it('a change of local flags does not read a snapshot that the caller changed later', () => {
    const snapshot = { version: 1, flags: [flagFrom(flagInput())], segments: segments() }
    const flags = createFlags()
    flags.useSnapshot(snapshot)
    overwriteAll(snapshot)
    flags.setTenantOverride('zeta', 'f', 'a')
    expect(flags.getVariant('f', { plan: 'pro' })).toBe('b')
    expect(flags.getVariant('f', { staff: true, user: 'u' })).toBe('a')
    expect([flags.snapshot.version, flags.snapshot.flags[0]?.tags]).toEqual([2, ['x']])
  })

  it('an invalid snapshot is refused before it is copied', () => {
    const flags = createFlags()
    const circular: unknown[] = []
    circular.push(circular)
    for (const payload of [Number.NaN, 7n, circular]) {
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
    const returnedObjects = [returned, canary, flags.updateCanaryDeployment('f', 7), flags.snapshot, ...snapshots]
    flags.useSnapshot({ version: 9, flags: [flagFrom(flagInput())], segments: segments() })
    expect(returnedObjects.length).toBeGreaterThan(6)
    for (const each of [...returnedObjects, flags.snapshot]) expect(isAllFrozen(each)).toBe(true)
    expect(Object.isFrozen(counts)).toBe(false)
  })

  it('options of a canary are copied, too', () => {
    const flags = createFlags()
    flags.createFlag({ key: 'c', type: 'boolean', enabled: true })
    const options = { stages: [5, 50], guards: [{ type: 'error_rate', maxPercent: 5, minEvaluations: 9 }] } as const
    const optionsCopy = structuredClone(options) as unknown as { stages: number[]; guards: object[] }
    flags.startCanaryDeployment('c', optionsCopy as never)
    overwriteAll(optionsCopy)
    expect(flags.snapshot.flags[0]?.canary).toMatchObject(options)
  })
})
