import { exportPartRow } from '@signet/erasure/rows'
import { eraseRows, newUuid, rowTable } from '@signet/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { carryOutExports } from '../../../lambdas/accounts/exports/carry-out-exports.ts'
import { exportWorld } from '../../support/exporting.ts'
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

const newExportWorld = (silent?: string) => exportWorld(tables, silent)

const advance = (ms: number): void => {
  now += ms
}

describe('an export of an account', () => {
  it('becomes ready when every service has answered, and its ZIP starts with the manifest', async () => {
    const { exports, run, publishedEvents, answer, store } = newExportWorld()
    const user = newUuid()
    const row = await exports.request({ user, email: 'a@people.example' })
    advance(MINUTE_MS)
    await run()
    expect((await exports.get(user))?.standing).toBe('open')
    for (const event of publishedEvents) await answer(event)
    await run()
    const ready = await exports.get(user)
    // Two files each of flags, archive and accounts, and the manifest.
    expect([ready?.standing, ready?.files, ready?.missing]).toEqual(['over', 7, []])
    const zip = store.objects.get(`zips/${row.org}/${row.export_id}`)
    expect([zip?.length, zip?.subarray(0, 2).toString(), zip?.includes('manifest.json')]).toEqual([
      ready?.bytes,
      'PK',
      true,
    ])
    expect((await exports.request({ user })).export_id).toBe(row.export_id)
    expect((await exports.request({ user }, { isNew: true })).export_id).not.toBe(row.export_id)
  })

  it('becomes ready and complete if a service or worker is killed at any call', async () => {
    let crashes = 0
    for (let crashCall = 0; ; crashCall++) {
      const { exports, run, publishedEvents, answer, store } = newExportWorld()
      const user = newUuid()
      await exports.request({ user })
      advance(MINUTE_MS)
      store.failAt(crashCall)
      for (const event of publishedEvents) await answer(event).catch(() => undefined)
      await run()
      const wasNotKilled = store.calls() <= crashCall
      store.failAt(-1)
      // The message is delivered again, and another worker runs after the claim of 16 minutes has expired.
      for (const event of publishedEvents) await answer(event)
      advance(17 * MINUTE_MS)
      await run()
      const ready = await exports.get(user)
      expect([crashCall, ready?.standing, ready?.files, ready?.missing]).toEqual([crashCall, 'over', 7, []])
      if (wasNotKilled) break
      crashes += 1
    }
    expect(crashes).toBeGreaterThanOrEqual(12)
  })

  it('repeats the event to a service that does not answer, and completes without it after a day', async () => {
    const { exports, run, publishedEvents, answer, errors } = newExportWorld('archive')
    const user = newUuid()
    await exports.request({ user })
    for (const event of publishedEvents) await answer(event)
    advance(16 * MINUTE_MS)
    await run()
    const eventsOfUser = publishedEvents.filter(({ data }) => (data as { user_id: string }).user_id === user)
    expect(eventsOfUser).toHaveLength(2)
    expect(eventsOfUser[1]?.data).toEqual(eventsOfUser[0]?.data)
    advance(DAY_MS)
    await run()
    const ready = await exports.get(user)
    expect([ready?.standing, ready?.missing]).toEqual(['over', ['archive']])
    expect(errors).toContainEqual({ export_id: ready?.export_id, services: ['archive'] })
  })

  it('ignores answers to an earlier export', async () => {
    const { exports, run, publishedEvents, answer, store } = newExportWorld()
    const user = newUuid()
    const first = await exports.request({ user })
    for (const event of publishedEvents.splice(0)) await answer(event)
    advance(MINUTE_MS)
    await run()
    const second = await exports.request({ user }, { isNew: true })
    expect([...(await exports.storedRunsByService(second)).keys()]).toEqual([])
    expect([...(await exports.storedRunsByService(first)).keys()].toSorted()).toEqual(['archive', 'flags'])
    const parts = rowTable(exportPartRow, tables())
    expect(await parts.all({ user })).toHaveLength(2)
    expect(store.objects.size).toBe(7)
  })

  it('keeps the files of the first finished run if a message is delivered twice and the runs produce different files', async () => {
    const { exports, run, publishedEvents, answer, store } = newExportWorld()
    const user = newUuid()
    const { org, export_id } = await exports.request({ user })
    // The slow run has stored its first file and continues when the other run has answered.
    const gate = Promise.withResolvers<void>()
    const atStore = Promise.withResolvers<void>()
    const slowFiles = async function* () {
      yield { path: 'slow.jsonl', bytes: Buffer.from('{"slow":1}\n') }
      atStore.resolve()
      await gate.promise
      yield { path: 'slower.jsonl', bytes: Buffer.from('{"slow":2}\n') }
    }
    const [dueEvent] = publishedEvents
    if (!dueEvent) throw new Error('no service received an event')
    const slowRun = answer(dueEvent, slowFiles)
    await atStore.promise
    await answer(dueEvent)
    const storedObjects = new Map(store.objects)
    gate.resolve()
    await slowRun
    await answer(dueEvent, slowFiles)
    for (const [key, bytes] of storedObjects) expect([key, store.objects.get(key)]).toEqual([key, bytes])
    advance(MINUTE_MS)
    await run()
    const zip = store.objects.get(`zips/${org}/${export_id}`)
    expect([zip?.includes('flags/things.jsonl'), zip?.includes('slow')]).toEqual([true, false])
  })

  it('runs at the worker that claimed it first, even if the index still lists it for another worker', async () => {
    const { exports, publishedEvents, answer, join, log } = newExportWorld()
    const user = newUuid()
    await exports.request({ user })
    for (const event of publishedEvents) await answer(event)
    advance(MINUTE_MS)
    const listed = async function* () {
      yield user
    }
    const joining = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    let joins = 0
    const slowJoin: typeof join = async (...args) => {
      joins += 1
      joining.resolve()
      await gate.promise
      return join(...args)
    }
    const run = carryOutExports({
      exports: { ...exports, listDue: listed },
      services: ['flags', 'archive'],
      join: slowJoin,
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

  it('stays open if S3 has dropped its upload, and is joined again', async () => {
    const { exports, run, publishedEvents, answer, store, errors } = newExportWorld()
    const user = newUuid()
    await exports.request({ user })
    for (const event of publishedEvents) await answer(event)
    advance(MINUTE_MS)
    store.loseUploads(true)
    await run()
    expect([(await exports.get(user))?.standing, errors.length]).toEqual(['open', 1])
    store.loseUploads(false)
    advance(17 * MINUTE_MS)
    await run()
    expect((await exports.get(user))?.standing).toBe('over')
  })

  it('can be replaced after two days if it never became ready, because its parts have expired', async () => {
    const { exports, run, publishedEvents, answer, store } = newExportWorld()
    const user = newUuid()
    const first = await exports.request({ user })
    for (const event of publishedEvents.splice(0)) await answer(event)
    // As the lifecycle rule of the bucket does.
    for (const key of store.objects.keys()) if (key.includes(first.export_id)) store.objects.delete(key)
    advance(2 * DAY_MS)
    await run()
    const second = await exports.request({ user })
    expect(second.export_id).not.toBe(first.export_id)
    for (const event of publishedEvents) await answer(event)
    advance(MINUTE_MS)
    await run()
    expect([(await exports.get(user))?.export_id, (await exports.get(user))?.standing]).toEqual([
      second.export_id,
      'over',
    ])
  })

  it('stores nothing for a user whose account was deleted', async () => {
    const { exports, publishedEvents, answer, store } = newExportWorld()
    const user = newUuid()
    await exports.request({ user })
    await eraseRows(tables(), { pk: `EXPORT#${user}` })
    for (const event of publishedEvents) await answer(event)
    expect([store.objects.size, (await rowTable(exportPartRow, tables()).all({ user })).length]).toEqual([0, 0])
  })

  it('repeats the event to an unresponsive service at increasing intervals', async () => {
    const { exports, run, publishedEvents, answer } = newExportWorld('archive')
    const user = newUuid()
    await exports.request({ user })
    for (const event of publishedEvents.splice(0)) await answer(event)
    for (let minute = 0; minute < 23 * 60; minute += 5) {
      advance(5 * MINUTE_MS)
      await run()
    }
    expect(publishedEvents.filter(({ data }) => (data as { user_id: string }).user_id === user)).toHaveLength(6)
  })
})
