import type * as z from 'zod'
import type { Contract, EventName } from '../contract.ts'
import { kebabCase } from '../names.ts'

/** CloudEvents 1.0, JSON format, with the extensions that this platform adds to every event. */
export interface CloudEvent<Data = unknown> {
  readonly specversion: '1.0'
  /** `<entity>:<entity version>:<event>`: the same change has the same id, so a retry or a replay is a duplicate. */
  readonly id: string
  /** `/contracts/<name>` */
  readonly source: string
  /** `org.<scope>.<contract>.<event>.v<major>` */
  readonly type: string
  readonly subject: string
  /** When the change was committed, ISO 8601 UTC. */
  readonly time: string
  readonly datacontenttype: 'application/json'
  /** URN of the payload's schema; the attribute must be an absolute URI. */
  readonly dataschema: string
  /**
   * The entity's version, zero-padded, so that events of one entity sort as text (CloudEvents extension `sequence`).
   */
  readonly sequence: string
  /** W3C trace context. */
  readonly traceparent?: string
  readonly requestid?: string
  readonly tenantid?: string
  readonly data: Data
}

export interface EventSource {
  readonly name: string
  readonly version: string
}

export interface EventInput<Data> {
  readonly entity: string
  /** Version of the entity after the change, from 1. */
  readonly version: number
  readonly time: Date
  readonly data: Data
  /** Second label of the event type, such as `org.signet.…`; default `signet`. */
  readonly scope?: string
  readonly traceparent?: string
  readonly requestId?: string
  readonly tenant?: string
}

/** Maximum bytes of an event: intermediaries must forward events up to this size (CloudEvents 1.0, "Size Limits"). */
export const EVENT_MAX_BYTES = 64 * 1024

const SEQUENCE_DIGITS = 16

/** `job.completed` of the contract `job` becomes `completed`: the type already contains the contract's name. */
const shortName = ({ name }: EventSource, event: string): string =>
  event.startsWith(`${name}.`) ? event.slice(name.length + 1) : event

/** Returns the CloudEvents type of a contract's event, such as `org.signet.job.completed.v1`. */
export const eventType = (source: EventSource, event: string, scope = 'signet'): string =>
  `org.${scope}.${kebabCase(source.name)}.${shortName(source, event)}.v${source.version.split('.')[0]}`

export const eventSource = ({ name }: EventSource): string => `/contracts/${name}`

type DataOf<C, E> = C extends { readonly events: infer Ev }
  ? E extends keyof Ev
    ? Ev[E] extends z.ZodType
      ? z.output<Ev[E]>
      : never
    : never
  : never

const checkedData = ({ name, events }: Pick<Contract, 'name' | 'events'>, event: string, data: unknown): unknown => {
  const schema = events[event]
  if (schema === undefined) {
    const eventNames = Object.keys(events).join(', ') || 'none'
    throw new TypeError(`Contract "${name}" has no event "${event}"; it has ${eventNames}`)
  }
  const parsed = schema.safeParse(data)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new TypeError(
    `The payload of "${event}" does not match its schema at "${issue?.path.join('.') ?? ''}": ${issue?.message ?? ''}`,
  )
}

/**
 * Creates an event of a contract. Write it in the transaction of the change (see `outboxPut` and `outboxInsert`), and
 * send it only afterwards.
 * @throws TypeError for an event that the contract does not define, or a payload that does not match its schema
 * @throws RangeError for a version below 1, or an event above 64 KiB
 */
export const cloudEvent = <C extends { readonly name: string; readonly version: string }, E extends EventName<C>>(
  contract: C,
  event: E,
  input: EventInput<DataOf<C, E>>,
): CloudEvent<DataOf<C, E>> => {
  const { entity, version, time, scope, traceparent, requestId, tenant } = input
  if (!Number.isSafeInteger(version) || version < 1) throw new RangeError(`version ${version} must be 1 or more`)
  const data = checkedData(contract as unknown as Contract, event, input.data) as DataOf<C, E>
  const result: CloudEvent<DataOf<C, E>> = {
    specversion: '1.0',
    id: `${entity}:${version}:${event}`,
    source: eventSource(contract),
    type: eventType(contract, event, scope),
    subject: entity,
    time: time.toISOString(),
    datacontenttype: 'application/json',
    dataschema: `urn:${scope ?? 'signet'}:contract:${contract.name}:${contract.version}:event:${event}`,
    sequence: String(version).padStart(SEQUENCE_DIGITS, '0'),
    ...(traceparent === undefined ? {} : { traceparent }),
    ...(requestId === undefined ? {} : { requestid: requestId }),
    ...(tenant === undefined ? {} : { tenantid: tenant }),
    data,
  }
  const bytes = new TextEncoder().encode(JSON.stringify(result)).length
  if (bytes > EVENT_MAX_BYTES) {
    throw new RangeError(
      `The event "${event}" has ${bytes} bytes, above ${EVENT_MAX_BYTES}: send the entity's id instead`,
    )
  }
  return result
}
