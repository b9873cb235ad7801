import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  dynamoFlagSource,
  type FlagSet,
  CorruptSnapshotError,
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
const TTL = 10_000

/** Creates an instance of an application with a separate clock. */
const instance = (source: FlagSource) => {
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

const toggled = async (set: FlagSet, enabled: boolean) => {
  const { sets } = flagWorkers(world.db, now)
  await sets.change(set, CONTEXT, (snapshot) => {
    const flag = snapshot.flags[0]
    return flag && { key: flag.key, action: 'updated', flag: { ...flag, enabled } }
  })
}

const started = async (enabled = true): Promise<FlagSet> => {
  const set = newSet()
  await createIn(flagWorkers(world.db, now).sets, set, { key: 'on', type: 'boolean', enabled })
  return set
}
const sourceOf = (set: FlagSet) => dynamoFlagSource({ db: world.db, table: TABLE, set })

describe('two instances', () => {
  test('get a change at the first invocation after the interval, and then agree', async () => {
    const set = await started()
    const one = instance(sourceOf(set))
    const two = instance(sourceOf(set))
    expect([await one.invoke(), await two.invoke()]).toEqual([true, true])
    await toggled(set, false)
    expect([await one.invoke(TTL - 1), await two.invoke(TTL - 1)]).toEqual([true, true])
    // The invocation with the old snapshot does not wait; the next one has the change.
    await Promise.all([one.invoke(1), two.invoke(1)])
    expect([await one.invoke(), await two.invoke()]).toEqual([false, false])
  })
})

describe('reads of the table', () => {
  test('occur never per evaluation, once per interval, and once per change for the snapshot', async () => {
    const set = await started()
    const readKeys: string[] = []
    const db = {
      send: (command: { input: { Key: { sk: string } } }) => {
        readKeys.push(command.input.Key.sk)
        return world.db.send(command as never)
      },
    }
    const { invoke, flags } = instance(dynamoFlagSource({ db: db as never, table: TABLE, set }))
    await invoke()
    expect(readKeys).toEqual(['VERSION', 'SNAPSHOT'])
    for (let i = 0; i < 1000; i++) flags.isEnabled('on', { user: `u${i}` })
    for (let i = 0; i < 20; i++) await invoke(TTL / 20)
    expect(readKeys).toEqual(['VERSION', 'SNAPSHOT', 'VERSION'])
  })

  test('a set without stored flags returns no flags', async () => {
    const { invoke, flags, errors } = instance(sourceOf(newSet()))
    expect([await invoke(), flags.snapshot.flags, errors]).toEqual([false, [], []])
  })
})

describe('a partition', () => {
  test('keeps serving the last good snapshot, reports it as stale, and recovers afterwards', async () => {
    const set = await started()
    let isCut = false
    const real = sourceOf(set)
    const { invoke, flags, errors } = instance({
      readNewer: (than) => (isCut ? Promise.reject(new Error('no route to the table')) : real.readNewer(than)),
    })
    expect(await invoke()).toBe(true)
    isCut = true
    await toggled(set, false)
    expect([await invoke(TTL), await invoke(3_600_000)]).toEqual([true, true])
    expect(flags.evaluate('on', { user: 'u' })).toMatchObject({ value: true, reason: 'STALE' })
    expect(errors.length).toBeGreaterThan(0)
    isCut = false
    await invoke(TTL)
    expect([await invoke(), flags.evaluate('on', { user: 'u' }).reason]).toEqual([false, 'DISABLED'])
  })

  test('from the start: defaults within a second, and the flags when they are available', async () => {
    let isCut = true
    const real = sourceOf(await started())
    const { invoke, flags } = instance({
      readNewer: (than) => (isCut ? Promise.reject(new Error('no route to the table')) : real.readNewer(than)),
    })
    expect([await invoke(), flags.isEnabled('on', {}, true)]).toEqual([false, true])
    isCut = false
    expect(await invoke(1)).toBe(true)
  })
})

describe('a poisoned snapshot is refused, and the previous one stays in use', () => {
  const poisoned = async (set: FlagSet, change: Record<string, unknown>): Promise<void> => {
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
    const set = await started()
    const { invoke, errors, flags } = instance(sourceOf(set))
    expect(await invoke()).toBe(true)
    await poisoned(set, change)
    await invoke(TTL)
    expect(await invoke()).toBe(true)
    expect(errors[0]).toBeInstanceOf(CorruptSnapshotError)
    expect(flags.snapshot.version).toBe(1)
  })

  test('invalid flags in a valid package', async () => {
    const bad = { version: 2, flags: [{ key: 'on', type: 'nonsense' }], segments: [] }
    const good = { version: 1, flags: [], segments: [] }
    const { invoke, errors, flags } = instance({ readNewer: async (than) => (than === undefined ? good : bad) as never })
    await invoke()
    await invoke(TTL)
    expect([(errors[0] as Error).name, flags.snapshot.version]).toEqual(['FlagsRefused', 1])
  })
})

describe('a freeze', () => {
  const snapshot = (version: number) => ({ version, flags: [], segments: [] })

  test('during a request: the next invocation requests again, and the late response is ignored', async () => {
    let time = 0
    const answers: ((version: number) => void)[] = []
    const used: number[] = []
    const keeper = snapshotKeeper({
      source: { readNewer: () => new Promise((resolve) => answers.push((version) => resolve(snapshot(version)))) },
      use: ({ version }) => used.push(version),
      now: () => time,
      sleep: async () => undefined,
    })
    await keeper.refresh()
    await keeper.refresh()
    expect(answers).toHaveLength(1)
    // Frozen for ten minutes; the sockets of the first request are dead.
    time += 600_000
    await keeper.refresh()
    expect(answers).toHaveLength(2)
    answers[1]?.(7)
    await new Promise((resolve) => setImmediate(resolve))
    answers[0]?.(3)
    await new Promise((resolve) => setImmediate(resolve))
    expect([used, keeper.version]).toEqual([[7], 7])
  })

  test('an outdated response never restores an older version', async () => {
    let time = 0
    const versions = [5, 4, 6]
    const used: number[] = []
    const keeper = snapshotKeeper({
      source: { readNewer: async () => snapshot(versions.shift() ?? 6) },
      use: ({ version }) => used.push(version),
      now: () => time,
    })
    for (let i = 0; i < 4; i++) {
      await keeper.refresh()
      await new Promise((resolve) => setImmediate(resolve))
      time += TTL
    }
    expect(used).toEqual([5, 6])
  })

  test('an invocation waits for a response only if its snapshot is too old, within its budget', async () => {
    let time = 0
    const waits: number[] = []
    let isSilent = false
    const keeper = snapshotKeeper({
      source: { readNewer: async () => (isSilent ? new Promise(() => {}) : snapshot(1)) },
      use: () => {},
      now: () => time,
      sleep: async (ms) => void waits.push(ms),
    })
    await keeper.refresh()
    isSilent = true
    time += TTL
    await keeper.refresh()
    expect(waits).toEqual([1000])
    time += 60_000
    await keeper.refresh()
    expect([waits, keeper.isStale]).toEqual([[1000, 50], true])
  })
})
