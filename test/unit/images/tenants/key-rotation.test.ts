import { newUuid } from '@signet/kernel'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scaled } from '../../../support/scale.ts'
import { openTenants, type Tenants } from './tenant-world.ts'

let at: Tenants
beforeAll(async () => {
  at = await openTenants()
})
afterAll(() => at.world.close())

/** The model: the newest key, and the one before it until its grace ends, are accepted; all others are not. */
const modelOf = (first: string) => {
  const rawKeys = [first]
  let current = first
  let old: { readonly raw: string; readonly untilMs: number } | undefined
  let atMs = 0
  return {
    rawKeys,
    rotate(raw: string, graceSeconds: number): void {
      old = graceSeconds > 0 ? { raw: current, untilMs: atMs + graceSeconds * 1000 } : undefined
      current = raw
      rawKeys.push(raw)
    },
    wait(ms: number): void {
      atMs += ms
    },
    accepts: (raw: string): boolean => raw === current || (raw === old?.raw && atMs < old.untilMs),
  }
}
type Model = ReturnType<typeof modelOf>

interface Real {
  readonly userId: string
  readonly tenantId: string
}

const holds = async (model: Model, { tenantId }: Real): Promise<void> => {
  const accepted = await Promise.all(model.rawKeys.map(at.tenantOf))
  expect(accepted).toEqual(model.rawKeys.map((raw) => (model.accepts(raw) ? tenantId : undefined)))
}

type Command = fc.AsyncCommand<Model, Real>

const rotation = (graceSeconds: number): Command => ({
  check: () => true,
  async run(model, real) {
    const rotated = await at.rotate(real.userId, real.tenantId, graceSeconds)
    model.rotate(rotated?.raw ?? '', graceSeconds)
    await holds(model, real)
  },
  toString: () => `rotate, grace ${graceSeconds} s`,
})

/** A rotation whose response was lost, repeated with the same key. */
const repeated = (graceSeconds: number): Command => ({
  check: () => true,
  async run(model, real) {
    const once = { key: newUuid(), fingerprint: 'f' }
    const first = await at.rotate(real.userId, real.tenantId, graceSeconds, once)
    model.rotate(first?.raw ?? '', graceSeconds)
    expect((await at.rotate(real.userId, real.tenantId, graceSeconds, once))?.raw).toBe(first?.raw)
    await holds(model, real)
  },
  toString: () => `rotate twice with one key, grace ${graceSeconds} s`,
})

const wait = (ms: number): Command => ({
  check: () => true,
  async run(model, real) {
    at.clock.advance(ms)
    model.wait(ms)
    await holds(model, real)
  },
  toString: () => `wait ${ms} ms`,
})

const foreign: Command = {
  check: () => true,
  async run(model, real) {
    expect(await at.rotate(newUuid(), real.tenantId)).toBeUndefined()
    await holds(model, real)
  },
  toString: () => 'somebody else tries to rotate',
}

const grace = fc.constantFrom(0, 0, 1, 60, 3_600)
const commands = fc.commands(
  [
    grace.map(rotation),
    grace.map(repeated),
    fc.constantFrom(1, 999, 1_000, 59_999, 60_000, 3_600_000).map(wait),
    fc.constant(foreign),
  ],
  { maxCommands: 12 },
)

it('only the newest key and, within its grace, the one before it are accepted at every moment', async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (all) => {
      const userId = newUuid()
      const { row, raw } = await at.create(userId)
      await fc.asyncModelRun(() => ({ model: modelOf(raw), real: { userId, tenantId: row.tenant_id } }), all)
    }),
    { numRuns: scaled(15, 60) },
  )
})
