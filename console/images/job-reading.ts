import { images, type Job } from '../api/images.ts'
import { isRefused } from '../session/faults.ts'
import { isUnderWay } from '../session/job-words.ts'
import type { QueryContext } from '../session/queries.ts'

const POLL_MS = 1_000

/** Keys that are asked for a job whose owner is not known. */
const ASKED_MAX = 20

/** A job, and the image key that drew it; undefined: it was drawn in the browser. */
export interface FoundJob {
  readonly job: Job
  readonly tenant: string | undefined
}

const ofTenant = async (id: string, tenant: string | undefined, { signal }: QueryContext): Promise<FoundJob> => ({
  job: await images.get({ id, ...(tenant === undefined ? {} : { tenant_id: tenant }) }, { signal }),
  tenant,
})

/** Looks through the keys of the person: links of the statement do not say which of them drew the job. */
const ofAnyKey = async (id: string, context: QueryContext): Promise<FoundJob> => {
  const { tenants } = await images.listTenants({ limit: ASKED_MAX }, context)
  return Promise.any(tenants.map(({ tenant_id }) => ofTenant(id, tenant_id, context)))
}

const find = async (id: string, context: QueryContext): Promise<FoundJob> => {
  try {
    return await ofTenant(id, undefined, context)
  } catch (error) {
    if (!isRefused(error) || error.status !== 404) throw error
    return await ofAnyKey(id, context).catch(() => {
      throw error
    })
  }
}

/** A job, followed until it has ended. @param tenant the image key that drew it, if it is known */
export const jobReading = (organization: string, id: string, tenant?: string) => ({
  queryKey: ['images', organization, 'job', id, tenant],
  queryFn: (context: QueryContext) => (tenant ? ofTenant(id, tenant, context) : find(id, context)),
  refetchInterval: ({ state: { data } }: { readonly state: { readonly data: FoundJob | undefined } }) =>
    data === undefined || isUnderWay(data.job) ? POLL_MS : (false as const),
})

export const imageKeysReading = (organization: string) => ({
  queryKey: ['images', organization, 'keys'],
  queryFn: async ({ signal }: QueryContext) => (await images.listTenants({ limit: 100 }, { signal })).tenants,
})
