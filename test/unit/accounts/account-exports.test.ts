import { exportPartRow } from '@signet/erasure/rows'
import { eraseRows, newUuid, rowTable } from '@signet/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { carryOutExports } from '../../../lambdas/accounts/exports/carry-out-exports.ts'
import { exportingAt } from '../../support/exporting.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let world: TableWorld
let now = Date.parse('2026-11-25T09:00:00Z')
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const tables = () => ({ db: world.db, table: TABLE, now: () => new Date(now) })

const exporting = (silent?: string) => exportingAt(tables, silent)

const later = (ms: number): void => {
  now += ms
}

describe('an export of an account', () => {
  it('becomes ready when every service has answered, and its ZIP starts with the manifest', async () => {
    const { exports, run, publishedEvents, answer, store } = exporting()
    const user = newUuid()
    const row = await exports.ask({ user, email: 'a@people.example' }, false)
    later(MINUTE_MS)
    await run()
    expect((await exports.get(user))?.standing).toBe('open')
    for (const event of publishedEvents) await answer(event)
    await run()
    const ready = await exports.get(user)
    expect([ready?.standing, ready?.files, ready?.missing]).toEqual(['over', 7, []])
    const zip = store.objects.get(`zips/${row.org}/${row.export_id}`)
    expect([zip?.length, zip?.subarray(0, 2).toString(), zip?.includes('manifest.json')]).toEqual([
      ready?.bytes,
      'PK',
      true,
    ])
    expect((await exports.ask({ user }, false)).export_id).toBe(row.export_id)
    expect((await exports.ask({ user }, true)).export_id).not.toBe(row.export_id)
  })

  it('becomes ready and complete if a service or worker is killed at any call', async () => {
    let lives = 0
    for (let at = 0; ; at++) {
      const { exports, run, publishedEvents, answer, store } = exporting()
      const user = newUuid()
      await exports.ask({ user }, false)
      later(MINUTE_MS)
      store.dieAt(at)
      for (const event of publishedEvents) await answer(event).catch(() => undefined)
      await run()
      const isWhole = store.calls() <= at
      store.dieAt(-1)
      // The message is delivered again, and another worker runs 15 minutes later.
      for (const event of publishedEvents) await answer(event)
      later(17 * MINUTE_MS)
      await run()
      const ready = await exports.get(user)
      expect([at, ready?.standing, ready?.files, ready?.missing]).toEqual([at, 'over', 7, []])
      if (isWhole) break
      lives += 1
    }
    expect(lives).toBeGreaterThanOrEqual(12)
  })

  it('repeats the event to a service that does not answer, and completes without it after a day', async () => {
    const { exports, run, publishedEvents, answer, errors } = exporting('archive')
    const user = newUuid()
    await exports.ask({ user }, false)
    for (const event of publishedEvents) await answer(event)
    later(16 * MINUTE_MS)
    await run()
    const ofUser = publishedEvents.filter(({ data }) => (data as { user_id: string }).user_id === user)
    expect(ofUser).toHaveLength(2)
    expect(ofUser[1]?.data).toEqual(ofUser[0]?.data)
    later(DAY_MS)
    await run()
    const ready = await exports.get(user)
    expect([ready?.standing, ready?.missing]).toEqual(['over', ['archive']])
    expect(errors).toContainEqual({ export_id: ready?.export_id, services: ['archive'] })
  })

  it('ignores answers to an earlier export', async () => {
    const { exports, run, publishedEvents, answer, store } = exporting()
    const user = newUuid()
    const first = await exports.ask({ user }, false)
    for (const event of publishedEvents.splice(0)) await answer(event)
    later(MINUTE_MS)
    await run()
    const second = await exports.ask({ user }, true)
    expect([...(await exports.runsByService(second)).keys()]).toEqual([])
    expect([...(await exports.runsByService(first)).keys()].toSorted()).toEqual(['archive', 'flags'])
    const parts = rowTable(exportPartRow, tables())
    expect(await parts.all({ user })).toHaveLength(2)
    expect(store.objects.size).toBe(7)
  })

  it('stays consistent if a message is delivered twice and the stored copies differ', async () => {
    const { exports, run, publishedEvents, answer, store } = exporting()
    const user = newUuid()
    const { org, export_id } = await exports.ask({ user }, false)
    // The slow run has stored its first file and continues when the other run has answered.
    const gate = Promise.withResolvers<void>()
    const atStore = Promise.withResolvers<void>()
    const slowly = async function* () {
      yield { path: 'slow.jsonl', bytes: Buffer.from('{"slow":1}\n') }
      atStore.resolve()
      await gate.promise
      yield { path: 'slower.jsonl', bytes: Buffer.from('{"slow":2}\n') }
    }
    const [due] = publishedEvents
    if (!due) throw new Error('no service received an event')
    const slow = answer(due, slowly)
    await atStore.promise
    await answer(due)
    const before = new Map(store.objects)
    gate.resolve()
    await slow
    await answer(due, slowly)
    for (const [key, bytes] of before) expect([key, store.objects.get(key)]).toEqual([key, bytes])
    later(MINUTE_MS)
    await run()
    const zip = store.objects.get(`zips/${org}/${export_id}`)
    expect([zip?.includes('flags/things.jsonl'), zip?.includes('slow')]).toEqual([true, false])
  })

  it('belongs to the worker that took it first, even if the index still lists it for another one', async () => {
    const { exports, publishedEvents, answer, join, log } = exporting()
    const user = newUuid()
    await exports.ask({ user }, false)
    for (const event of publishedEvents) await answer(event)
    later(MINUTE_MS)
    const listed = async function* () {
      yield user
    }
    const joining = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    let joins = 0
    const slowly: typeof join = async (...parts) => {
      joins += 1
      joining.resolve()
      await gate.promise
      return join(...parts)
    }
    const run = carryOutExports({
      exports: { ...exports, open: listed },
      services: ['flags', 'archive'],
      join: slowly,
      now: () => new Date(now),
      log,
    })
    const first = run()
    await joining.promise
    const second = run()
    gate.resolve()
    await Promise.all([first, second])
    expect([joins, (await exports.get(user))?.standing]).toEqual([1, 'over'])
  })

  it('stays unfinished if S3 has dropped its upload, and is joined again', async () => {
    const { exports, run, publishedEvents, answer, store, errors } = exporting()
    const user = newUuid()
    await exports.ask({ user }, false)
    for (const event of publishedEvents) await answer(event)
    later(MINUTE_MS)
    store.forget(true)
    await run()
    expect([(await exports.get(user))?.standing, errors.length]).toEqual(['open', 1])
    store.forget(false)
    later(17 * MINUTE_MS)
    await run()
    expect((await exports.get(user))?.standing).toBe('over')
  })

  it('can be replaced after two days if it never becomes ready, when its parts are deleted', async () => {
    const { exports, run, publishedEvents, answer, store } = exporting()
    const user = newUuid()
    const first = await exports.ask({ user }, false)
    for (const event of publishedEvents.splice(0)) await answer(event)
    for (const key of store.objects.keys()) if (key.includes(first.export_id)) store.objects.delete(key)
    later(2 * DAY_MS)
    await run()
    const second = await exports.ask({ user }, false)
    expect(second.export_id).not.toBe(first.export_id)
    for (const event of publishedEvents) await answer(event)
    later(MINUTE_MS)
    await run()
    expect([(await exports.get(user))?.export_id, (await exports.get(user))?.standing]).toEqual([
      second.export_id,
      'over',
    ])
  })

  it('stores nothing for a user whose account was deleted', async () => {
    const { exports, publishedEvents, answer, store } = exporting()
    const user = newUuid()
    await exports.ask({ user }, false)
    await eraseRows(tables(), { pk: `EXPORT#${user}` })
    for (const event of publishedEvents) await answer(event)
    expect([store.objects.size, (await rowTable(exportPartRow, tables()).all({ user })).length]).toEqual([0, 0])
  })

  it('repeats the event to an unresponsive service at increasing intervals', async () => {
    const { exports, run, publishedEvents, answer } = exporting('archive')
    const user = newUuid()
    await exports.ask({ user }, false)
    for (const event of publishedEvents.splice(0)) await answer(event)
    for (let minute = 0; minute < 23 * 60; minute += 5) {
      later(5 * MINUTE_MS)
      await run()
    }
    expect(publishedEvents.filter(({ data }) => (data as { user_id: string }).user_id === user)).toHaveLength(6)
  })
})
