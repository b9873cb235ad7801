import { newUuid } from '@signet/kernel'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scaled } from '../../../support/scale.ts'
import { openTenants, type Tenants } from './tenant-world.ts'

let tenantWorld: Tenants
beforeAll(async () => {
  tenantWorld = await openTenants()
})
afterAll(() => tenantWorld.world.close())

/** The model: the newest key, and the one before it until its grace ends, are accepted; all others are not. */
const modelOf = (first: string) => {
  const rawKeys = [first]
  let current = first
  let previous: { readonly raw: string; readonly untilMs: number } | undefined
  let atMs = 0
  return {
    rawKeys,
    rotate(raw: string, graceSeconds: number): void {
      previous = graceSeconds > 0 ? { raw: current, untilMs: atMs + graceSeconds * 1000 } : undefined
      current = raw
      rawKeys.push(raw)
    },
    wait(ms: number): void {
      atMs += ms
    },
    accepts: (raw: string): boolean => raw === current || (raw === previous?.raw && atMs < previous.untilMs),
  }
}
type Model = ReturnType<typeof modelOf>

interface Real {
  readonly userId: string
  readonly tenantId: string
}

const expectAcceptedKeys = async (model: Model, { tenantId }: Real): Promise<void> => {
  const accepted = await Promise.all(model.rawKeys.map(tenantWorld.tenantOf))
  expect(accepted).toEqual(model.rawKeys.map((raw) => (model.accepts(raw) ? tenantId : undefined)))
}

type Command = fc.AsyncCommand<Model, Real>

const rotation = (graceSeconds: number): Command => ({
  check: () => true,
  async run(model, real) {
    const rotated = await tenantWorld.rotate(real.userId, real.tenantId, graceSeconds)
    model.rotate(rotated?.raw ?? '', graceSeconds)
    await expectAcceptedKeys(model, real)
  },
  toString: () => `rotate, grace ${graceSeconds} s`,
})

/** A rotation whose response was lost, repeated with the same key. */
const repeated = (graceSeconds: number): Command => ({
  check: () => true,
  async run(model, real) {
    const idempotencyKey = { key: newUuid(), fingerprint: 'f' }
    const first = await tenantWorld.rotate(real.userId, real.tenantId, graceSeconds, idempotencyKey)
    model.rotate(first?.raw ?? '', graceSeconds)
    expect((await tenantWorld.rotate(real.userId, real.tenantId, graceSeconds, idempotencyKey))?.raw).toBe(first?.raw)
    await expectAcceptedKeys(model, real)
  },
  toString: () => `rotate twice with one key, grace ${graceSeconds} s`,
})

const wait = (ms: number): Command => ({
  check: () => true,
  async run(model, real) {
    tenantWorld.clock.advance(ms)
    model.wait(ms)
    await expectAcceptedKeys(model, real)
  },
  toString: () => `wait ${ms} ms`,
})

const foreign: Command = {
  check: () => true,
  async run(model, real) {
    expect(await tenantWorld.rotate(newUuid(), real.tenantId)).toBeUndefined()
    await expectAcceptedKeys(model, real)
  },
  toString: () => 'another user tries to rotate',
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
      const { row, raw } = await tenantWorld.create(userId)
      await fc.asyncModelRun(() => ({ model: modelOf(raw), real: { userId, tenantId: row.tenant_id } }), all)
    }),
    { numRuns: scaled(15, 60) },
  )
})
