import { eventSource, eventType } from '@signet/contracts/events'
import type { ContractIR, EntityIR, JsonSchema } from '@signet/contracts/ir'
import { camelCase, pascalCase, sentenceCase } from '@signet/contracts/names'
import { usedSchemas, withComponentRefs } from '../openapi/components.ts'

type Json = Record<string, unknown>

const textSchema: JsonSchema = { type: 'string' }

/** Converts a JSON Schema to draft-07, which AsyncAPI uses: tuples are in `items`, further items in `additionalItems`. */
const toDraft07 = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toDraft07)
  if (typeof value !== 'object' || value === null) return value
  const { prefixItems, items, ...otherKeywords } = Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, toDraft07(child)]),
  )
  if (prefixItems !== undefined)
    return { ...otherKeywords, items: prefixItems, ...(items === undefined ? {} : { additionalItems: items }) }
  return items === undefined ? otherKeywords : { ...otherKeywords, items }
}

/** Returns the schema of one event: a CloudEvent 1.0 in JSON, with constant type and source. */
const envelope = (ir: ContractIR, event: string, payload: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: {
    specversion: { const: '1.0' },
    id: { ...textSchema, description: 'Unique per source. The same change always has the same ID.' },
    source: { const: eventSource(ir) },
    type: { const: eventType(ir, event) },
    subject: { ...textSchema, description: 'ID of the entity.' },
    time: { ...textSchema, format: 'date-time' },
    datacontenttype: { const: 'application/json' },
    dataschema: textSchema,
    sequence: { ...textSchema, description: 'Version of the entity, zero-padded.' },
    traceparent: textSchema,
    requestid: { ...textSchema, description: 'ID of the request that caused the change.' },
    tenantid: textSchema,
    data: withComponentRefs(payload),
  },
  required: ['specversion', 'id', 'source', 'type', 'subject', 'time', 'datacontenttype', 'sequence', 'data'],
})

const emitters = ({ operations }: ContractIR, event: string): string =>
  operations.flatMap(({ name, emits }) => (emits.includes(event) ? [name] : [])).join(', ')

const eventKey = (event: string): string => camelCase(event)

const channelsOf = (ir: ContractIR, events: readonly string[]): Json =>
  Object.fromEntries(
    events.map((event) => [
      eventKey(event),
      {
        address: eventType(ir, event),
        title: sentenceCase(event),
        description: `Emitted by: ${emitters(ir, event) || 'no operation yet'}.`,
        messages: { [eventKey(event)]: { $ref: `#/components/messages/${eventKey(event)}` } },
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
        channel: { $ref: `#/channels/${eventKey(event)}` },
        messages: [{ $ref: `#/channels/${eventKey(event)}/messages/${eventKey(event)}` }],
      },
    ]),
  )

const messagesOf = (ir: ContractIR, { events }: EntityIR): Json =>
  Object.fromEntries(
    Object.entries(events).map(([event, payload]) => [
      eventKey(event),
      {
        name: eventType(ir, event),
        title: sentenceCase(event),
        contentType: 'application/cloudevents+json',
        payload: toDraft07(envelope(ir, event, payload)),
      },
    ]),
  )

const eventSchemas = (ir: ContractIR, { events }: EntityIR): unknown =>
  toDraft07(usedSchemas([ir], withComponentRefs(Object.values(events))))

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
