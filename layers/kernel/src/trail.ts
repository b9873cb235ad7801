import { AsyncLocalStorage } from 'node:async_hooks'
import { parentOf, traceIdOf, traceparentOf } from './trace.ts'

/**
 * Ids, by their names on every line. `request_id` is of the API request that began the work, `span_id` of the work
 * itself. Each entity has one id, such as `job_id` or `tenant_id`. `requestId` is Lambda's own name for one run.
 */
export type Ids = Readonly<Record<string, string | undefined>>

/** The request, trace and span that caused a piece of work. */
export interface Cause {
  readonly request_id?: string | undefined
  readonly trace_id?: string | undefined
  readonly span_id?: string | undefined
}

/** Attributes of a message in SQS. Consumers read them before they parse the body. */
export type CauseAttributes = Readonly<Record<string, { readonly DataType: 'String'; readonly StringValue: string }>>

const currentIds = new AsyncLocalStorage<Record<string, string>>()

const addIds = (target: Record<string, string>, ids: Ids): Record<string, string> => {
  for (const [name, id] of Object.entries(ids)) if (id !== undefined) target[name] = id
  return target
}

/** Runs work whose log lines contain these ids, in addition to the current ones. */
export const onTrail = <Result>(ids: Ids, work: () => Result): Result =>
  currentIds.run(addIds({ ...currentIds.getStore() }, ids), work)

/** Adds newly known ids to all later lines of the current work. Has no effect outside of work. */
export const noteIds = (ids: Ids): void => {
  const current = currentIds.getStore()
  if (current) addIds(current, ids)
}

/** Returns the ids of the current work. Empty outside of work. */
export const trail = (): Ids => currentIds.getStore() ?? {}

export const currentCause = (): Cause | undefined => {
  const { request_id, trace_id, span_id } = trail()
  if (trace_id === undefined && request_id === undefined) return undefined
  return {
    ...(request_id === undefined ? {} : { request_id }),
    ...(trace_id === undefined ? {} : { trace_id }),
    ...(span_id === undefined ? {} : { span_id }),
  }
}

export const causeHeaders = ({ request_id, trace_id, span_id }: Cause = trail()): Record<string, string> => ({
  ...(trace_id === undefined ? {} : { traceparent: traceparentOf(trace_id, span_id) }),
  ...(request_id === undefined ? {} : { 'x-request-id': request_id }),
})

const attribute = (StringValue: string) => ({ DataType: 'String' as const, StringValue })

/** Returns the cause as attributes of a message; undefined, which the SDK accepts, without a cause. */
export const causeAttributes = ({ request_id, trace_id, span_id }: Cause = trail()): CauseAttributes | undefined => {
  const attributes = {
    ...(request_id === undefined ? {} : { request_id: attribute(request_id) }),
    ...(trace_id === undefined ? {} : { trace_id: attribute(trace_id) }),
    ...(span_id === undefined ? {} : { span_id: attribute(span_id) }),
  }
  return Object.keys(attributes).length === 0 ? undefined : attributes
}

type MessageAttributes = Readonly<Record<string, { readonly stringValue?: string | undefined }>>

interface TraceFields {
  readonly traceparent?: unknown
  readonly requestid?: unknown
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const traceFieldsOf = (body: unknown): TraceFields => (typeof body === 'object' && body !== null ? body : {})

/**
 * Returns the cause of a message: from its attributes, otherwise from the event in its body. Without a trace, derives
 * one from the ID of the message.
 */
export const causeOfMessage = (
  attributes: MessageAttributes | undefined,
  body: unknown,
  messageId: string,
): Required<Ids> => {
  const { traceparent, requestid } = traceFieldsOf(body)
  const traceparentText = text(traceparent)
  return {
    request_id: attributes?.request_id?.stringValue ?? text(requestid),
    trace_id:
      attributes?.trace_id?.stringValue ??
      traceIdOf(traceparentText === undefined ? {} : { traceparent: traceparentText }, messageId),
  }
}

export const parentOfMessage = (attributes: MessageAttributes | undefined, body: unknown): string | undefined =>
  attributes?.span_id?.stringValue ?? parentOf(text(traceFieldsOf(body).traceparent))

const causeIn = (event: unknown): Cause =>
  (typeof event === 'object' && event !== null ? (event as { readonly cause?: Cause }).cause : undefined) ?? {}

export const parentOfInput = (event: unknown): string | undefined => text(causeIn(event).span_id)

export const causeOfInput = (event: unknown, requestId: string): Ids => {
  const cause = causeIn(event)
  return { request_id: text(cause.request_id), trace_id: text(cause.trace_id) ?? traceIdOf({}, requestId) }
}
