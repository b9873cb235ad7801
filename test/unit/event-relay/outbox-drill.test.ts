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
const NEVER = crashPoint(Number.POSITIVE_INFINITY, 'before')
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
  const half = (command: unknown) =>
    command instanceof PutEventsCommand
      ? () => {
          const { Entries = [] } = command.input as PutEventsCommandInput
          return client.send(new PutEventsCommand({ Entries: Entries.slice(0, Math.ceil(Entries.length / 2)) }))
        }
      : undefined
  const past =
    (send: Send): Send =>
    (command) =>
      around(() => send(command), half(command))
  // The paginator checks the type of the client before it calls `send`.
  const db = Object.assign(Object.create(world.db) as DynamoDBDocumentClient, {
    send: past((command) => world.db.send(command as TransactWriteCommand)),
  })
  const bus = { send: past((command) => client.send(command as PutEventsCommand)) } as Pick<EventBridgeClient, 'send'>
  return { db, bus: eventBridgeBus({ client: bus, name: BUS }) }
}

const event = (entity: string, version: number): CloudEvent =>
  cloudEvent(letter, 'letter.written', { entity, version, time: addMs(WRITTEN_AT, version), data: { id: entity } })

/** Writes a new version of an entity with its events, like a use case. */
const change = async (cut: CrashPoint, entity: string, version: number, count = 1): Promise<readonly CloudEvent[]> => {
  const { db, bus } = clients(cut)
  const box = outbox({ table: outboxTable({ db, table: TABLE }), bus, log })
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
  await db.send(new TransactWriteCommand({ TransactItems: [write, ...box.steps(events)] }))
  await box.publish(events)
  return events
}

const relay = (cut: CrashPoint = NEVER, at: Date = LATER) => {
  const { db, bus } = clients(cut)
  return outboxRelay({ table: outboxTable({ db, table: TABLE }), bus, now: () => at, log })()
}

/** Returns the ids of an entity's events in order of first delivery, and the number of deliveries. */
const deliveriesOf = (entity: string) => {
  const details = world.aws.events().map(({ event }) => event.detail as CloudEvent)
  const ids = details.filter(({ subject }) => subject === entity).map(({ id }) => id)
  return { ids: [...new Set(ids)], times: ids.length }
}
const waiting = async (entity: string) => (await world.rows(`OUTBOX#/contracts/letter#${entity}`)).length
const versionOf = async (entity: string) => (await world.rows(`ENTITY#${entity}`))[0]?.version

describe('change with events', () => {
  it('the outbox sends complete CloudEvents immediately and leaves no row', async () => {
    const [sentEvent] = await change(NEVER, 'whole', 1)
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
    expect(await waiting('whole')).toBe(0)
  })

  it('events are delivered at least once, exactly for committed changes, after a crash at any call, and no row remains', async () => {
    let runs = 0
    for (const moment of MOMENTS) {
      for (let at = 0; ; at++) {
        const entity = `cut-${moment}-${at}`
        const cut = crashPoint(at, moment, { keepCutting: true })
        await change(cut, entity, 1, 2).catch(() => undefined)
        if (!cut.hasCrashed) break
        runs++
        const happened = (await versionOf(entity)) === 1
        await relay()
        const expected = happened ? [1, 2].map((version) => event(entity, version).id) : []
        expect(deliveriesOf(entity).ids, entity).toEqual(expected)
        expect(await waiting(entity), entity).toBe(0)
        // Only an event whose sender crashed between sending and removal is sent twice.
        expect(deliveriesOf(entity).times, entity).toBeLessThanOrEqual(4)
      }
    }
    expect(runs).toBeGreaterThanOrEqual(12)
  })

  it('a failed condition sends nothing', async () => {
    await change(NEVER, 'lost', 5)
    await expect(change(NEVER, 'lost', 3)).rejects.toMatchObject({ name: 'TransactionCanceledException' })
    await relay()
    expect(deliveriesOf('lost').ids).toEqual([event('lost', 5).id])
  })

  it('a change succeeds while the bus is down or rejects some events, and the relay sends them', async () => {
    world.aws.outages.plan({ service: 'events', times: 1, status: 500, type: 'InternalException', body: {} })
    await change(NEVER, 'away', 1)
    world.aws.outages.plan({
      service: 'events',
      operation: 'PutEventsEntry',
      times: 1,
      status: 500,
      type: 'InternalFailure',
      body: {},
    })
    await change(NEVER, 'refused', 1, 2)
    expect([deliveriesOf('away').times, deliveriesOf('refused').ids]).toEqual([0, [event('refused', 2).id]])
    expect([await waiting('away'), await waiting('refused')]).toEqual([1, 1])
    expect(await relay()).toEqual({ sent: 2, refused: 0 })
    expect([deliveriesOf('away').times, deliveriesOf('refused').times]).toEqual([1, 2])
    expect(await relay()).toEqual({ sent: 0, refused: 0 })
  })
})

describe('event relay', () => {
  const leave = (entity: string, count: number) =>
    change(crashPoint(1, 'before', { keepCutting: true }), entity, 1, count)

  it('the relay sends all remaining events at least once, oldest first, after a crash at any call', async () => {
    let runs = 0
    for (const moment of MOMENTS) {
      // Reads and removals of a batch are similar, so every third call is enough.
      for (let at = 0; ; at += scaled(3, 1)) {
        const entity = `relay-${moment}-${at}`
        const leftVersion = await leave(entity, 11)
        const cut = crashPoint(at, moment, { keepCutting: true })
        await relay(cut)
        if (!cut.hasCrashed) break
        runs++
        await relay()
        expect(deliveriesOf(entity).ids, entity).toEqual(leftVersion.map(({ id }) => id))
        expect(await waiting(entity), entity).toBe(0)
      }
    }
    expect(runs).toBeGreaterThanOrEqual(scaled(30, 90))
  })

  it('the relay skips events that their writer may still be sending', async () => {
    await leave('young', 1)
    expect(await relay(NEVER, addMs(WRITTEN_AT, 9_000))).toEqual({ sent: 0, refused: 0 })
    expect(await relay(NEVER, addMs(WRITTEN_AT, 11_000))).toEqual({ sent: 1, refused: 0 })
  })

  it('two concurrent relays send an event at most twice, and leave none', async () => {
    const written = await leave('beside', 30)
    await Promise.all([relay(), relay()])
    expect(deliveriesOf('beside').ids.toSorted()).toEqual(written.map(({ id }) => id).toSorted())
    expect(deliveriesOf('beside').times).toBeLessThanOrEqual(60)
    expect(await waiting('beside')).toBe(0)
  })

  it('rejected events stay, and their number is logged', async () => {
    await leave('unwanted', 3)
    world.aws.outages.plan({
      service: 'events',
      operation: 'PutEventsEntry',
      times: 2,
      status: 500,
      type: 'InternalFailure',
      body: {},
    })
    expect(await relay()).toEqual({ sent: 1, refused: 2 })
    expect(await waiting('unwanted')).toBe(2)
    expect(await relay()).toEqual({ sent: 2, refused: 0 })
  })
})
