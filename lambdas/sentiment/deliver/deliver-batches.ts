import { addMs, type Clock, type Log, type Metrics, secondsUntil } from '@signet/kernel'
import { type AttemptDeps, attemptDelivery, LEASE_MS, type WebhookSecrets } from '@signet/notifications/webhooks'
import type { BatchTable } from '../cycles/batch-table.ts'
import { ATTEMPTS_FOR_MS } from '../cycles/cycle-batches.ts'
import type { BatchRow } from '../cycles/cycle-rows.ts'
import { DELAY_SECONDS_MAX, type DeliveryMessage, type DeliveryQueue } from '../cycles/delivery-queue.ts'
import type { CredentialStore } from '../monitors/credential-store.ts'
import { type MonitorReader, type MonitorRow, platformsOf } from '../monitors/monitor-reader-table.ts'
import { signerOf } from '../monitors/tenant-key.ts'
import { afterFailure, type Circuit, CLOSED_CIRCUIT, isDisabled, isOpen, isProbing } from './circuit.ts'
import type { EndpointTable } from './endpoint-table.ts'
import { ingestEndpointErrors } from './ingest-endpoint.ts'
import { deliveryHeaders, notificationOf } from './notification-of.ts'

export interface DeliverDeps extends Omit<AttemptDeps, 'onFailure'> {
  readonly monitors: MonitorReader
  readonly credentials: Pick<CredentialStore, 'read'>
  readonly batches: BatchTable
  readonly endpoints: EndpointTable
  readonly secrets: WebhookSecrets
  readonly queue: DeliveryQueue
  readonly now: Clock
  readonly log: Log
  readonly metrics: Metrics
}

/** Time limit of a run. The function's timeout allows one more attempt after it. */
const RUN_MS = 60_000
/** Delay after which a worker retries while another worker is sending. */
const BUSY_SECONDS = 20

interface DeliveryRun {
  readonly key: DeliveryMessage
  readonly monitor: MonitorRow
  readonly token: string
  readonly deadline: number
  /** True if the endpoint has accepted a batch after failures. All other batches are then due. */
  hasRecovered: boolean
  isStopped: boolean
  circuit: Circuit
  nextDue: string | undefined
}

const isPast = (at: string, now: Date): boolean => new Date(at) <= now

const lastAttemptOf = ({ since }: BatchRow): Date => addMs(new Date(since), ATTEMPTS_FOR_MS)

const attemptBatch = async (deps: DeliverDeps, run: DeliveryRun, batch: BatchRow): Promise<void> => {
  const { key, monitor, token } = run
  const secrets = await deps.secrets.signing(signerOf(monitor), monitor.signing)
  const claimed = await deps.batches.claim(key, batch, addMs(deps.now(), LEASE_MS))
  if (!claimed) return
  const notification = notificationOf(monitor, batch)
  const onFailure = (reason: string) => deps.log.info('endpoint not reached', { tenant: key.tenant, reason })
  const headers = deliveryHeaders(token, notification)
  const delivery = { url: monitor.endpoint, notification, secrets, attempt: claimed.attempts, headers }
  const { outcome } = await attemptDelivery({ ...deps, onFailure }, delivery)
  deps.metrics.record('SentimentBatches', 1, 'Count', { state: outcome.state })
  if (outcome.state === 'delivered') {
    run.hasRecovered ||= run.circuit.fails > 0
    run.circuit = CLOSED_CIRCUIT
    await deps.batches.accept(key, claimed)
    return
  }
  const now = deps.now()
  run.circuit = afterFailure(run.circuit, { now, version: monitor.version, status: outcome.last_status })
  const lastAttempt = lastAttemptOf(claimed)
  if (lastAttempt <= now || outcome.state === 'failed')
    return deps.batches.deadLetter(key, claimed, outcome.last_status)
  // The last attempt takes place at the end of the 24 hours.
  const nextAttempt = outcome.next_attempt_at ?? now.toISOString()
  const next_attempt_at = new Date(nextAttempt) < lastAttempt ? nextAttempt : lastAttempt.toISOString()
  const status = outcome.last_status === undefined ? {} : { last_status: outcome.last_status }
  await deps.batches.reschedule(key, claimed, { next_attempt_at, ...status })
  scheduleRun(run, next_attempt_at)
}

const scheduleRun = (run: DeliveryRun, at: string): void => {
  if (run.nextDue === undefined || at < run.nextDue) run.nextDue = at
}

const mayContinue = async (
  { now, monitors }: DeliverDeps,
  { key, monitor, circuit, deadline }: DeliveryRun,
): Promise<boolean> => {
  if (now().getTime() > deadline || isOpen(circuit, now())) return false
  if (isDisabled(circuit, monitor.version)) return false
  const current = await monitors.get(key.org, key.tenant)
  return current?.enabled === true && current.version === monitor.version
}

const processBatch = async (deps: DeliverDeps, run: DeliveryRun, batch: BatchRow): Promise<void> => {
  const now = deps.now()
  if (!run.hasRecovered && !isPast(batch.next_attempt_at, now)) return scheduleRun(run, batch.next_attempt_at)
  run.isStopped ||= !(await mayContinue(deps, run))
  if (run.isStopped) {
    if (lastAttemptOf(batch) < now) return deps.batches.deadLetter(run.key, batch, batch.last_status)
    // Without attempts, the batch is only moved to the dead batches after its 24 hours.
    return scheduleRun(run, (isDisabled(run.circuit, run.monitor.version) ? lastAttemptOf(batch) : now).toISOString())
  }
  const isProbe = isProbing(run.circuit, now)
  await attemptBatch(deps, run, batch)
  // A failed probe ends the run.
  run.isStopped = isProbe && run.circuit.fails > 0
}

const sendPending = async (deps: DeliverDeps, run: DeliveryRun): Promise<void> => {
  let cursor: string | undefined
  do {
    const page = await deps.batches.pending(run.key, cursor)
    for (const batch of page.batches) await processBatch(deps, run, batch)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}

/** Sends due batches. When an endpoint accepts batches again, postponed and skipped batches are sent as well. */
const sendRounds = async (deps: DeliverDeps, run: DeliveryRun): Promise<void> => {
  await sendPending(deps, run)
  if (!run.hasRecovered || run.nextDue === undefined) return
  run.nextDue = undefined
  await sendPending(deps, run)
}

/**
 * Schedules the next run for the next due batch, but not before the circuit can be probed. If that is later than the
 * maximum message delay, a later cycle sends the message. Without enabled platforms, messages are repeated until then.
 */
const scheduleNextRun = async (
  { queue, now }: DeliverDeps,
  { key, monitor, circuit, nextDue }: DeliveryRun,
): Promise<void> => {
  if (nextDue === undefined) return
  const { open_until = '' } = circuit
  const seconds = secondsUntil(open_until > nextDue ? open_until : nextDue, now())
  const hasCycles = platformsOf(monitor).length > 0
  if (seconds <= DELAY_SECONDS_MAX || !hasCycles) await queue.send(key, Math.min(seconds, DELAY_SECONDS_MAX))
}

/**
 * Sends the due batches of one monitor, oldest first, one at a time. A crash of the worker affects one claimed attempt:
 * that batch is sent again with the same ids.
 */
export const deliverBatches =
  (deps: DeliverDeps) =>
  async (key: DeliveryMessage): Promise<void> => {
    const monitor = await deps.monitors.get(key.org, key.tenant)
    if (!monitor?.enabled) return
    const leased = await deps.endpoints.begin(key)
    if (!leased) return deps.queue.send(key, BUSY_SECONDS)
    const { lease: _lease, lease_until: _until, ...circuit } = leased
    const { ingestAuthToken: token } = await deps.credentials.read(monitor, monitor.secret_ref)
    const deadline = deps.now().getTime() + RUN_MS
    const run: DeliveryRun = {
      key,
      monitor,
      token,
      deadline,
      hasRecovered: false,
      isStopped: false,
      circuit,
      nextDue: undefined,
    }
    const allowsLoopback = deps.allowAddresses.length > 0
    try {
      if (ingestEndpointErrors(monitor.endpoint, { allowsLoopback }).length === 0) await sendRounds(deps, run)
    } finally {
      await deps.endpoints.end(key, leased, run.circuit)
    }
    await scheduleNextRun(deps, run)
  }
