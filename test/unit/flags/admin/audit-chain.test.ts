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

const LENGTH = 5

const logged = async (): Promise<FlagSet> => {
  const set = newSet()
  const { sets } = flagWorkers(world.db, () => new Date())
  for (let i = 0; i < LENGTH; i++) await createIn(sets, set, { key: `flag-${i}`, type: 'boolean' })
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
  expect(await verdict(await logged())).toMatchObject({ entries: LENGTH, brokenAt: null })
})

test('an empty set has a valid, empty log', async () => {
  expect(await verdict(newSet())).toMatchObject({ entries: 0, brokenAt: null, head: '0'.repeat(64) })
})

test.each([1, 3, LENGTH])('a changed entry %i is detected', async (sequence) => {
  const set = await logged()
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

test.each([1, 3, LENGTH])('a removed entry %i is detected, also the last one', async (sequence) => {
  const set = await logged()
  await world.db.send(new DeleteCommand({ TableName: TABLE, Key: rowKey(set, sequence) }))
  expect(await verdict(set)).toMatchObject({ entries: sequence - 1, brokenAt: sequence })
})

test('an entry that is missing from the list of its flag is detected', async () => {
  const set = await logged()
  const { pk } = rowKey(set, 3)
  await world.db.send(
    new DeleteCommand({ TableName: TABLE, Key: { pk, sk: `K#flag-2#${String(3).padStart(12, '0')}` } }),
  )
  expect(await verdict(set)).toMatchObject({ entries: 2, brokenAt: 3 })
})

test('a rewritten end with valid hashes is detected by the head that the set records', async () => {
  const set = await logged()
  const audit = auditTable({ db: world.db, table: TABLE })
  const last = await audit.entry(set, LENGTH)
  const { withHash: chained } = await import('../../../../lambdas/flags/audit/audit-entry.ts')
  if (!last) throw new Error('The log has no last entry')
  const { hash: _hash, ...said } = last
  const forged = chained({ ...said, reason: 'altered by a third party', actor: { type: 'user', id: 'somebody-else' } })
  const Item = { ...rowKey(set, LENGTH), ...forged, before: 'null', after: JSON.stringify(forged.after) }
  await world.db.send(new PutCommand({ TableName: TABLE, Item }))
  expect(await verdict(set)).toMatchObject({ entries: LENGTH - 1, brokenAt: LENGTH })
})

const extraRow = (set: FlagSet, key: string, sequence: number) =>
  world.db.send(
    new PutCommand({
      TableName: TABLE,
      Item: { pk: rowKey(set, 1).pk, sk: `K#${key}#${String(sequence).padStart(12, '0')}` },
    }),
  )

test('an index row that lists an entry under another flag is detected, and the list of that flag omits it', async () => {
  const set = await logged()
  await extraRow(set, 'flag-4', 2)
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
  const overwritten = async (set: FlagSet, change: (snapshot: StoredSnapshot) => StoredSnapshot) => {
    const { sets } = flagWorkers(world.db, () => new Date())
    const packed = await packSnapshot(change(await sets.read(set)))
    await world.db.send(new PutCommand({ TableName: TABLE, Item: { ...snapshotItemKey(set), ...packed } }))
    await recordDigest(set, packed.digest)
  }

  test('a flag that was switched on without an entry', async () => {
    const set = await logged()
    await overwritten(set, (snapshot) => ({
      ...snapshot,
      flags: snapshot.flags.map((flag) => (flag.key === 'flag-2' ? { ...flag, enabled: true } : flag)),
    }))
    expect(await verdict(set)).toMatchObject({ brokenAt: 3, problem: expect.stringContaining('flag-2') })
  })

  test('a flag that was removed, one that was added, and an added segment', async () => {
    const withRemoval = await logged()
    const withAddition = await logged()
    const segment = await logged()
    await overwritten(withRemoval, (snapshot) => ({ ...snapshot, flags: snapshot.flags.slice(1) }))
    expect(await verdict(withRemoval)).toMatchObject({ brokenAt: 1 })
    await overwritten(withAddition, (snapshot) => ({
      ...snapshot,
      flags: snapshot.flags.flatMap((flag) => [flag, ...(flag.key === 'flag-0' ? [{ ...flag, key: 'new' }] : [])]),
    }))
    expect(await verdict(withAddition)).toMatchObject({ brokenAt: LENGTH, problem: expect.stringContaining('new') })
    const when = { attribute: 'plan', operator: 'equals', value: 'pro' } as const
    await overwritten(segment, (snapshot) => ({ ...snapshot, segments: [{ key: 's', when, version: 1 }] }))
    expect(await verdict(segment)).toMatchObject({ brokenAt: LENGTH })
  })

  test('a snapshot of another version, and an unreadable one', async () => {
    const old = await logged()
    const unreadable = await logged()
    await overwritten(old, (snapshot) => ({ ...snapshot, version: 3 }))
    expect(await verdict(old)).toMatchObject({ brokenAt: 4 })
    const Item = { ...snapshotItemKey(unreadable), version: LENGTH, packed: new Uint8Array(3), digest: 'x' }
    await world.db.send(new PutCommand({ TableName: TABLE, Item }))
    expect(await verdict(unreadable)).toMatchObject({ brokenAt: LENGTH, problem: 'the snapshot cannot be read' })
  })

  test.each([
    ['changed first', (flag: StoredFlag) => [{ ...flag, enabled: true }, flag]],
    ['changed second', (flag: StoredFlag) => [flag, { ...flag, enabled: true }]],
    ['unchanged', (flag: StoredFlag) => [flag, flag]],
  ])('a duplicate flag: %s', async (_, twice) => {
    const set = await logged()
    await overwritten(set, (snapshot) => ({
      ...snapshot,
      flags: snapshot.flags.flatMap((flag) => (flag.key === 'flag-2' ? twice(flag) : [flag])),
    }))
    expect(await verdict(set)).toMatchObject({ brokenAt: 3, problem: 'flag-2 is in the snapshot 2 times' })
  })

  test('a duplicate segment', async () => {
    const set = await logged()
    const { sets } = flagWorkers(world.db, () => new Date())
    const when = { attribute: 'plan', operator: 'equals', value: 'pro' } as const
    await sets.changeSegment(set, CONTEXT, (snapshot) => planSegmentPut(snapshot, { key: 's', when }, 'absent'))
    expect(await verdict(set)).toMatchObject({ entries: LENGTH + 1, brokenAt: null })
    await overwritten(set, ({ segments, ...rest }) => ({
      ...rest,
      segments: segments.flatMap((segment) => [{ ...segment, when: { ...when, value: 'free' } }, segment]),
    }))
    const problem = 'segment:s is in the snapshot 2 times'
    expect(await verdict(set)).toMatchObject({ brokenAt: LENGTH + 1, problem })
  })

  test("a recorded digest that differs from the snapshot's", async () => {
    const set = await logged()
    await recordDigest(set, 'f'.repeat(64))
    const problem = 'the environment records a different digest of its snapshot'
    expect(await verdict(set)).toMatchObject({ entries: LENGTH - 1, brokenAt: LENGTH, problem })
  })

  test('a missing version row', async () => {
    const set = await logged()
    await world.db.send(new DeleteCommand({ TableName: TABLE, Key: versionItemKey(set) }))
    expect((await verdict(set)).brokenAt).toBe(1)
  })
})

test('concurrent writes do not affect the verification', async () => {
  const set = await logged()
  const { sets } = flagWorkers(world.db, () => new Date())
  const audit = auditTable({ db: world.db, table: TABLE })
  const late = {
    ...audit,
    async *entries(of: FlagSet) {
      await createIn(sets, of, { key: 'late', type: 'boolean' })
      yield* audit.entries(of)
    },
  }
  const verified = await verifyLog({ live: sets.live, head: sets.head, audit: late })(set)
  expect(verified).toMatchObject({ entries: LENGTH + 1, brokenAt: null, problem: null })
})
