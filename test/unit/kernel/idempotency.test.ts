import { idempotency, Refusal, refusal, transact } from '@signet/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

let world: TableWorld
let nowMs = Date.parse('2026-01-01T00:00:00Z')
const deps = () => ({ db: world.db, table: TABLE, now: () => new Date(nowMs) })
const keys = () => idempotency<{ readonly id: string }>(deps())
const key = (name: string, fingerprint = 'a') => ({ key: name, fingerprint })
const LEASE = { leaseSeconds: 30 }

beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

describe('idempotency key stored with its result', () => {
  const write = (owner: string, name: string, id: string, fingerprint = 'a') => {
    const step = keys().step(owner, key(name, fingerprint), { id })
    return transact(deps(), async (refused) => {
      const earlier = refused && (await keys().after(refused, step, owner, key(name, fingerprint)))
      return earlier ? { result: earlier } : { steps: [step], result: { id } }
    })
  }

  it('every later request gets the first result, and a different request gets a refusal', async () => {
    expect(await write('TENANT#a', 'k', 'first')).toEqual({ id: 'first' })
    expect(await write('TENANT#a', 'k', 'second')).toEqual({ id: 'first' })
    expect(await keys().find('TENANT#a', key('k'))).toEqual({ id: 'first' })
    expect(await keys().find('TENANT#a', key('k', 'b'))).toMatchObject({ code: 'idempotency_mismatch' })
    expect(await write('TENANT#a', 'k', 'third', 'b')).toMatchObject({ code: 'idempotency_mismatch' })
  })

  it('a key belongs to its owner and expires after a day', async () => {
    await write('TENANT#b', 'k', 'first')
    expect(await keys().find('TENANT#c', key('k'))).toBeUndefined()
    nowMs += 24 * 3_600_000
    expect(await keys().find('TENANT#b', key('k'))).toBeUndefined()
    expect(await write('TENANT#b', 'k', 'again', 'b')).toEqual({ id: 'again' })
  })

  it('concurrent requests get one result', async () => {
    const outcomes = await Promise.all(Array.from({ length: 12 }, (_, i) => write('TENANT#d', 'k', `r${i}`)))
    const results = new Set(outcomes.flatMap((each) => (each instanceof Refusal ? [] : [each.id])))
    expect(results.size).toBe(1)
    for (const each of outcomes) {
      if (each instanceof Refusal) expect(each.code).toBe('idempotency_in_progress')
    }
  })
})

describe('work under an idempotency key', () => {
  it('work runs once; concurrent calls get 409, later calls get its result', async () => {
    let runs = 0
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    let reportStarted = () => {}
    const started = new Promise<void>((resolve) => {
      reportStarted = resolve
    })
    const work = async () => {
      runs += 1
      reportStarted()
      await finished
      return { id: 'done' }
    }
    const first = keys().run('TENANT#e', key('k'), work, LEASE)
    await started
    expect(await keys().run('TENANT#e', key('k'), work, LEASE)).toMatchObject({
      code: 'idempotency_in_progress',
      headers: { 'retry-after': '1' },
    })
    expect(await keys().run('TENANT#e', key('k', 'b'), work, LEASE)).toMatchObject({
      code: 'idempotency_mismatch',
    })
    finish()
    expect(await first).toEqual({ result: { id: 'done' }, isReplay: false })
    expect(await keys().run('TENANT#e', key('k'), work, LEASE)).toEqual({ result: { id: 'done' }, isReplay: true })
    expect(runs).toBe(1)
  })

  it('another run takes over crashed work after the lease', async () => {
    const never = new Promise<{ id: string }>(() => {})
    void keys().run('TENANT#f', key('k'), () => never, LEASE)
    await expect.poll(async () => (await world.rows('TENANT#f')).length).toBe(1)
    const retry = () => keys().run('TENANT#f', key('k'), async () => ({ id: 'second' }), LEASE)
    expect(await retry()).toMatchObject({ code: 'idempotency_in_progress' })
    nowMs += 31_000
    expect(await retry()).toEqual({ result: { id: 'second' }, isReplay: false })
  })

  it('refused work is not stored, and the caller gets the refusal', async () => {
    const refused = await keys().run('TENANT#h', key('k'), async () => refusal('sold_out', 'There is none left'), LEASE)
    expect(refused).toMatchObject({ code: 'sold_out' })
    const retry = await keys().run('TENANT#h', key('k'), async () => ({ id: 'now' }), LEASE)
    expect(retry).toEqual({ result: { id: 'now' }, isReplay: false })
  })

  it('failed work is not stored, and the next request starts again', async () => {
    const fails = async (): Promise<{ id: string }> => {
      throw new Error('no')
    }
    await expect(keys().run('TENANT#g', key('k'), fails, LEASE)).rejects.toThrow('no')
    const retry = await keys().run('TENANT#g', key('k'), async () => ({ id: 'now' }), LEASE)
    expect(retry).toEqual({ result: { id: 'now' }, isReplay: false })
  })

  it('the result is stored together with other writes, and not at all if they fail', async () => {
    const relatedRow = (name: string) => ({
      Put: { TableName: TABLE, Item: { pk: 'TENANT#i', sk: name }, ConditionExpression: 'attribute_not_exists(pk)' },
    })
    const run = (name: string, id: string) =>
      keys().run('TENANT#i', key(name), async () => ({ id }), {
        ...LEASE,
        commit: (remember) =>
          transact(deps(), async (refused) =>
            refused ? { result: false } : { steps: [remember, relatedRow('related')], result: true },
          ),
      })
    expect(await run('k', 'first')).toEqual({ result: { id: 'first' }, isReplay: false })
    expect(await run('k', 'second')).toEqual({ result: { id: 'first' }, isReplay: true })
    // The key is unused, but the related row already exists: nothing is written.
    expect(await run('other', 'third')).toEqual({ result: { id: 'third' }, isReplay: false })
    expect(await keys().find('TENANT#i', key('other'))).toBeUndefined()
  })

  it('work whose writes fail is not stored, and the caller gets the failure', async () => {
    const fails = () => Promise.reject(new Error('no'))
    const run = keys().run('TENANT#j', key('k'), async () => ({ id: 'lost' }), { ...LEASE, commit: fails })
    await expect(run).rejects.toThrow('no')
    const retry = await keys().run('TENANT#j', key('k'), async () => ({ id: 'now' }), LEASE)
    expect(retry).toEqual({ result: { id: 'now' }, isReplay: false })
  })
})
