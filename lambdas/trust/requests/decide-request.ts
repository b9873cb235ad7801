import { type RowTable, type TableDeps, transact } from '@signet/kernel'
import type { Outbox } from '@signet/kernel/events'
import {
  grantEnd,
  isRequestedArtifact,
  type RequestRow,
  type RequestState,
  type RequestTables,
  requestExpiry,
  stateOf,
} from '@signet/notifications/trust-requests'
import type { artifactRow } from '../contract/artifact-rows.ts'
import { requestDecidedEvent } from '../contract/request-events.ts'
import type { TermsTable } from './terms-table.ts'

export interface DecideDeps extends TableDeps {
  readonly tables: RequestTables
  readonly terms: Pick<TermsTable, 'current'>
  readonly artifacts: Pick<RowTable<typeof artifactRow>, 'get'>
  readonly outbox: Outbox
}

export type Decision = 'granted' | 'declined' | 'revoked'

/** Result of a decision. `state`: the current state does not allow it. `gone`: the artifact no longer exists. */
export type DecisionResult =
  | { readonly outcome: 'decided'; readonly row: RequestRow }
  | { readonly outcome: 'state'; readonly state: RequestState }
  | { readonly outcome: 'absent' }
  | { readonly outcome: 'gone' }

/** States from which each decision is allowed. Repeating a decision changes nothing. */
const ALLOWED_STATES: Readonly<Record<Decision, readonly RequestState[]>> = {
  granted: ['pending', 'declined', 'revoked', 'expired'],
  declined: ['pending'],
  revoked: ['granted', 'expired'],
}

type DecisionAttempt = DecisionResult & { readonly events: Parameters<Outbox['publish']>[0] }

/**
 * Decides a request once. One transaction changes the state, removes the request from the pending list and stores the
 * event that notifies the visitor. Safe to interrupt and retry.
 */
export const decideRequest = (deps: DecideDeps) => {
  const { tables, terms, artifacts, outbox } = deps
  return async (org: string, id: string, decision: Decision): Promise<DecisionResult> => {
    const { events: eventsToPublish, ...result } = await transact<DecisionAttempt>(deps, async () => {
      const row = await tables.requests.get({ org, id })
      if (!row) return { result: { outcome: 'absent', events: [] } }
      const time = deps.now()
      const state = stateOf(row, time)
      if (state === decision) return { result: { outcome: 'decided', row, events: [] } }
      if (!ALLOWED_STATES[decision].includes(state)) return { result: { outcome: 'state', state, events: [] } }
      const name = { org, hash: row.receipt_hash, slug: row.artifact_slug }
      if (decision === 'granted' && !isRequestedArtifact(await artifacts.get(name), row))
        return { result: { outcome: 'gone', events: [] } }
      const until = decision === 'granted' ? grantEnd(time, (await terms.current(org)).valid_days) : row.valid_until
      const changed: RequestRow = {
        ...row,
        state: decision,
        version: row.version + 1,
        valid_until: until,
        decided_at: time.toISOString(),
        decided_by: 'person',
        kept_until: requestExpiry(row.proven_at, until),
      }
      const events = [requestDecidedEvent(decision, org, changed, time)]
      const steps = [
        tables.requests.steps.replace({ org, id }, changed, { version: row.version }),
        tables.open.steps.remove({ org, id }),
        ...outbox.steps(events),
      ]
      return { steps, result: { outcome: 'decided', row: changed, events } }
    })
    await outbox.publish(eventsToPublish)
    return result
  }
}
