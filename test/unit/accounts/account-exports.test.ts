import { Readable } from 'node:stream'
import { newUuid, rowTable } from '@signet/kernel'
import { answersLeaving, partFileKey, partListKey, type TakenFile } from '@signet/leaving'
import { exportPartRow } from '@signet/leaving/rows'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { carryOutExports } from '../../../lambdas/accounts/exports/carry-out-exports.ts'
import { exportTable } from '../../../lambdas/accounts/exports/export-table.ts'
import { joinParts } from '../../../lambdas/accounts/exports/join-parts.ts'
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

/** A bucket that dies at the call with this number; the calls of a life are counted. */
const memory = () => {
  const objects = new Map<string, Buffer>()
  let [calls, dies] = [0, -1]
  const call = (): void => {
    if (calls++ === dies) throw new Error('killed')
  }
  const uploads = new Map<string, Buffer[]>()
  return {
    objects,
    calls: () => calls,
    dieAt: (at: number) => {
      ;[calls, dies] = [0, at]
    },
    bucket: {
      async put(key: string, bytes: Uint8Array) {
        call()
        objects.set(key, Buffer.from(bytes))
      },
      async read(key: string) {
        call()
        return objects.get(key)
      },
      async open(key: string) {
        call()
        const bytes = objects.get(key)
        return bytes ? ({ isOutOfRange: false, body: Readable.from([bytes]) } as never) : undefined
      },
    },
    uploads: {
      async create() {
        call()
        const id = newUuid()
        uploads.set(id, [])
        return id
      },
      async putPart(_key: string, id: string, number: number, body: Uint8Array) {
        call()
        const parts = uploads.get(id) ?? []
        parts[number - 1] = Buffer.from(body)
        return `etag-${number}`
      },
      async complete(key: string, id: string) {
        call()
        objects.set(key, Buffer.concat(uploads.get(id) ?? []))
        return true
      },
      async abort(_key: string, id: string) {
        uploads.delete(id)
      },
    },
  }
}

const files: readonly TakenFile[] = [
  { path: 'things.jsonl', bytes: Buffer.from('{"thing":1}\n') },
  { path: 'pictures/a.png', bytes: Buffer.alloc(100, 7) },
]

interface Told {
  readonly type: string
  readonly data: unknown
}

/** Accounts with two services; `silent`: one that never answers. */
const exporting = (silent?: string) => {
  const store = memory()
  const errors: unknown[] = []
  const log = { info: () => {}, warn: () => {}, error: (_: string, what: unknown) => errors.push(what) } as never
  const told: Told[] = []
  const take = async function* () {
    yield* files
  }
  const answer = async ({ type, data }: Told): Promise<void> => {
    for (const service of ['flags', 'archive'].filter((each) => each !== silent)) {
      const deps = { ...tables(), clients: { exports: store.bucket } }
      const answers = answersLeaving(deps, service, { erase: async () => 'done', take })
      await answers[type as keyof typeof answers]({ data } as never)
    }
  }
  const outbox = {
    steps: () => [],
    publish: async (events: readonly Told[]) => void told.push(...events),
  }
  const exports = exportTable({ ...tables(), newId: newUuid, outbox: outbox as never })
  const join = joinParts({ objects: store.bucket, uploads: store.uploads, take })
  const run = carryOutExports({ exports, services: ['flags', 'archive'], join, now: () => new Date(now), log })
  return { store, errors, told, answer, exports, run }
}

const later = (ms: number): void => {
  now += ms
}

describe('an export of an account', () => {
  it('is ready once every service has answered, and its ZIP begins with the manifest', async () => {
    const { exports, run, told, answer, store } = exporting()
    const user = newUuid()
    const row = await exports.ask({ user, email: 'a@people.example' }, false)
    later(MINUTE_MS)
    await run()
    expect((await exports.get(user))?.standing).toBe('open')
    for (const event of told) await answer(event)
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

  it('whose service or worker is killed at any call is ready in the end, whole', async () => {
    let lives = 0
    for (let at = 0; ; at++) {
      const { exports, run, told, answer, store } = exporting()
      const user = newUuid()
      await exports.ask({ user }, false)
      later(MINUTE_MS)
      store.dieAt(at)
      for (const event of told) await answer(event).catch(() => undefined)
      await run()
      const isWhole = store.calls() <= at
      store.dieAt(-1)
      // The message comes again, and another worker a quarter of an hour later.
      for (const event of told) await answer(event)
      later(17 * MINUTE_MS)
      await run()
      const ready = await exports.get(user)
      expect([at, ready?.standing, ready?.files, ready?.missing]).toEqual([at, 'over', 7, []])
      if (isWhole) break
      lives += 1
    }
    expect(lives).toBeGreaterThanOrEqual(12)
  })

  it('tells a silent service again, and is given without it after a day', async () => {
    const { exports, run, told, answer, errors } = exporting('archive')
    const user = newUuid()
    await exports.ask({ user }, false)
    for (const event of told) await answer(event)
    later(16 * MINUTE_MS)
    await run()
    const ofUser = told.filter(({ data }) => (data as { user_id: string }).user_id === user)
    expect(ofUser).toHaveLength(2)
    expect(ofUser[1]?.data).toEqual(ofUser[0]?.data)
    later(DAY_MS)
    await run()
    const ready = await exports.get(user)
    expect([ready?.standing, ready?.missing]).toEqual(['over', ['archive']])
    expect(errors).toContainEqual({ export_id: ready?.export_id, services: ['archive'] })
  })

  it('counts no answer to an earlier one', async () => {
    const { exports, run, told, answer, store } = exporting()
    const user = newUuid()
    const first = await exports.ask({ user }, false)
    for (const event of told.splice(0)) await answer(event)
    later(MINUTE_MS)
    await run()
    const second = await exports.ask({ user }, true)
    expect(await exports.answered(second)).toEqual([])
    expect((await exports.answered(first)).toSorted()).toEqual(['archive', 'flags'])
    const parts = rowTable(exportPartRow, tables())
    expect(await parts.all({ user })).toHaveLength(2)
    const at = { org: first.org, id: first.export_id }
    expect([store.objects.has(partListKey(at, 'flags')), store.objects.has(partFileKey(at, 'flags', 1))]).toEqual([
      true,
      true,
    ])
  })
})
