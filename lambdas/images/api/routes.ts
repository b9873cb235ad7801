import { reply } from '@signet/contracts'
import { isCallersFault } from '@signet/imaging/schemas/job'
import {
  type Preferences,
  preferencesOf,
  Refusal,
  type RequestContext,
  type Route,
  refusal,
  route,
  spendCeiling,
  WAIT_SECONDS_MAX,
  warningOf,
} from '@signet/kernel'
import { ANONYMOUS_PLAN, PLANS } from '@signet/ledger'
import { getHealth } from '../contract/health.ts'
import { jobContract } from '../contract/job.ts'
import { listModels } from '../contract/models.ts'
import { getRetentionPolicy, RETENTION } from '../contract/retention.ts'
import { isTerminal, type JobRow } from '../jobs/job-row.ts'
import { jobView } from '../jobs/job-view.ts'
import { CATALOG, type Model } from '../models/catalog.ts'
import { listModels as catalogView } from '../models/list-models.ts'
import { awaitJob } from './await-job.ts'
import type { ApiDeps, AwaitDeps, GenerateDeps, ModelDeps } from './deps.ts'
import { acceptGeneration, quoteGeneration } from './generate.ts'
import { jobRoutes, noSuchJob, preferenceHeaders } from './job-routes.ts'
import { quotaHeaders } from './quota-headers.ts'

interface WaitDecision {
  readonly seconds: number
  /** For Preference-Applied; undefined if no preference was applied. */
  readonly applied: string | undefined
}

/**
 * Decides how long a request waits. `sync` in the body is an instruction and wins over preferences, which a server may
 * ignore: true waits the full time, false does not wait. Without `sync` the preferences decide, and without preferences
 * the default. `respond-async, wait=N` waits N seconds (RFC 7240 4.3).
 */
export const decideWait = (
  { wait, respondAsync }: Preferences,
  { sync, byDefault }: { readonly sync: boolean | undefined; readonly byDefault: boolean },
): WaitDecision => {
  if (sync === true) return { seconds: WAIT_SECONDS_MAX, applied: undefined }
  const waits = sync ?? (wait !== undefined || (byDefault && !respondAsync))
  const applied = [...(respondAsync ? ['respond-async'] : []), ...(waits && wait !== undefined ? [`wait=${wait}`] : [])]
  return {
    seconds: waits ? (wait ?? WAIT_SECONDS_MAX) : 0,
    applied: applied.length > 0 ? applied.join(', ') : undefined,
  }
}

/** Retry-After of a new job, in seconds. */
const POLL_AFTER = '1'

/**
 * Maps a failed job to an error for a synchronous caller, who waits for an image. The error code says whether the
 * caller or the service caused it.
 */
const failedJobRefusal = (
  row: JobRow,
  { baseUrl }: Pick<RequestContext, 'baseUrl'>,
  headers: Readonly<Record<string, string>>,
): Refusal<'deadline_exceeded' | 'content_rejected' | 'spend_ceiling' | 'upstream_failed'> => {
  const error = row.error ?? 'The image could not be generated'
  const details = { extras: { job: jobView(row, baseUrl) }, headers }
  if (row.error_code === 'deadline_exceeded') return refusal('deadline_exceeded', error, details)
  if (row.error_code === 'spend_ceiling')
    return ceilingRefusal(row, error, details, new Date(row.completed_at ?? row.created_at))
  return refusal(isCallersFault(row.error_code) ? 'content_rejected' : 'upstream_failed', error, details)
}

/** Builds the same refusal as at admission, with Retry-After until the midnight (UTC) after the end of the job. */
const ceilingRefusal = (
  { settings }: JobRow,
  error: string,
  { extras, headers }: { readonly extras: object; readonly headers: Readonly<Record<string, string>> },
  endedAt: Date,
): Refusal<'spend_ceiling'> => {
  const vendor = CATALOG.find(({ id }) => id === settings.model_id)?.provider ?? 'edge-hosted'
  const atAdmission = spendCeiling(vendor, endedAt)
  return refusal('spend_ceiling', error, {
    extras: { ...atAdmission.extras, ...extras },
    headers: { ...headers, ...atAdmission.headers },
  })
}

const generateRoute = (deps: GenerateDeps & AwaitDeps): Route => {
  const accept = acceptGeneration(deps)
  const quote = quoteGeneration(deps)
  return route(jobContract.ops.generate, async ({ body, headers, caller, log, baseUrl, signal, receivedAt }) => {
    const key = headers['idempotency-key']
    if (body.dry_run) {
      const quoted = await quote(body, key, { caller })
      return quoted instanceof Refusal ? quoted : reply(200, quoted)
    }
    const acceptance = await accept(body, key, { caller, log, baseUrl })
    if (acceptance instanceof Refusal) return acceptance
    const { row: accepted, isReplay, waitsByDefault, reading } = acceptance
    const defaults = { sync: body.sync, byDefault: waitsByDefault }
    const { seconds, applied } = decideWait(preferencesOf(headers.prefer), defaults)
    const row = seconds > 0 ? await awaitJob(deps, accepted, seconds, { signal, log, receivedAt }) : accepted
    if (!row) return noSuchJob()
    const replayHeaders = isReplay ? { 'idempotent-replayed': 'true' } : {}
    const commonHeaders = {
      location: `${baseUrl}/v2/jobs/${row.job_id}`,
      ...replayHeaders,
      ...quotaHeaders(reading, deps.now()),
      ...preferenceHeaders(applied),
    }
    const warning = warningOf(reading)
    const view = { ...jobView(row, baseUrl), ...(warning ? { warning } : {}) }
    if (row.state === 'completed') return reply(201, view, commonHeaders)
    // The job of a repeated request may have ended long ago, so there is nothing to poll for.
    if (isTerminal(row)) return failedJobRefusal(row, { baseUrl }, replayHeaders)
    return reply(202, view, { ...commonHeaders, 'retry-after': POLL_AFTER })
  })
}

const daysInSeconds = (days: number): number => days * 86_400

const retentionPolicy = {
  generated_images: {
    data: 'Generated images and their variants',
    ttl_seconds: daysInSeconds(RETENTION.imageDays),
    counted_from: 'creation',
  },
  transient_inputs: {
    data: 'Source images and masks',
    ttl_seconds: RETENTION.transientInputHours * 3600,
    counted_from: 'job_completion',
  },
  job_history: {
    data: 'Jobs and their prompts',
    ttl_seconds: daysInSeconds(RETENTION.jobDays),
    counted_from: 'creation',
  },
  deletion: 'DELETE /v2/jobs/:id removes the job and its stored images immediately and permanently.',
} as const

const serviceRoutes = ({
  version,
  milestone,
  now,
  lifecycles,
  providerFor,
}: ModelDeps & Pick<ApiDeps, 'version'>): Route[] => [
  route(getHealth, async () => reply(200, { status: 'ok', version })),
  route(getRetentionPolicy, async () => reply(200, retentionPolicy)),
  route(listModels, async ({ query, caller }) => {
    const providerNames = await Promise.all(CATALOG.map(async (model) => [model.id, await providerFor(model)] as const))
    const servedIds = new Set(providerNames.flatMap(([id, painter]) => (painter === undefined ? [] : [id])))
    const view = {
      // Frontier models are visible to every caller, so the plan matters only for edge tiers.
      tiers: caller.kind === 'anonymous' ? ANONYMOUS_PLAN.tiers : PLANS.free.tiers,
      milestone: await milestone.read(),
      now: now(),
      lifecycles: await lifecycles(),
      hasProvider: ({ id }: Model) => servedIds.has(id),
    }
    return reply(200, { models: catalogView(view, query.capability) })
  }),
]

export const apiRoutes = (deps: ApiDeps): Route[] => [...serviceRoutes(deps), generateRoute(deps), ...jobRoutes(deps)]
