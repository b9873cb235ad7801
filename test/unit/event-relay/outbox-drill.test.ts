import { EventBridgeClient, PutEventsCommand, type PutEventsCommandInput } from '@aws-sdk/client-eventbridge'
import { type DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { defineContract } from '@signet/contracts'
import { type CloudEvent, cloudEvent } from '@signet/contracts/events'
import { addMs, type WriteStep } from '@signet/kernel'
import { eventBridgeBus, outbox, outboxRelay, outboxTable } from '@signet/kernel/events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createLog } from '../../../layers/kernel/src/log.ts'
import { type CrashPoint, crashPoint, MOMENTS } from '../../support/crash-point.ts'
import { scaled } from '../../support/scale.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

const letter = defineContract({
  name: 'letter',
  version: '1.0.0',
  description: 'A letter.',
  schema: z.object({ id: z.string() }),
  operations: { create: { input: z.object({ id: z.string() }), emits: ['letter.written'] } },
  surfaces: { db: { table: 'letters' } },
  authority: { create: 'internal' },
})
const BUS = 'signet'
const log = createLog({ write: () => {} })
const NO_CRASH = crashPoint(Number.POSITIVE_INFINITY, 'before')
const WRITTEN_AT = new Date('2026-11-22T10:00:00Z')
const LATER = addMs(WRITTEN_AT, 60_000)

let world: TableWorld
let client: EventBridgeClient
beforeAll(async () => {
  world = await openTable()
  await world.aws.declareEventBus({ name: BUS, arn: `arn:aws:events:us-east-1:000000000000:event-bus/${BUS}` })
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  client = new EventBridgeClient({ endpoint: world.aws.endpoint, region: 'us-east-1', credentials, maxAttempts: 1 })
})
afterAll(async () => {
  client.destroy()
  await world.close()
})

type Send = (command: unknown) => Promise<unknown>

/** Clients whose calls pass the crash point. A PutEvents call can be interrupted between its entries. */
const clients = ({ around }: CrashPoint) => {
  const sendHalf = (command: unknown) =>
    command instanceof PutEventsCommand
      ? () => {
          const { Entries = [] } = command.input as PutEventsCommandInput
          return client.send(new PutEventsCommand({ Entries: Entries.slice(0, Math.ceil(Entries.length / 2)) }))
        }
      : undefined
  const throughCrashPoint =
    (send: Send): Send =>
    (command) =>
      around(() => send(command), sendHalf(command))
  // The paginator checks the type of the client before it calls `send`.
  const db = Object.assign(Object.create(world.db) as DynamoDBDocumentClient, {
    send: throughCrashPoint((command) => world.db.send(command as TransactWriteCommand)),
  })
  const bus = { send: throughCrashPoint((command) => client.send(command as PutEventsCommand)) } as Pick<
    EventBridgeClient,
    'send'
  >
  return { db, bus: eventBridgeBus({ client: bus, name: BUS }) }
}

const event = (entity: string, version: number): CloudEvent =>
  cloudEvent(letter, 'letter.written', { entity, version, time: addMs(WRITTEN_AT, version), data: { id: entity } })

/** Writes a new version of an entity with its events, like a use case. */
const change = async (
  crash: CrashPoint,
  entity: string,
  version: number,
  count = 1,
): Promise<readonly CloudEvent[]> => {
  const { db, bus } = clients(crash)
  const testOutbox = outbox({ table: outboxTable({ db, table: TABLE }), bus, log })
  const events = Array.from({ length: count }, (_, i) => event(entity, version + i))
  const Item = { pk: `ENTITY#${entity}`, sk: 'ENTITY', version }
  const write: WriteStep = {
    Put: {
      TableName: TABLE,
      Item,
      ConditionExpression: 'attribute_not_exists(pk) OR version < :version',
      ExpressionAttributeValues: { ':version': version },
    },
  }
  await db.send(new TransactWriteCommand({ TransactItems: [write, ...testOutbox.steps(events)] }))
  await testOutbox.publish(events)
  return events
}

const relay = (crash: CrashPoint = NO_CRASH, at: Date = LATER) => {
  const { db, bus } = clients(crash)
  return outboxRelay({ table: outboxTable({ db, table: TABLE }), bus, now: () => at, log })()
}

/** Returns the IDs of an entity's events in order of first delivery, and the number of deliveries. */
const deliveriesOf = (entity: string) => {
  const details = world.aws.events().map(({ event }) => event.detail as CloudEvent)
  const ids = details.filter(({ subject }) => subject === entity).map(({ id }) => id)
  return { ids: [...new Set(ids)], times: ids.length }
}
const unsentCount = async (entity: string) => (await world.rows(`OUTBOX#/contracts/letter#${entity}`)).length
const versionOf = async (entity: string) => (await world.rows(`ENTITY#${entity}`))[0]?.version

describe('change with events', () => {
  it('the outbox sends complete CloudEvents immediately and leaves no row', async () => {
    const [sentEvent] = await change(NO_CRASH, 'whole', 1)
    const archived = world.aws.events().find(({ event }) => (event.detail as CloudEvent).subject === 'whole')
    expect(archived).toMatchObject({
      bus: BUS,
      event: {
        source: '/contracts/letter',
        'detail-type': 'org.signet.letter.written.v1',
        resources: ['whole'],
        detail: sentEvent,
      },
    })
    expect(await unsentCount('whole')).toBe(0)
  })

  it('events are delivered at least once, exactly for committed changes, after a crash at any call, and no row remains', async () => {
    let runs = 0
    for (const moment of MOMENTS) {
      for (let at = 0; ; at++) {
        const entity = `cut-${moment}-${at}`
        const crash = crashPoint(at, moment, { keepsCrashing: true })
        await change(crash, entity, 1, 2).catch(() => undefined)
        if (!crash.hasCrashed) break
        runs++
        const isCommitted = (await versionOf(entity)) === 1
        await relay()
        const expected = isCommitted ? [1, 2].map((version) => event(entity, version).id) : []
        expect(deliveriesOf(entity).ids, entity).toEqual(expected)
        expect(await unsentCount(entity), entity).toBe(0)
        // Only an event whose sender crashed between sending and removal is sent twice.
        expect(deliveriesOf(entity).times, entity).toBeLessThanOrEqual(4)
      }
    }
    expect(runs).toBeGreaterThanOrEqual(12)
  })

  it('a failed condition sends nothing', async () => {
    await change(NO_CRASH, 'lost', 5)
    await expect(change(NO_CRASH, 'lost', 3)).rejects.toMatchObject({ name: 'TransactionCanceledException' })
    await relay()
    expect(deliveriesOf('lost').ids).toEqual([event('lost', 5).id])
  })

  it('a change succeeds while the bus is down or rejects some events, and the relay sends them', async () => {
    world.aws.outages.plan({ service: 'events', times: 1, status: 500, type: 'InternalException', body: {} })
    await change(NO_CRASH, 'away', 1)
    world.aws.outages.plan({
      service: 'events',
      operation: 'PutEventsEntry',
      times: 1,
      status: 500,
      type: 'InternalFailure',
      body: {},
    })
    await change(NO_CRASH, 'refused', 1, 2)
    expect([deliveriesOf('away').times, deliveriesOf('refused').ids]).toEqual([0, [event('refused', 2).id]])
    expect([await unsentCount('away'), await unsentCount('refused')]).toEqual([1, 1])
    expect(await relay()).toEqual({ sent: 2, refused: 0 })
    expect([deliveriesOf('away').times, deliveriesOf('refused').times]).toEqual([1, 2])
    expect(await relay()).toEqual({ sent: 0, refused: 0 })
  })
})

describe('event relay', () => {
  const leaveUnsent = (entity: string, count: number) =>
    change(crashPoint(1, 'before', { keepsCrashing: true }), entity, 1, count)

  it('the relay sends all remaining events at least once, oldest first, after a crash at any call', async () => {
    let runs = 0
    for (const moment of MOMENTS) {
      // Reads and removals of a batch are similar, so every third call is enough.
      for (let at = 0; ; at += scaled(3, 1)) {
        const entity = `relay-${moment}-${at}`
        const unsentEvents = await leaveUnsent(entity, 11)
        const crash = crashPoint(at, moment, { keepsCrashing: true })
        await relay(crash)
        if (!crash.hasCrashed) break
        runs++
        await relay()
        expect(deliveriesOf(entity).ids, entity).toEqual(unsentEvents.map(({ id }) => id))
        expect(await unsentCount(entity), entity).toBe(0)
      }
    }
    expect(runs).toBeGreaterThanOrEqual(scaled(30, 90))
  })

  it('the relay skips events that their writer may still be sending', async () => {
    await leaveUnsent('young', 1)
    expect(await relay(NO_CRASH, addMs(WRITTEN_AT, 9_000))).toEqual({ sent: 0, refused: 0 })
    expect(await relay(NO_CRASH, addMs(WRITTEN_AT, 11_000))).toEqual({ sent: 1, refused: 0 })
  })

  it('two concurrent relays send an event at most twice, and leave none', async () => {
    const written = await leaveUnsent('beside', 30)
    await Promise.all([relay(), relay()])
    expect(deliveriesOf('beside').ids.toSorted()).toEqual(written.map(({ id }) => id).toSorted())
    expect(deliveriesOf('beside').times).toBeLessThanOrEqual(60)
    expect(await unsentCount('beside')).toBe(0)
  })

  it('rejected events stay, and their number is logged', async () => {
    await leaveUnsent('unwanted', 3)
    world.aws.outages.plan({
      service: 'events',
      operation: 'PutEventsEntry',
      times: 2,
      status: 500,
      type: 'InternalFailure',
      body: {},
    })
    expect(await relay()).toEqual({ sent: 1, refused: 2 })
    expect(await unsentCount('unwanted')).toBe(2)
    expect(await relay()).toEqual({ sent: 2, refused: 0 })
  })
})
