import { eventSource, eventType } from '@signet/contracts/events'
import type { ContractIR, EntityIR, JsonSchema } from '@signet/contracts/ir'
import { camelCase, pascalCase, sentenceCase } from '@signet/contracts/names'
import { usedSchemas, withComponentRefs } from '../openapi/components.ts'

type Json = Record<string, unknown>

const text: JsonSchema = { type: 'string' }

/** AsyncAPI uses draft-07: `items` contains the tuple, `additionalItems` the schema of further members. */
const draft07 = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(draft07)
  if (typeof value !== 'object' || value === null) return value
  const { prefixItems, items, ...rest } = Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, draft07(child)]),
  )
  if (prefixItems !== undefined)
    return { ...rest, items: prefixItems, ...(items === undefined ? {} : { additionalItems: items }) }
  return items === undefined ? rest : { ...rest, items }
}

/** Returns the envelope of one event: CloudEvents 1.0 in JSON, with constant type and source. */
const envelope = (ir: ContractIR, event: string, payload: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: {
    specversion: { const: '1.0' },
    id: { ...text, description: 'Unique with the source; the same change has the same id.' },
    source: { const: eventSource(ir) },
    type: { const: eventType(ir, event) },
    subject: { ...text, description: 'Id of the entity.' },
    time: { ...text, format: 'date-time' },
    datacontenttype: { const: 'application/json' },
    dataschema: text,
    sequence: { ...text, description: 'Version of the entity, zero-padded.' },
    traceparent: text,
    requestid: { ...text, description: 'Id of the request that caused the change.' },
    tenantid: text,
    data: withComponentRefs(payload),
  },
  required: ['specversion', 'id', 'source', 'type', 'subject', 'time', 'datacontenttype', 'sequence', 'data'],
})

const emitters = ({ operations }: ContractIR, event: string): string =>
  operations.flatMap(({ name, emits }) => (emits.includes(event) ? [name] : [])).join(', ')

const key = (event: string): string => camelCase(event)

const channelsOf = (ir: ContractIR, events: readonly string[]): Json =>
  Object.fromEntries(
    events.map((event) => [
      key(event),
      {
        address: eventType(ir, event),
        title: sentenceCase(event),
        description: `Emitted by: ${emitters(ir, event) || 'no operation yet'}.`,
        messages: { [key(event)]: { $ref: `#/components/messages/${key(event)}` } },
      },
    ]),
  )

const operationsOf = (ir: ContractIR, events: readonly string[]): Json =>
  Object.fromEntries(
    events.map((event) => [
      `emit${pascalCase(event)}`,
      {
        action: 'send',
        title: `Emit ${sentenceCase(event).toLowerCase()}`,
        summary: `After ${emitters(ir, event) || 'no operation yet'}, once the change is committed.`,
        channel: { $ref: `#/channels/${key(event)}` },
        messages: [{ $ref: `#/channels/${key(event)}/messages/${key(event)}` }],
      },
    ]),
  )

const messagesOf = (ir: ContractIR, { events }: EntityIR): Json =>
  Object.fromEntries(
    Object.entries(events).map(([event, payload]) => [
      key(event),
      {
        name: eventType(ir, event),
        title: sentenceCase(event),
        contentType: 'application/cloudevents+json',
        payload: draft07(envelope(ir, event, payload)),
      },
    ]),
  )

const eventSchemas = (ir: ContractIR, { events }: EntityIR): unknown =>
  draft07(usedSchemas([ir], withComponentRefs(Object.values(events))))

/**
 * Generates an AsyncAPI 3.0 document of the events that a contract emits. Each event is a CloudEvent on a separate
 * channel; `undefined` for a contract without events. Plain JSON, byte-identical on every run.
 */
export const asyncApi = (ir: ContractIR): Json | undefined => {
  const { name, version, description, entity } = ir
  const events = Object.keys(entity?.events ?? {})
  if (entity === undefined || events.length === 0) return undefined
  return {
    asyncapi: '3.0.0',
    id: `urn:signet:contract:${name}`,
    info: {
      title: `Events of ${name}`,
      version,
      description,
      contact: { name: 'Signet' },
      license: { name: 'Proprietary' },
      tags: [{ name }],
    },
    defaultContentType: 'application/cloudevents+json',
    channels: channelsOf(ir, events),
    operations: operationsOf(ir, events),
    components: { messages: messagesOf(ir, entity), schemas: eventSchemas(ir, entity) },
  }
}
