import { DatabaseSync } from 'node:sqlite'
import { asyncApi } from '@signet/contract-tools/events'
import { defineContract } from '@signet/contracts'
import {
  cloudEvent,
  EVENT_MAX_BYTES,
  eventBridgeEntry,
  eventType,
  handledEventPut,
  outboxInsert,
  outboxPut,
  outboxSent,
  outboxTable,
  outboxUnsent,
  relayedEvents,
} from '@signet/contracts/events'
import { irOf } from '@signet/contracts/ir'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { jobs } from '../../../support/sample-contract.ts'
import { parcels } from '../fixtures/rich-contract.ts'

const time = new Date('2026-01-31T12:00:00Z')
const completedEvent = (version = 4) =>
  cloudEvent(jobs, 'completed', {
    entity: 'j-1',
    version,
    time,
    data: { job_id: 'j-1', asset_url: 'https://images.test/j-1' },
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    tenant: 't-1',
  })

describe('a CloudEvent of a contract', () => {
  it('has every required attribute, names of at most 20 lower-case letters and digits, and the payload', () => {
    const event = completedEvent()
    expect(event).toEqual({
      specversion: '1.0',
      id: 'j-1:4:completed',
      source: '/contracts/job',
      type: 'org.signet.job.completed.v2',
      subject: 'j-1',
      time: '2026-01-31T12:00:00.000Z',
      datacontenttype: 'application/json',
      dataschema: 'urn:signet:contract:job:2.1.0:event:completed',
      sequence: '0000000000000004',
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      tenantid: 't-1',
      data: { job_id: 'j-1', asset_url: 'https://images.test/j-1' },
    })
    expect(Object.keys(event).filter((name) => !/^[a-z0-9]{1,20}$/.test(name))).toEqual([])
  })

  it('has the same id for the same change, and sorts after earlier changes', () => {
    expect(completedEvent(4).id).toBe(completedEvent(4).id)
    expect(completedEvent(10).sequence > completedEvent(9).sequence).toBe(true)
  })

  it("does not repeat the contract's name in its type", () => {
    expect(eventType(parcels, 'parcel.sent')).toBe('org.signet.parcel.sent.v1')
    expect(eventType(jobs, 'completed', 'acme')).toBe('org.acme.job.completed.v2')
  })

  it('refuses an unknown name, an invalid payload, a missing version, and more than 64 KiB', () => {
    const eventFields = { entity: 'j', version: 1, time }
    // @ts-expect-error the contract has no such event
    expect(() => cloudEvent(jobs, 'shipped', { ...eventFields, data: {} })).toThrow(
      'Contract "job" has no event "shipped"; it has created, completed, failed',
    )
    // @ts-expect-error a number for an id
    expect(() => cloudEvent(jobs, 'created', { ...eventFields, data: { job_id: 7 } })).toThrow('at "job_id"')
    expect(() => cloudEvent(jobs, 'created', { ...eventFields, version: 0, data: { job_id: 'j' } })).toThrow(RangeError)
    const error = 'x'.repeat(EVENT_MAX_BYTES)
    expect(() => cloudEvent(jobs, 'failed', { ...eventFields, data: { job_id: 'j', error } })).toThrow(
      "send the entity's id",
    )
  })
})

describe('the outbox on DynamoDB', () => {
  const event = completedEvent()

  it('writes one Put that fails for a repeated event', () => {
    expect(outboxPut(event, { table: 'signet' })).toEqual({
      Put: {
        TableName: 'signet',
        Item: {
          pk: 'OUTBOX#/contracts/job#j-1',
          sk: '0000000000000004#org.signet.job.completed.v2',
          event: JSON.stringify(event),
          expires_at: time.getTime() / 1000 + 7 * 86_400,
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    })
    expect(handledEventPut(event, { table: 'signet', days: 1 }).Put.Item).toEqual({
      pk: 'SEEN#/contracts/job#j-1:4:completed',
      sk: 'SEEN',
      expires_at: time.getTime() / 1000 + 86_400,
    })
  })

  it('reads only its events from the stream', () => {
    const image = { pk: { S: 'OUTBOX#/contracts/job#j-1' }, event: { S: JSON.stringify(event) } }
    const records = [
      { eventName: 'INSERT', dynamodb: { NewImage: image } },
      { eventName: 'REMOVE', dynamodb: {} },
      { eventName: 'MODIFY', dynamodb: { NewImage: image } },
      { eventName: 'INSERT', dynamodb: { NewImage: { pk: { S: 'JOB#1' } } } },
    ]
    expect(relayedEvents(records)).toEqual([event])
    expect(eventBridgeEntry(event, 'bus')).toMatchObject({
      EventBusName: 'bus',
      Source: '/contracts/job',
      DetailType: 'org.signet.job.completed.v2',
      Detail: JSON.stringify(event),
    })
  })
})

describe('the outbox in SQL', () => {
  const database = new DatabaseSync(':memory:')
  database.exec(outboxTable('sqlite'))
  const run = ({ text, values }: ReturnType<typeof outboxInsert>) => database.prepare(text).run(...values).changes
  const unsent = () => {
    const { text, values } = outboxUnsent('sqlite', 10)
    return database
      .prepare(text)
      .all(...values)
      .map(({ id }) => id)
  }

  it('stores an event once, relays the oldest of an entity first, and each only once', () => {
    expect([run(outboxInsert(completedEvent(10), 'sqlite')), run(outboxInsert(completedEvent(9), 'sqlite'))]).toEqual([
      1, 1,
    ])
    expect(run(outboxInsert(completedEvent(9), 'sqlite'))).toBe(0)
    expect(unsent()).toEqual(['j-1:9:completed', 'j-1:10:completed'])
    expect(run(outboxSent(completedEvent(9), time, 'sqlite'))).toBe(1)
    expect(run(outboxSent(completedEvent(9), time, 'sqlite'))).toBe(0)
    expect(unsent()).toEqual(['j-1:10:completed'])
  })

  it('rolls back with the change', () => {
    database.exec('BEGIN')
    run(outboxInsert(completedEvent(11), 'sqlite'))
    database.exec('ROLLBACK')
    expect(unsent()).toEqual(['j-1:10:completed'])
  })
})

describe('the AsyncAPI document', () => {
  interface Document {
    readonly channels: Record<string, { address: string; description: string }>
    readonly operations: Record<string, { action: string }>
    readonly components: {
      readonly messages: Record<string, { payload: object }>
      readonly schemas: Record<string, object>
    }
  }
  const documentOf = (contract: object) => asyncApi(irOf(contract)) as unknown as Document
  const validatorOf = (document: Document, message: string) => {
    const ajv = new Ajv({ strict: true, allowUnionTypes: true })
    addFormats.default(ajv)
    ajv.addVocabulary(['components'])
    const { payload } = document.components.messages[message] ?? { payload: {} }
    return ajv.compile({
      ...payload,
      components: document.components.schemas && { schemas: document.components.schemas },
    })
  }

  it('has a channel for each event, and lists the operations that emit it', () => {
    const { channels, operations } = documentOf(jobs)
    expect(Object.entries(channels).map(([name, { address, description }]) => [name, address, description])).toEqual([
      ['created', 'org.signet.job.created.v2', 'Emitted by: generate.'],
      ['completed', 'org.signet.job.completed.v2', 'Emitted by: finish.'],
      ['failed', 'org.signet.job.failed.v2', 'Emitted by: fail.'],
    ])
    expect(Object.values(operations).map(({ action }) => action)).toEqual(['send', 'send', 'send'])
  })

  it('describes exactly the written events', () => {
    const validate = validatorOf(documentOf(jobs), 'completed')
    expect([validate(completedEvent()), validate.errors]).toEqual([true, null])
    expect(validate({ ...completedEvent(), data: { job_id: 'j-1' } })).toBe(false)
    expect(validate({ ...completedEvent(), type: 'org.signet.job.failed.v2' })).toBe(false)
  })

  it('writes tuples as draft-07 requires, and only the schemas that events use', () => {
    const { components } = documentOf(parcels)
    expect(Object.keys(components.schemas)).toEqual(['Category', 'Line', 'Parcel'])
    expect(JSON.stringify(components.schemas)).not.toContain('prefixItems')
    expect(validatorOf(documentOf(parcels), 'parcelSent')).toBeTypeOf('function')
  })

  it('generates the same document twice, and none without events', () => {
    expect(JSON.stringify(documentOf(jobs))).toBe(JSON.stringify(documentOf(jobs)))
    const withoutEvents = defineContract({
      name: 'note',
      version: '1.0.0',
      description: 'A note.',
      schema: z.object({ id: z.string() }),
      operations: {},
      surfaces: {},
      authority: {},
    })
    expect(asyncApi(irOf(withoutEvents))).toBeUndefined()
  })
})
