import { images, type Job } from '../api/images.ts'
import { isApiError } from '../session/faults.ts'
import { isInProgress } from '../session/job-words.ts'
import type { QueryContext } from '../session/queries.ts'

const POLL_MS = 1_000

/** Maximum number of image keys to try if the owner of a job is unknown. */
const TENANTS_MAX = 20

/** A job and the tenant of the image key that generated it; undefined for the console. */
export interface JobWithTenant {
  readonly job: Job
  readonly tenant: string | undefined
}

const fetchJob = async (id: string, tenant: string | undefined, { signal }: QueryContext): Promise<JobWithTenant> => ({
  job: await images.get({ id, ...(tenant === undefined ? {} : { tenant_id: tenant }) }, { signal }),
  tenant,
})

/** Tries the user's image keys, because statement links do not name the key of a job. */
const fetchJobOfAnyKey = async (id: string, context: QueryContext): Promise<JobWithTenant> => {
  const { tenants } = await images.listTenants({ limit: TENANTS_MAX }, context)
  return Promise.any(tenants.map(({ tenant_id }) => fetchJob(id, tenant_id, context)))
}

const findJob = async (id: string, context: QueryContext): Promise<JobWithTenant> => {
  try {
    return await fetchJob(id, undefined, context)
  } catch (error) {
    if (!isApiError(error) || error.status !== 404) throw error
    return await fetchJobOfAnyKey(id, context).catch(() => {
      throw error
    })
  }
}

/** Reads a job and polls it until it ends. @param tenant of the image key that generated it, if known */
export const jobQuery = (organization: string, id: string, tenant?: string) => ({
  queryKey: ['images', organization, 'job', id, tenant],
  queryFn: (context: QueryContext) => (tenant ? fetchJob(id, tenant, context) : findJob(id, context)),
  refetchInterval: ({ state: { data } }: { readonly state: { readonly data: JobWithTenant | undefined } }) =>
    data === undefined || isInProgress(data.job) ? POLL_MS : (false as const),
})

export const imageKeysQuery = (organization: string) => ({
  queryKey: ['images', organization, 'keys'],
  queryFn: async ({ signal }: QueryContext) => (await images.listTenants({ limit: 100 }, { signal })).tenants,
})
