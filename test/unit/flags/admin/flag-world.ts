import { randomUUID } from 'node:crypto'
import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import type { CloudEvent } from '@signet/contracts/events'
import { type EventBus, outbox, outboxTable } from '@signet/kernel/events'
import { expect } from 'vitest'
import { auditTable } from '../../../../lambdas/flags/audit/audit-table.ts'
import type { AlarmStates } from '../../../../lambdas/flags/canary/alarm-states.ts'
import { canaryDriver } from '../../../../lambdas/flags/canary/driver.ts'
import { sweepCanaries } from '../../../../lambdas/flags/canary/sweep-canaries.ts'
import type { NewFlag } from '../../../../lambdas/flags/contract/requests.ts'
import { planCreation } from '../../../../lambdas/flags/sets/flag-changes.ts'
import { type FlagSetTable, flagSetTable } from '../../../../lambdas/flags/sets/flag-set-table.ts'
import { openCanaries } from '../../../../lambdas/flags/sets/open-canaries-table.ts'
import type { ChangeContext } from '../../../../lambdas/flags/sets/set-write.ts'
import { flagOf, type StoredFlag } from '../../../../lambdas/flags/sets/stored-flag.ts'
import { verifyLog } from '../../../../lambdas/flags/sets/verify-log.ts'
import { isInCanary } from '../../../../layers/flags/src/canary/index.ts'
import { canaryItemKey, type FlagSet } from '../../../../layers/flags/src/dynamodb/index.ts'
import { createLog } from '../../../../layers/kernel/src/log.ts'
import { openTable, TABLE, type TableWorld } from '../../../support/table-world.ts'

/** The author of test changes. */
export const CONTEXT: ChangeContext = { actor: { type: 'user', id: 'tester' } }

export const newSet = (): FlagSet => ({ org: randomUUID(), environment: 'production' })

/** Returns a flag in the format of the POST body. */
export const newFlag = (flag: Partial<NewFlag> & Pick<NewFlag, 'key' | 'type'>): NewFlag =>
  ({ description: '', tags: [], rules: [], bucketing: 'v1', ...flag }) as NewFlag

/** A clock that moves only on command. */
export const stoppedClock = () => {
  let time = Date.parse('2026-11-21T10:00:00Z')
  const advance = (seconds: number): void => {
    time += seconds * 1000
  }
  return { now: () => new Date(time), advance }
}

/** Events that the bus received. */
const busEvents: CloudEvent[] = []
const bus: EventBus = {
  async send(events) {
    busEvents.push(...events)
    return events
  },
}

/** Creates the dependencies of the canary functions and of the routes with a DynamoDB client. */
export const flagWorkers = (
  db: DynamoDBDocumentClient,
  now: () => Date,
  alarmStates: AlarmStates = async () => new Map(),
) => {
  const log = createLog({ write: () => {} })
  const eventOutbox = outbox({ table: outboxTable({ db, table: TABLE }), bus, log })
  const backoff = { sleep: async () => {}, random: () => 0 }
  const sets = flagSetTable({ db, table: TABLE, now, outbox: eventOutbox, backoff })
  const driver = canaryDriver({
    sets,
    now,
    log,
    alarmStates,
    exposedCounts: async () => ({ evaluations: 0, errors: 0 }),
  })
  const sweep = sweepCanaries({
    ...driver,
    openCanaries: openCanaries({ db, table: TABLE }),
    machine: { drive: async () => {} },
    now,
    log,
  })
  return { sets, ...driver, sweep }
}

export const createIn = async (sets: FlagSetTable, set: FlagSet, flag: Parameters<typeof newFlag>[0]) =>
  sets.change(set, CONTEXT, (snapshot) => planCreation(snapshot, newFlag(flag), () => 'salt'))

export const flagIn = async (sets: FlagSetTable, set: FlagSet, key: string): Promise<StoredFlag> => {
  const flag = flagOf(await sets.read(set), key)
  if (!flag) throw new Error(`The flag ${key} does not exist`)
  return flag
}

/** Returns the distinct versions of the set in sent events and in events of the outbox. */
const eventVersions = async ({ rows }: TableWorld, { org }: FlagSet): Promise<readonly number[]> => {
  const outboxEvents = (await rows())
    .filter(({ pk }) => String(pk).startsWith('OUTBOX#') && String(pk).includes(`#${org}/`))
    .map(({ event }) => JSON.parse(String(event)) as CloudEvent)
  const events = [...busEvents, ...outboxEvents].filter(({ subject }) => subject.startsWith(`${org}/`))
  const ids = new Map(events.map((event) => [`${event.source} ${event.id}`, Number(event.sequence)]))
  return [...ids.values()].sort((a, b) => a - b)
}

/** Expects that version, snapshot, log, events and canary row of a set agree. */
export const expectConsistentSet = async (world: TableWorld, set: FlagSet, key: string): Promise<void> => {
  const { db } = world
  const { sets } = flagWorkers(db, () => new Date())
  const audit = auditTable({ db, table: TABLE })
  const [head, snapshot] = await Promise.all([sets.head(set), sets.read(set)])
  expect(snapshot.version).toBe(head.version)
  const verdict = await verifyLog({ live: sets.live, head: sets.head, audit })(set)
  expect(verdict).toEqual({ entries: head.version, head: head.head, brokenAt: null, problem: null })
  expect(await eventVersions(world, set)).toEqual(Array.from({ length: head.version }, (_, i) => i + 1))
  const last = (await audit.listOf(set, key, 1, undefined)).entries[0]
  const flag = flagOf(snapshot, key)
  expect(last?.after ?? undefined).toEqual(flag)
  const Key = canaryItemKey(set, key)
  const { Item } = await db.send(new GetCommand({ TableName: TABLE, Key, ConsistentRead: true }))
  expect(Item !== undefined).toBe(flag !== undefined && isInCanary(flag))
}

export { openTable }
