import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  CorruptSnapshotError,
  dynamoFlagSource,
  type FlagSet,
  snapshotItemKey,
  versionItemKey,
} from '../../../../layers/flags/src/dynamodb/index.ts'
import { createFlags } from '../../../../layers/flags/src/index.ts'
import { type FlagSource, snapshotKeeper } from '../../../../layers/flags/src/propagation/index.ts'
import { TABLE, type TableWorld } from '../../../support/table-world.ts'
import { CONTEXT, createIn, flagWorkers, newSet, openTable } from '../admin/flag-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const now = () => new Date()
const TTL_MS = 10_000

/** Creates an instance of an application with a separate clock. */
const createInstance = (source: FlagSource) => {
  let time = 0
  const errors: unknown[] = []
  const flags = createFlags({ source, now: () => time, refreshing: { onError: (error) => errors.push(error) } })
  return {
    flags,
    errors,
    /** Runs the next invocation after this many milliseconds, and everything that it started. */
    async invoke(ms = 0) {
      time += ms
      await flags.refresh()
      await new Promise((resolve) => setTimeout(resolve, 50))
      return flags.isEnabled('on', { user: 'u' })
    },
  }
}

const setEnabled = async (set: FlagSet, enabled: boolean) => {
  const { sets } = flagWorkers(world.db, now)
  await sets.change(set, CONTEXT, (snapshot) => {
    const flag = snapshot.flags[0]
    return flag && { key: flag.key, action: 'updated', flag: { ...flag, enabled } }
  })
}

const setWithFlag = async (): Promise<FlagSet> => {
  const set = newSet()
  await createIn(flagWorkers(world.db, now).sets, set, { key: 'on', type: 'boolean', enabled: true })
  return set
}
const sourceOf = (set: FlagSet) => dynamoFlagSource({ db: world.db, table: TABLE, set })

describe('two instances', () => {
  test('fetch a change at the first invocation after the interval, and then agree', async () => {
    const set = await setWithFlag()
    const first = createInstance(sourceOf(set))
    const second = createInstance(sourceOf(set))
    expect([await first.invoke(), await second.invoke()]).toEqual([true, true])
    await setEnabled(set, false)
    expect([await first.invoke(TTL_MS - 1), await second.invoke(TTL_MS - 1)]).toEqual([true, true])
    // The invocation with the old snapshot does not wait; the next one has the change.
    await Promise.all([first.invoke(1), second.invoke(1)])
    expect([await first.invoke(), await second.invoke()]).toEqual([false, false])
  })
})

describe('reads of the table', () => {
  test('occur once per interval for the version and once per change for the snapshot, never per evaluation', async () => {
    const set = await setWithFlag()
    const readKeys: string[] = []
    const db = {
      send: (command: { input: { Key: { sk: string } } }) => {
        readKeys.push(command.input.Key.sk)
        return world.db.send(command as never)
      },
    }
    const { invoke, flags } = createInstance(dynamoFlagSource({ db: db as never, table: TABLE, set }))
    await invoke()
    expect(readKeys).toEqual(['VERSION', 'SNAPSHOT'])
    for (let i = 0; i < 1000; i++) flags.isEnabled('on', { user: `u${i}` })
    for (let i = 0; i < 20; i++) await invoke(TTL_MS / 20)
    expect(readKeys).toEqual(['VERSION', 'SNAPSHOT', 'VERSION'])
  })

  test('a set without stored flags returns no flags', async () => {
    const { invoke, flags, errors } = createInstance(sourceOf(newSet()))
    expect([await invoke(), flags.snapshot.flags, errors]).toEqual([false, [], []])
  })
})

describe('a network partition', () => {
  test('leaves the last valid snapshot in use as stale, until the source responds again', async () => {
    const set = await setWithFlag()
    let isPartitioned = false
    const tableSource = sourceOf(set)
    const { invoke, flags, errors } = createInstance({
      readNewer: (knownVersion) =>
        isPartitioned ? Promise.reject(new Error('no route to the table')) : tableSource.readNewer(knownVersion),
    })
    expect(await invoke()).toBe(true)
    isPartitioned = true
    await setEnabled(set, false)
    expect([await invoke(TTL_MS), await invoke(3_600_000)]).toEqual([true, true])
    expect(flags.evaluate('on', { user: 'u' })).toMatchObject({ value: true, reason: 'STALE' })
    expect(errors.length).toBeGreaterThan(0)
    isPartitioned = false
    await invoke(TTL_MS)
    expect([await invoke(), flags.evaluate('on', { user: 'u' }).reason]).toEqual([false, 'DISABLED'])
  })

  test('from the start leaves the defaults in use, until the source responds', async () => {
    let isPartitioned = true
    const tableSource = sourceOf(await setWithFlag())
    const { invoke, flags } = createInstance({
      readNewer: (knownVersion) =>
        isPartitioned ? Promise.reject(new Error('no route to the table')) : tableSource.readNewer(knownVersion),
    })
    expect([await invoke(), flags.isEnabled('on', {}, true)]).toEqual([false, true])
    isPartitioned = false
    expect(await invoke(1)).toBe(true)
  })
})

describe('a corrupt snapshot is refused, and the previous one stays in use', () => {
  const corruptSnapshot = async (set: FlagSet, change: Record<string, unknown>): Promise<void> => {
    const Key = snapshotItemKey(set)
    const names = Object.keys(change)
    await world.db.send(
      new UpdateCommand({
        TableName: TABLE,
        Key,
        UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
        ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
        ExpressionAttributeValues: Object.fromEntries(names.map((name) => [`:${name}`, change[name]])),
      }),
    )
    await world.db.send(new PutCommand({ TableName: TABLE, Item: { ...versionItemKey(set), version: 99, head: 'x' } }))
  }

  test.each([
    ['other bytes', { packed: new Uint8Array([31, 139, 8, 0]) }],
    ['another digest', { digest: '0'.repeat(64) }],
    ['another version', { version: 99 }],
  ])('%s', async (_, change) => {
    const set = await setWithFlag()
    const { invoke, errors, flags } = createInstance(sourceOf(set))
    expect(await invoke()).toBe(true)
    await corruptSnapshot(set, change)
    await invoke(TTL_MS)
    expect(await invoke()).toBe(true)
    expect(errors[0]).toBeInstanceOf(CorruptSnapshotError)
    expect(flags.snapshot.version).toBe(1)
  })

  test('invalid flags in a snapshot with a valid digest', async () => {
    const invalidSnapshot = { version: 2, flags: [{ key: 'on', type: 'nonsense' }], segments: [] }
    const validSnapshot = { version: 1, flags: [], segments: [] }
    const { invoke, errors, flags } = createInstance({
      readNewer: async (knownVersion) => (knownVersion === undefined ? validSnapshot : invalidSnapshot) as never,
    })
    await invoke()
    await invoke(TTL_MS)
    expect([(errors[0] as Error).name, flags.snapshot.version]).toEqual(['FlagsRefused', 1])
  })
})

describe('a freeze or an unresponsive source', () => {
  const snapshot = (version: number) => ({ version, flags: [], segments: [] })

  test('after a freeze during a request, the next invocation requests again, and the late response is ignored', async () => {
    let time = 0
    const pendingResponses: ((version: number) => void)[] = []
    const usedVersions: number[] = []
    const keeper = snapshotKeeper({
      source: {
        readNewer: () => new Promise((resolve) => pendingResponses.push((version) => resolve(snapshot(version)))),
      },
      use: ({ version }) => usedVersions.push(version),
      now: () => time,
      sleep: async () => undefined,
    })
    await keeper.refresh()
    await keeper.refresh()
    expect(pendingResponses).toHaveLength(1)
    // Frozen for ten minutes; the sockets of the first request are dead.
    time += 600_000
    await keeper.refresh()
    expect(pendingResponses).toHaveLength(2)
    pendingResponses[1]?.(7)
    await new Promise((resolve) => setImmediate(resolve))
    pendingResponses[0]?.(3)
    await new Promise((resolve) => setImmediate(resolve))
    expect([usedVersions, keeper.version]).toEqual([[7], 7])
  })

  test('an outdated response never restores an older version', async () => {
    let time = 0
    const versions = [5, 4, 6]
    const usedVersions: number[] = []
    const keeper = snapshotKeeper({
      source: { readNewer: async () => snapshot(versions.shift() ?? 6) },
      use: ({ version }) => usedVersions.push(version),
      now: () => time,
    })
    for (let i = 0; i < 4; i++) {
      await keeper.refresh()
      await new Promise((resolve) => setImmediate(resolve))
      time += TTL_MS
    }
    expect(usedVersions).toEqual([5, 6])
  })

  test('an invocation waits up to a second without a snapshot, up to 50 ms for a stale one, and otherwise not at all', async () => {
    let time = 0
    const waits: number[] = []
    let isUnresponsive = false
    const keeper = snapshotKeeper({
      source: { readNewer: async () => (isUnresponsive ? new Promise(() => {}) : snapshot(1)) },
      use: () => {},
      now: () => time,
      sleep: async (ms) => void waits.push(ms),
    })
    await keeper.refresh()
    isUnresponsive = true
    time += TTL_MS
    await keeper.refresh()
    expect(waits).toEqual([1000])
    time += 60_000
    await keeper.refresh()
    expect([waits, keeper.isStale]).toEqual([[1000, 50], true])
  })
})
