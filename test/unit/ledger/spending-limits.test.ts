import { type Caller, newUuid, Refusal, transact, type WriteStep } from '@signet/kernel'
import { allowanceTable, payerOf } from '@signet/ledger'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { admissionTable, type BatchAdmission } from '../../../lambdas/images/jobs/admission-table.ts'
import type { JobRow } from '../../../lambdas/images/jobs/job-row.ts'
import { requireGranted } from '../../support/granted.ts'
import { jobRow } from '../../support/sample-job.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { DAY_MS, pack, purchaseWorld } from './purchase-world.ts'

let table: TableWorld
let world: ReturnType<typeof purchaseWorld>
let id: string
let accountCount = 0

beforeAll(async () => {
  table = await openTable()
})
beforeEach(() => {
  world = purchaseWorld(table)
  id = `limited-${++accountCount}`
})
afterAll(() => table.close())

const allowances = () => allowanceTable(world.deps)
const write = (step: WriteStep): Promise<boolean> =>
  transact(world.deps, async (refused) => (refused ? { result: false } : { steps: [step], result: true }))

const newAgent = async (budget: number | null): Promise<Caller & { grantId: string }> => {
  const grantId = newUuid()
  await write(allowances().openStep(grantId, budget))
  return { kind: 'oauth', tenantId: id, accountId: id, scopes: [], rateKey: 'agent', clientId: 'c', grantId }
}
const newKey = (dailyBudget: number): Caller => ({
  kind: 'key',
  tenantId: id,
  accountId: id,
  scopes: [],
  rateKey: 'key',
  keyId: id,
  dailyBudget,
})

/** Admits a batch of jobs with the total `price`. */
const admit = async (caller: Caller, price: number, { jobs = 1 } = {}): Promise<BatchAdmission | Refusal> => {
  const payer = await payerOf(world.payments, caller, world.clock.now)
  const created_at = world.clock.now().toISOString()
  const rows = Array.from({ length: jobs }, () => jobRow({ tenant_id: id, created_at }))
  return admissionTable(world.deps).admitAll(rows, undefined, payer.payment(price))
}
const rowsOf = (admission: BatchAdmission | Refusal): readonly JobRow[] => {
  if (admission instanceof Refusal || admission.kind !== 'admitted') throw new Error('not admitted')
  return admission.rows
}

describe('an agent with a budget', () => {
  it('spends exactly its budget under concurrent requests', async () => {
    const caller = await newAgent(10)
    const results = await Promise.all(Array.from({ length: 12 }, () => admit(caller, 3)))
    expect(results.filter((each) => !(each instanceof Refusal))).toHaveLength(3)
    for (const refused of results.filter((each) => each instanceof Refusal)) {
      expect(refused).toMatchObject({ code: 'budget_exhausted', extras: { required: 3 } })
    }
    // The cents are for purchases of credits, which have a separate budget.
    expect(await allowances().read(caller.grantId)).toEqual({ budget: 10, spent: 9, left: 1, centsLeft: 2_500 })
    expect((await world.account(id)).held).toBe(9)
  })

  it('gets a refusal before any write, also when it only queries the price', async () => {
    const caller = await newAgent(4)
    const payer = await payerOf(world.payments, caller, world.clock.now)
    expect(payer.bill(5).refusal).toMatchObject({ code: 'budget_exhausted', extras: { left: 4, required: 5 } })
    expect(payer.bill(4).refusal).toBeUndefined()
    // The account has 50 credits. If both are exceeded, the account is the reason.
    expect(payer.bill(51).refusal).toMatchObject({ code: 'insufficient_credits' })
  })

  it('gets credits back for failed and unstarted jobs, one by one, and not for completed ones', async () => {
    const caller = await newAgent(20)
    const [first, second, third] = rowsOf(await admit(caller, 9, { jobs: 3 }))
    if (!first || !second || !third) throw new Error('three jobs were requested')
    // Two concurrent moves return the credits once.
    await Promise.all([1, 2].map(() => world.jobs.move(first, 'fail')))
    expect((await allowances().read(caller.grantId))?.spent).toBe(6)
    await world.jobs.softDelete({ tenantId: id, jobId: second.job_id })
    expect((await allowances().read(caller.grantId))?.spent).toBe(3)
    const painted = await world.jobs.move((await world.jobs.move(third, 'start'))!, 'paint')
    await world.jobs.move(painted!, 'finish')
    expect(await allowances().read(caller.grantId)).toMatchObject({ spent: 3, left: 17 })
  })

  it('gets 401 if it was revoked or never authorized, and a running job ends normally', async () => {
    const caller = await newAgent(20)
    const [row] = rowsOf(await admit(caller, 5))
    const payer = await payerOf(world.payments, caller, world.clock.now)
    await write(allowances().revokeStep(caller.grantId, world.clock.now()))
    // The agent's grant was revoked between the read and the write.
    const late = admissionTable(world.deps).admit(jobRow({ tenant_id: id }), undefined, payer.payment(5))
    await expect(late).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(admit(caller, 1)).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(admit({ ...caller, grantId: 'none' }, 1)).rejects.toMatchObject({ code: 'unauthenticated' })
    await world.jobs.move(row!, 'fail')
    expect(await allowances().read(caller.grantId)).toMatchObject({ spent: 0, revokedAt: expect.any(String) })
    expect((await world.account(id)).held).toBe(0)
  })

  it('can get a higher or lower budget that includes spent credits; a change based on outdated data is refused', async () => {
    const caller = await newAgent(5)
    await requireGranted(admit(caller, 5) as Promise<BatchAdmission>)
    const allowance = (await allowances().read(caller.grantId))!
    expect(await write(allowances().changeStep(caller.grantId, { ...allowance, spent: 4 }, 50))).toBe(false)
    expect(await write(allowances().changeStep(caller.grantId, allowance, 8))).toBe(true)
    expect(await allowances().read(caller.grantId)).toEqual({ budget: 8, spent: 5, left: 3, centsLeft: 2_500 })
    expect(await admit(caller, 4)).toMatchObject({ code: 'budget_exhausted' })
    await write(allowances().changeStep(caller.grantId, { ...allowance, spent: 5 }, null))
    expect(await allowances().read(caller.grantId)).toEqual({ budget: null, spent: 5, left: null, centsLeft: 2_500 })
    expect(await admit(caller, 40)).toMatchObject({ kind: 'admitted' })
    expect(await admit(caller, 40)).toMatchObject({ code: 'insufficient_credits' })
    expect(await write(allowances().openStep(caller.grantId, 1))).toBe(false)
  })
})

describe('an API key with a daily budget', () => {
  it('can use its budget per UTC day; failed jobs return their credits on the day they were reserved', async () => {
    const caller = newKey(6)
    const [row] = rowsOf(await admit(caller, 4))
    expect(await admit(caller, 4)).toMatchObject({ code: 'key_budget_exhausted', extras: { limit: 6, used: 4 } })
    world.clock.advance(DAY_MS)
    expect(await admit(caller, 4)).toMatchObject({ kind: 'admitted' })
    await world.jobs.move(row!, 'fail')
    expect(await admit(caller, 4)).toMatchObject({ code: 'key_budget_exhausted' })
    expect((await payerOf(world.payments, caller, world.clock.now)).bill(2).refusal).toBeUndefined()
  })
})

describe('spending limits under any sequence of events', () => {
  it("equal an agent's held and consumed credits, and never exceed its budget", async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('admit' as const), price: fc.integer({ min: 1, max: 6 }) }),
      fc.record({ do: fc.constantFrom('fail' as const, 'finish' as const, 'delete' as const), at: fc.nat(20) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        id = `limited-${++accountCount}`
        await world.book(pack(id, `payment-${id}`))
        const caller = await newAgent(15)
        const rows: JobRow[] = []
        await Promise.all(
          steps.map(async (each) => {
            if (each.do === 'admit') {
              const admission = await admit(caller, each.price)
              if (!(admission instanceof Refusal) && admission.kind === 'admitted') rows.push(...admission.rows)
              return
            }
            const row = rows[each.at % Math.max(1, rows.length)]
            if (!row) return
            if (each.do === 'delete') await world.jobs.softDelete({ tenantId: id, jobId: row.job_id })
            else await world.jobs.move(row, each.do)
          }),
        )
        const { spent, left } = (await allowances().read(caller.grantId))!
        const { held, consumed } = await world.account(id)
        expect(spent).toBe(held + consumed)
        expect(spent).toBeLessThanOrEqual(15)
        expect(left).toBe(15 - spent)
      }),
      { numRuns: 15 },
    )
  })
})
