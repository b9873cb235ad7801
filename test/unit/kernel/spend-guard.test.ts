import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { newUuid, Refusal, type SpendGuard, type SpendReservation, spendGuard } from '@signet/kernel'
import { SPEND_CATEGORIES, type SpendCategory } from '@signet/kernel/ceilings'
import { ceilingRow } from '@signet/kernel/spend-rows'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { spendTable } from '../../../layers/kernel/src/limits/spend-table.ts'
import { rowKey } from '../../../layers/kernel/src/table/row-kind.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

const DAY = 86_400_000
let world: TableWorld
/** Each test has a separate day with separate rows. */
let nowMs = Date.parse('2026-03-01T12:00:00Z')
const now = () => new Date(nowMs)
const shares: { share: number; category: string | undefined }[] = []
const guardOf = (ceilings = 'none'): SpendGuard =>
  spendGuard({
    db: world.db,
    table: TABLE,
    now,
    newId: newUuid,
    env: { DAILY_CEILINGS: ceilings, STAGE: 'test' },
    shares: { record: (_, share, _unit, dimensions) => void shares.push({ share, category: dimensions?.category }) },
  })
const rows = () => spendTable({ db: world.db, table: TABLE, now })
const used = (category: SpendCategory) => rows().used(category)

const expectReserved = async (reserving: ReturnType<SpendGuard['reserve']>): Promise<SpendReservation> => {
  const reservation = await reserving
  if (reservation instanceof Refusal) throw reservation
  return reservation
}

const setCeiling = (category: SpendCategory, ceiling: number, day?: string) => {
  const [name, value] = day === undefined ? ['ceiling', ceiling] : ['today', { day, ceiling }]
  return world.db.send(
    new UpdateCommand({
      TableName: TABLE,
      Key: rowKey(ceilingRow, { category }),
      UpdateExpression: 'SET #member = :value',
      ExpressionAttributeNames: { '#member': name },
      ExpressionAttributeValues: { ':value': value },
    }),
  )
}

beforeAll(async () => {
  world = await openTable()
})
beforeEach(() => {
  nowMs += 2 * DAY
  shares.length = 0
})
afterAll(() => world.close())

describe('daily ceiling', () => {
  it('50 concurrent reservations never exceed the ceiling, for any amounts and prior usage', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 400 }),
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 50, maxLength: 50 }),
        async (ceiling, amounts) => {
          nowMs += DAY
          // Each environment has cached another state.
          const guards = [guardOf(`mail=${ceiling}`), guardOf(`mail=${ceiling}`), guardOf(`mail=${ceiling}`)]
          const answers = await Promise.all(
            amounts.map(async (amount, i) => {
              const guard = guards[i % guards.length]
              return guard && !((await guard.reserve('mail', amount)) instanceof Refusal) ? amount : 0
            }),
          )
          const total = answers.reduce((sum, amount) => sum + amount, 0)
          expect(total).toBeLessThanOrEqual(ceiling)
          expect(await used('mail')).toBe(total)
          // No reservation that fits was refused.
          for (const [i, amount] of amounts.entries())
            if (answers[i] === 0) expect(total + amount).toBeGreaterThan(ceiling)
        },
      ),
      { numRuns: 12 },
    )
  })

  it('a refusal is a 503 with the category and the time of the next midnight', async () => {
    nowMs = Date.parse(`${now().toISOString().slice(0, 10)}T23:00:00Z`)
    const midnight = new Date(nowMs + 3_600_000).toISOString()
    const guard = guardOf('mail=1')
    await expectReserved(guard.reserve('mail', 1))
    for (const refused of [
      await guard.reserve('mail', 1),
      await guard.check('mail'),
      await guardOf('mail=1').check('mail'),
    ])
      expect(refused).toMatchObject({
        code: 'spend_ceiling',
        message: `Mail has reached this service’s daily ceiling and is available again at ${midnight}`,
        extras: { stopped: 'mail', opens_at: midnight, retry_after: 3600 },
        headers: { 'retry-after': '3600' },
      })
    nowMs += 3_600_000
    expect(await guard.check('mail')).toBeUndefined()
    expect(await guard.reserve('mail', 1)).not.toBeInstanceOf(Refusal)
  })

  it('callers without an account learn that an account has no such limit', async () => {
    const refused = await guardOf('anonymous-images=0').check('anonymous-images')
    expect(refused?.message).toMatch(
      /Callers with an account or an API key are not limited: sign up for free to continue$/,
    )
  })

  it('a settlement replaces the reserved amount by the actual cost once, however often it is repeated', async () => {
    const guard = guardOf()
    const call = await expectReserved(guard.reserve('provider-a', 106_000))
    expect(await used('provider-a')).toBe(106_000)
    await call.settle(51_234.2)
    await call.settle(51_235)
    expect(await used('provider-a')).toBe(51_235)
    const refunded = await expectReserved(guard.reserve('provider-a', 106_000))
    await Promise.all([refunded.settle(0), refunded.settle(0), refunded.settle(0)])
    expect(await used('provider-a')).toBe(51_235)
  })

  it('each id corrects once, also after another correction: ids with the same start have separate attributes', async () => {
    const table = rows()
    const day = now().toISOString().slice(0, 10)
    const first = '01a214c5-ab77-736a-95e7-c67ecc89fb01'
    const second = '01a214c5-ab77-736a-95e7-c67ecc89fb02'
    await table.take('mail', { amount: 200, ceiling: 1_000 })
    for (const id of [first, second, first]) await table.correct({ category: 'mail', day, id }, -90)
    expect(await used('mail')).toBe(20)
  })

  it('a refusal uses the current table: an amount that was just returned is available', async () => {
    const guard = guardOf('storage=2')
    const since = now().toISOString()
    const allBytes = SPEND_CATEGORIES.storage.scale * 2
    await expectReserved(guard.reserve('storage', allBytes))
    await guard.giveBack({ category: 'storage', amount: allBytes, since, id: 'an-upload' })
    expect(await guard.check('storage', allBytes)).toBeUndefined()
    const otherGuard = guardOf('storage=2')
    await expectReserved(otherGuard.reserve('storage', allBytes))
    nowMs += 5_001
    expect(await guard.check('storage', 1)).toBeInstanceOf(Refusal)
    await otherGuard.giveBack({ category: 'storage', amount: allBytes, since, id: 'another-upload' })
    nowMs += 1_001
    // The cached state is older than a second, so the guard reads again before it refuses.
    expect(await guard.check('storage', 1)).toBeUndefined()
  })

  it('a permanent ceiling applies again after a ceiling for one day', async () => {
    const day = now().toISOString().slice(0, 10)
    await setCeiling('mail', 10)
    await setCeiling('mail', 20, day)
    expect(await rows().ceiling('mail')).toBe(20)
    nowMs += DAY
    expect(await rows().ceiling('mail')).toBe(10)
    await world.db.send(new DeleteCommand({ TableName: TABLE, Key: rowKey(ceilingRow, { category: 'mail' }) }))
  })

  it('the reservation of a crashed run remains, and its next run reserves again', async () => {
    const guard = guardOf('provider-b=1')
    await expectReserved(guard.reserve('provider-b', 400_000))
    const secondRun = await expectReserved(guard.reserve('provider-b', 400_000))
    await secondRun.settle(67_000)
    expect(await used('provider-b')).toBe(467_000)
    // Another environment has no cached state. It grants exactly the rest of the ceiling of one million micro-dollars.
    expect(await guardOf('provider-b=1').reserve('provider-b', 533_000)).not.toBeInstanceOf(Refusal)
    expect(await guardOf('provider-b=1').reserve('provider-b', 1)).toBeInstanceOf(Refusal)
  })

  it('a settlement applies to the day of the reservation', async () => {
    const guard = guardOf()
    const call = await expectReserved(guard.reserve('bedrock-tokens', 1_000))
    nowMs += DAY
    await call.settle(10)
    expect(await used('bedrock-tokens')).toBe(0)
    nowMs -= DAY
    expect(await used('bedrock-tokens')).toBe(10)
  })

  it('amounts of today are returned once for each id, and amounts of another day are not', async () => {
    const guard = guardOf()
    const since = now().toISOString()
    await expectReserved(guard.reserve('storage', 5_000))
    for (let i = 0; i < 2; i++) await guard.giveBack({ category: 'storage', amount: 2_000, since, id: 'a-upload' })
    expect(await used('storage')).toBe(3_000)
    nowMs += DAY
    await expectReserved(guard.reserve('storage', 5_000))
    await guard.giveBack({ category: 'storage', amount: 3_000, since, id: 'b-upload' })
    expect(await used('storage')).toBe(5_000)
  })

  it("an operator's row has precedence over the configuration, only on its day if it has one", async () => {
    await setCeiling('comprehend-units', 2, now().toISOString().slice(0, 10))
    const guard = guardOf('comprehend-units=100')
    expect(await guard.check('comprehend-units', 3)).toBeInstanceOf(Refusal)
    await setCeiling('comprehend-units', 50, now().toISOString().slice(0, 10))
    expect(await guard.check('comprehend-units', 3)).toBeInstanceOf(Refusal)
    // A read state is valid for five seconds.
    nowMs += 5_000
    expect(await guard.check('comprehend-units', 50)).toBeUndefined()
    expect(await guard.check('comprehend-units', 51)).toBeInstanceOf(Refusal)
    nowMs += DAY
    expect(await guard.check('comprehend-units', 100)).toBeUndefined()
    await setCeiling('comprehend-units', 1)
    nowMs += DAY
    expect(await guard.check('comprehend-units', 2)).toBeInstanceOf(Refusal)
  })

  it('a ceiling is read again after the clock was set back', async () => {
    const guard = guardOf('comprehend-units=100')
    nowMs += 60_000
    await setCeiling('comprehend-units', 0)
    expect(await guard.check('comprehend-units', 1)).toBeInstanceOf(Refusal)
    nowMs -= 60_000
    await setCeiling('comprehend-units', 100)
    expect(await guard.check('comprehend-units', 1)).toBeUndefined()
  })

  it('a used-up ceiling causes no writes', async () => {
    const guard = guardOf('embedding-tokens=10')
    await expectReserved(guard.reserve('embedding-tokens', 10))
    await guard.reserve('embedding-tokens', 1)
    const before = await used('embedding-tokens')
    const { send } = world.db
    let writes = 0
    world.db.send = ((command: object) => {
      if (command instanceof UpdateCommand) writes++
      return (send as (given: object) => unknown).call(world.db, command)
    }) as typeof send
    try {
      for (let i = 0; i < 20; i++) expect(await guard.reserve('embedding-tokens', 1)).toBeInstanceOf(Refusal)
    } finally {
      world.db.send = send
    }
    expect([writes, before]).toEqual([0, 10])
  })
})

describe('metric SpendShare', () => {
  it('the metric is written at the first reservation of a day and at each further 5 percent, by category and in total', async () => {
    const guard = guardOf('mail=100')
    for (let i = 0; i < 100; i++) await guard.reserve('mail', 1)
    const sharesOfMail = shares.filter(({ category }) => category === 'mail').map(({ share }) => share)
    expect(sharesOfMail).toEqual([1, ...Array.from({ length: 20 }, (_, i) => (i + 1) * 5)])
    expect(shares.filter(({ category }) => category === undefined)).toHaveLength(sharesOfMail.length)
  })

  it('a refusal writes 100, once per minute and environment', async () => {
    const guard = guardOf('mail=10')
    for (let i = 0; i < 5; i++) expect(await guard.check('mail', 11)).toBeInstanceOf(Refusal)
    expect(shares).toEqual([
      { share: 100, category: 'mail' },
      { share: 100, category: undefined },
    ])
    nowMs += 60_000
    await guard.check('mail', 11)
    expect(shares).toHaveLength(4)
  })
})
