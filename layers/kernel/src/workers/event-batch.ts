import * as z from 'zod'
import type { Log } from '../log.ts'
import type { Ids } from '../trail.ts'
import { messageBatch } from './message-batch.ts'

const BusEvent = z.looseObject({
  type: z.string(),
  subject: z.string(),
  source: z.string().optional(),
  tenantid: z.string().optional(),
  data: z.looseObject({}),
})
export type BusEvent = z.output<typeof BusEvent>

export type RunEvent = (event: BusEvent) => Promise<unknown>

export type RunEvents<Type extends string = string> = Readonly<Record<Type, RunEvent>>

interface EventDeps {
  readonly log: Pick<Log, 'error' | 'info'>
  /** Log message of a failed attempt. */
  readonly failed: string
  readonly inGroups?: boolean | undefined
}

/** Returns the tenant and the entity of an event: `/contracts/job` is about a `job_id`. */
const idsOfEvent = ({ source, subject, tenantid }: BusEvent): Ids => {
  const entity = /^\/contracts\/([a-z][a-z0-9-]*)$/.exec(source ?? '')?.[1]
  return { tenant_id: tenantid, ...(entity ? { [`${entity.replaceAll('-', '_')}_id`]: subject } : {}) }
}

/**
 * Processes the events of a batch by their types, concurrently or each group in its order. Only failed events, and the
 * events that wait for them, are returned to the queue.
 */
export const eventBatch = (deps: EventDeps, runs: RunEvents) =>
  messageBatch({ ...deps, message: BusEvent, ids: idsOfEvent, operation: ({ type }) => type }, async (event) => {
    const run = Object.hasOwn(runs, event.type) ? runs[event.type] : undefined
    if (!run) throw new Error(`No handler for events of type ${event.type}, to which the function's access subscribes`)
    return run(event)
  })
