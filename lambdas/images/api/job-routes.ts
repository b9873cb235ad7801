import { reply } from '@signet/contracts'
import {
  type Caller,
  notFound,
  preferencesOf,
  type Refusal,
  type Route,
  refusal,
  route,
  unauthenticated,
} from '@signet/kernel'
import { jobContract } from '../contract/job.ts'
import { jobKeyFor } from '../jobs/job-keys.ts'
import { isTerminal } from '../jobs/job-row.ts'
import { jobWithHistory } from '../jobs/job-story.ts'
import { jobView } from '../jobs/job-view.ts'
import { deleteJob } from '../settle/delete-job.ts'
import { expireJob } from '../settle/expire-job.ts'
import { awaitJob } from './await-job.ts'
import type { ApiDeps, AwaitDeps } from './deps.ts'

export const noSuchJob = (): Refusal<'not_found'> => notFound('The job does not exist')

/** Refuses to list jobs for anonymous callers, because many people share an address. */
const anonymousListRefusal = (): Refusal<'unauthenticated'> =>
  unauthenticated(
    'Listing jobs requires an API key or a session. A job created without an account can be read only by its ID.',
  )

export const preferenceHeaders = (applied: string | undefined) => ({
  vary: 'Prefer',
  ...(applied === undefined ? {} : { 'preference-applied': applied }),
})

type JobRouteDeps = AwaitDeps & Pick<ApiDeps, 'bucket' | 'openings' | 'publishEvents' | 'ownsTenant'>

/** Returns the caller as the tenant that the request names; undefined if that tenant does not belong to the caller. */
const asTenant = async (
  { ownsTenant }: Pick<JobRouteDeps, 'ownsTenant'>,
  caller: Caller,
  id: string | undefined,
): Promise<Caller | undefined> => {
  if (id === undefined) return caller
  // Anonymous callers have no tenant.
  return caller.kind !== 'anonymous' && (await ownsTenant(caller, id)) ? { ...caller, tenantId: id } : undefined
}

const getRoute = (deps: JobRouteDeps): Route =>
  route(jobContract.ops.get, async ({ params, query, headers, caller, baseUrl, log, signal, receivedAt }) => {
    const owner = await asTenant(deps, caller, query.tenant_id)
    const stored = owner && (await deps.jobs.get(jobKeyFor(owner, params.id)))
    const row = stored && (await expireJob({ ...deps, log })(stored))
    if (!row) return noSuchJob()
    const { wait } = preferencesOf(headers.prefer)
    if (wait === undefined) return reply(200, jobWithHistory(row, baseUrl), preferenceHeaders(undefined))
    const ended = isTerminal(row) ? row : await awaitJob(deps, row, wait, { signal, log, receivedAt })
    if (!ended) return noSuchJob()
    return reply(200, jobWithHistory(ended, baseUrl), preferenceHeaders(`wait=${wait}`))
  })

const listRoute = (deps: JobRouteDeps): Route =>
  route(jobContract.ops.list, async ({ query, caller, baseUrl, log }) => {
    if (caller.kind === 'anonymous') return anonymousListRefusal()
    const { tenant_id, limit, cursor, state, quality_tier } = query
    const owner = await asTenant(deps, caller, tenant_id)
    if (!owner) return notFound('The tenant does not exist')
    const { rows, nextCursor } = await deps.jobs.list(owner.tenantId, limit, cursor, { state, quality_tier })
    const current = await Promise.all(rows.map(expireJob({ ...deps, log })))
    // Reading expires queued jobs that missed their deadline, so their state may have changed.
    const listed = current.filter((row) => row !== undefined).filter((row) => row.state === (state ?? row.state))
    return reply(200, { jobs: listed.map((row) => jobView(row, baseUrl)), next_cursor: nextCursor })
  })

export const jobRoutes = (deps: JobRouteDeps): Route[] => {
  const remove = deleteJob(deps)
  return [
    getRoute(deps),
    listRoute(deps),
    route(jobContract.ops.delete, async ({ params, query, caller }) => {
      const owner = await asTenant(deps, caller, query.tenant_id)
      if (!owner) return noSuchJob()
      // The tenant of an anonymous caller is the keyed hash of its network.
      const network = caller.kind === 'anonymous' ? caller.tenantId : undefined
      const outcome = await remove(jobKeyFor(owner, params.id), { network, requiredState: query.state })
      if (outcome === 'begun') return refusal('job_begun', 'The job is no longer queued and was not deleted')
      return outcome === 'removed' ? reply(204) : noSuchJob()
    }),
  ]
}
