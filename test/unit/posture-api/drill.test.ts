import { afterAll, beforeAll, expect, it } from 'vitest'
import { atEveryCall, crashPoint } from '../../support/crash-point.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { edited, faultFreeIntake } from '../posture/world.ts'
import { expectWholeChain, SIGNERS, signersUnder, under } from '../receipts/issuing/issuing-world.ts'
import { hashIn, now, postureOver, refusedIntake } from './posture-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

/** Number of intakes, list entries, idempotency keys and receipts of an organization. */
const storedCountsOf = async (tenant: string) => {
  const rows = await world.partition(`POSTURE#${tenant}-org`)
  const countWithPrefix = (start: string) => rows.filter(({ sk }) => String(sk).startsWith(start)).length
  const receipts = (await world.partition(`RECEIPTKEY#${tenant}-org`)).length
  return {
    intakes: countWithPrefix('INTAKE#'),
    listed: countWithPrefix('LISTED#'),
    keys: countWithPrefix('IDEM#'),
    receipts,
  }
}

const HOLD_MS = 61_000

/** A time after the expiry of any hold. */
const afterHold = (): Date => new Date(now().getTime() + HOLD_MS)

for (const [verdict, intake] of [
  ['accepted', faultFreeIntake()],
  ['refused', refusedIntake()],
] as const)
  it(`a crash at any call leaves one credit and one receipt, or neither (${verdict})`, async () => {
    const runs = await atEveryCall(
      (call, moment) => crashPoint(call, moment, { keepsCrashing: true }),
      async (cut, name) => {
        const tenant = `${verdict} ${name}`.replaceAll(' ', '-')
        const crashing = postureOver({ db: under(world, cut), signers: signersUnder(cut) })
        await crashing.submit(tenant, { body: intake, key: 'k' }).catch(() => undefined)
        const storedCounts = await storedCountsOf(tenant)
        const after = postureOver({ db: world.db, now: afterHold })
        expect([name, await after.used(tenant)]).toEqual([name, storedCounts.receipts])
        expect([name, storedCounts]).toEqual([
          name,
          {
            intakes: storedCounts.receipts,
            listed: storedCounts.receipts,
            keys: storedCounts.receipts,
            receipts: storedCounts.receipts,
          },
        ])
        const again = await after.submit(tenant, { body: intake, key: 'k' })
        expect([name, again.code ?? again.status]).toEqual([name, verdict === 'accepted' ? 200 : 'intake_refused'])
        expect([name, await after.used(tenant), await storedCountsOf(tenant)]).toEqual([
          ...[name, 1, { intakes: 1, listed: 1, keys: 1, receipts: 1 }],
        ])
      },
    )
    expect(runs).toBeGreaterThanOrEqual(8)
  })

it('a single failing call leaves one credit and one receipt, or neither', async () => {
  const runs = await atEveryCall(
    (call, moment) => crashPoint(call, moment),
    async (cut, name) => {
      const tenant = `lives-${name}`.replaceAll(' ', '-')
      const failing = postureOver({ db: under(world, cut), signers: signersUnder(cut) })
      const answer = await failing.submit(tenant, { body: faultFreeIntake(), key: 'k' }).catch(() => undefined)
      const { used } = postureOver({ db: world.db, now: afterHold })
      const { receipts } = await storedCountsOf(tenant)
      expect([name, await used(tenant)]).toEqual([name, receipts])
      // A written receipt is reported although the response to the write was lost.
      if (answer?.status !== 200) expect([name, receipts]).toEqual([name, 0])
    },
  )
  expect(runs).toBeGreaterThanOrEqual(8)
})

it('concurrent identical requests sign once and get the same response', async () => {
  const { submit, used } = postureOver({ db: world.db, tier: 'pro' })
  const crowd = Array.from({ length: 12 }, () => submit('crowd', { body: faultFreeIntake(), key: 'k' }))
  const answers = await Promise.all(crowd)
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
  expect(new Set(answers.map(hashIn)).size).toBe(1)
  expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1)
  expect([await used('crowd'), await storedCountsOf('crowd')]).toEqual([
    ...[1, { intakes: 1, listed: 1, keys: 1, receipts: 1 }],
  ])
})

it('reserves its credit again after a request with the same key has released the shared one', async () => {
  const tenant = 'given-back'
  const unavailable = postureOver({
    db: world.db,
    signers: () => Promise.reject(new Error('The key store is unavailable')),
  })
  let otherCount = 0
  const signers = async (name: string) => {
    const signer = await SIGNERS(name)
    const sign = async (message: Uint8Array) => {
      if (otherCount++ === 0)
        expect((await unavailable.submit(tenant, { body: faultFreeIntake(), key: 'k' })).code).toBe('upstream_failed')
      return signer.sign(message)
    }
    return { kid: signer.kid, publicKey: signer.publicKey, sign }
  }
  const { submit, used } = postureOver({ db: world.db, signers })
  expect((await submit(tenant, { body: faultFreeIntake(), key: 'k' })).status).toBe(200)
  expect([otherCount, await used(tenant), await storedCountsOf(tenant)]).toEqual([
    ...[2, 1, { intakes: 1, listed: 1, keys: 1, receipts: 1 }],
  ])
})

it('requests without a key use a credit each, within the quota', async () => {
  const { submit, used } = postureOver({ db: world.db })
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, nth) =>
      submit('many', { body: edited({ 'companyProfile.employeeCount': nth }, faultFreeIntake()) }),
    ),
  )
  const codes = answers.map(({ status, code }) => code ?? status)
  const signed = codes.filter((code) => code === 200).length
  // Requests that wait too long for one another are asked to retry, and have used nothing.
  expect(codes.every((code) => [200, 'quota_exceeded', 'receipt_conflict', 'unavailable'].includes(code))).toBe(true)
  expect([signed <= 3, await used('many'), (await storedCountsOf('many')).receipts]).toEqual([true, signed, signed])
  await expectWholeChain(world, 'many-org')
})
