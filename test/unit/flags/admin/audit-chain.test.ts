import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditTable } from '../../../../lambdas/flags/audit/audit-table.ts'
import { planSegmentPut } from '../../../../lambdas/flags/sets/segment-changes.ts'
import type { StoredFlag, StoredSnapshot } from '../../../../lambdas/flags/sets/stored-flag.ts'
import { verifyLog } from '../../../../lambdas/flags/sets/verify-log.ts'
import type { FlagSet } from '../../../../layers/flags/src/dynamodb/index.ts'
import { packSnapshot, snapshotItemKey, versionItemKey } from '../../../../layers/flags/src/dynamodb/index.ts'
import { TABLE, type TableWorld } from '../../../support/table-world.ts'
import { CONTEXT, createIn, flagWorkers, newSet, openTable } from './flag-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const LOG_LENGTH = 5

const setWithLog = async (): Promise<FlagSet> => {
  const set = newSet()
  const { sets } = flagWorkers(world.db, () => new Date())
  for (let i = 0; i < LOG_LENGTH; i++) await createIn(sets, set, { key: `flag-${i}`, type: 'boolean' })
  return set
}
const verdict = async (set: FlagSet) => {
  const { sets } = flagWorkers(world.db, () => new Date())
  const audit = auditTable({ db: world.db, table: TABLE })
  return verifyLog({ live: sets.live, head: sets.head, audit })(set)
}
const rowKey = ({ org, environment }: FlagSet, sequence: number) => ({
  pk: `FLAGAUDIT#${org}/${environment}`,
  sk: `E#${String(sequence).padStart(12, '0')}`,
})

test('an unchanged log is valid', async () => {
  expect(await verdict(await setWithLog())).toMatchObject({ entries: LOG_LENGTH, brokenAt: null })
})

test('an empty set has a valid, empty log', async () => {
  expect(await verdict(newSet())).toMatchObject({ entries: 0, brokenAt: null, head: '0'.repeat(64) })
})

test.each([1, 3, LOG_LENGTH])('a changed entry %i is detected', async (sequence) => {
  const set = await setWithLog()
  await world.db.send(
    new UpdateCommand({
      TableName: TABLE,
      Key: rowKey(set, sequence),
      UpdateExpression: 'SET #at = :other',
      ExpressionAttributeNames: { '#at': 'at' },
      ExpressionAttributeValues: { ':other': '2020-01-01T00:00:00.000Z' },
    }),
  )
  expect(await verdict(set)).toMatchObject({ entries: sequence - 1, brokenAt: sequence })
})

test.each([1, 3, LOG_LENGTH])('a removed entry %i is detected, also the last one', async (sequence) => {
  const set = await setWithLog()
  await world.db.send(new DeleteCommand({ TableName: TABLE, Key: rowKey(set, sequence) }))
  expect(await verdict(set)).toMatchObject({ entries: sequence - 1, brokenAt: sequence })
})

test('an entry that is missing from the list of its flag is detected', async () => {
  const set = await setWithLog()
  const { pk } = rowKey(set, 3)
  await world.db.send(
    new DeleteCommand({ TableName: TABLE, Key: { pk, sk: `K#flag-2#${String(3).padStart(12, '0')}` } }),
  )
  expect(await verdict(set)).toMatchObject({ entries: 2, brokenAt: 3 })
})

test('a rewritten last entry with a valid hash is detected by the hash that the set records', async () => {
  const set = await setWithLog()
  const audit = auditTable({ db: world.db, table: TABLE })
  const last = await audit.entry(set, LOG_LENGTH)
  const { withHash } = await import('../../../../lambdas/flags/audit/audit-entry.ts')
  if (!last) throw new Error('The log has no last entry')
  const { hash: _hash, ...content } = last
  const forged = withHash({
    ...content,
    reason: 'altered by a third party',
    actor: { type: 'user', id: 'somebody-else' },
  })
  const Item = { ...rowKey(set, LOG_LENGTH), ...forged, before: 'null', after: JSON.stringify(forged.after) }
  await world.db.send(new PutCommand({ TableName: TABLE, Item }))
  expect(await verdict(set)).toMatchObject({ entries: LOG_LENGTH - 1, brokenAt: LOG_LENGTH })
})

const addIndexRow = (set: FlagSet, key: string, sequence: number) =>
  world.db.send(
    new PutCommand({
      TableName: TABLE,
      Item: { pk: rowKey(set, 1).pk, sk: `K#${key}#${String(sequence).padStart(12, '0')}` },
    }),
  )

test('an index row that lists an entry under another flag is detected, and the list of that flag omits it', async () => {
  const set = await setWithLog()
  await addIndexRow(set, 'flag-4', 2)
  expect(await verdict(set)).toMatchObject({ entries: 1, brokenAt: 2, problem: expect.stringContaining('flag-4') })
  const { entries } = await auditTable({ db: world.db, table: TABLE }).listOf(set, 'flag-4', 10, undefined)
  expect(entries.map(({ key }) => key)).toEqual(['flag-4'])
})

/** Alters the version row, as an attacker would to hide a change of the snapshot. */
const recordDigest = (set: FlagSet, digest: string) =>
  world.db.send(
    new UpdateCommand({
      TableName: TABLE,
      Key: versionItemKey(set),
      UpdateExpression: 'SET digest = :digest',
      ExpressionAttributeValues: { ':digest': digest },
    }),
  )

describe('the snapshot is compared with the log', () => {
  const overwriteSnapshot = async (set: FlagSet, change: (snapshot: StoredSnapshot) => StoredSnapshot) => {
    const { sets } = flagWorkers(world.db, () => new Date())
    const packed = await packSnapshot(change(await sets.read(set)))
    await world.db.send(new PutCommand({ TableName: TABLE, Item: { ...snapshotItemKey(set), ...packed } }))
    await recordDigest(set, packed.digest)
  }

  test('a flag that was switched on without a log entry is detected', async () => {
    const set = await setWithLog()
    await overwriteSnapshot(set, (snapshot) => ({
      ...snapshot,
      flags: snapshot.flags.map((flag) => (flag.key === 'flag-2' ? { ...flag, enabled: true } : flag)),
    }))
    expect(await verdict(set)).toMatchObject({ brokenAt: 3, problem: expect.stringContaining('flag-2') })
  })

  test('a removed flag, an added flag and an added segment are detected', async () => {
    const setWithRemoval = await setWithLog()
    const setWithAddition = await setWithLog()
    const setWithSegment = await setWithLog()
    await overwriteSnapshot(setWithRemoval, (snapshot) => ({ ...snapshot, flags: snapshot.flags.slice(1) }))
    expect(await verdict(setWithRemoval)).toMatchObject({ brokenAt: 1 })
    await overwriteSnapshot(setWithAddition, (snapshot) => ({
      ...snapshot,
      flags: snapshot.flags.flatMap((flag) => [flag, ...(flag.key === 'flag-0' ? [{ ...flag, key: 'new' }] : [])]),
    }))
    expect(await verdict(setWithAddition)).toMatchObject({
      brokenAt: LOG_LENGTH,
      problem: expect.stringContaining('new'),
    })
    const when = { attribute: 'plan', operator: 'equals', value: 'pro' } as const
    await overwriteSnapshot(setWithSegment, (snapshot) => ({ ...snapshot, segments: [{ key: 's', when, version: 1 }] }))
    expect(await verdict(setWithSegment)).toMatchObject({ brokenAt: LOG_LENGTH })
  })

  test('a snapshot of another version and a corrupt snapshot are detected', async () => {
    const setWithOldSnapshot = await setWithLog()
    const setWithCorruptSnapshot = await setWithLog()
    await overwriteSnapshot(setWithOldSnapshot, (snapshot) => ({ ...snapshot, version: 3 }))
    expect(await verdict(setWithOldSnapshot)).toMatchObject({ brokenAt: 4 })
    const Item = {
      ...snapshotItemKey(setWithCorruptSnapshot),
      version: LOG_LENGTH,
      packed: new Uint8Array(3),
      digest: 'x',
    }
    await world.db.send(new PutCommand({ TableName: TABLE, Item }))
    expect(await verdict(setWithCorruptSnapshot)).toMatchObject({
      brokenAt: LOG_LENGTH,
      problem: 'the snapshot cannot be read',
    })
  })

  test.each([
    ['changed first', (flag: StoredFlag) => [{ ...flag, enabled: true }, flag]],
    ['changed second', (flag: StoredFlag) => [flag, { ...flag, enabled: true }]],
    ['unchanged', (flag: StoredFlag) => [flag, flag]],
  ])('a duplicate flag is detected: %s', async (_, duplicate) => {
    const set = await setWithLog()
    await overwriteSnapshot(set, (snapshot) => ({
      ...snapshot,
      flags: snapshot.flags.flatMap((flag) => (flag.key === 'flag-2' ? duplicate(flag) : [flag])),
    }))
    expect(await verdict(set)).toMatchObject({ brokenAt: 3, problem: 'the snapshot contains flag-2 2 times' })
  })

  test('a duplicate segment is detected', async () => {
    const set = await setWithLog()
    const { sets } = flagWorkers(world.db, () => new Date())
    const when = { attribute: 'plan', operator: 'equals', value: 'pro' } as const
    await sets.changeSegment(set, CONTEXT, (snapshot) => planSegmentPut(snapshot, { key: 's', when }, 'absent'))
    expect(await verdict(set)).toMatchObject({ entries: LOG_LENGTH + 1, brokenAt: null })
    await overwriteSnapshot(set, ({ segments, ...snapshot }) => ({
      ...snapshot,
      segments: segments.flatMap((segment) => [{ ...segment, when: { ...when, value: 'free' } }, segment]),
    }))
    const problem = 'the snapshot contains segment:s 2 times'
    expect(await verdict(set)).toMatchObject({ brokenAt: LOG_LENGTH + 1, problem })
  })

  test("a recorded digest that differs from the snapshot's is detected", async () => {
    const set = await setWithLog()
    await recordDigest(set, 'f'.repeat(64))
    const problem = 'the environment records a different digest of its snapshot'
    expect(await verdict(set)).toMatchObject({ entries: LOG_LENGTH - 1, brokenAt: LOG_LENGTH, problem })
  })

  test('a missing version row is detected', async () => {
    const set = await setWithLog()
    await world.db.send(new DeleteCommand({ TableName: TABLE, Key: versionItemKey(set) }))
    expect((await verdict(set)).brokenAt).toBe(1)
  })
})

test('concurrent writes do not affect the verification', async () => {
  const set = await setWithLog()
  const { sets } = flagWorkers(world.db, () => new Date())
  const audit = auditTable({ db: world.db, table: TABLE })
  const auditWithLateWrite = {
    ...audit,
    async *entries(auditedSet: FlagSet) {
      await createIn(sets, auditedSet, { key: 'late', type: 'boolean' })
      yield* audit.entries(auditedSet)
    },
  }
  const verdictAfterWrite = await verifyLog({ live: sets.live, head: sets.head, audit: auditWithLateWrite })(set)
  expect(verdictAfterWrite).toMatchObject({ entries: LOG_LENGTH + 1, brokenAt: null, problem: null })
})
