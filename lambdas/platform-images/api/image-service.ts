import { type CallOptions, forwardRefusal, type SiblingCalls } from '@signet/http-client/siblings'
import { scopesOf } from '@signet/identity'
import type { Job } from '@signet/imaging/schemas/job'
import { Refusal, type RequestContext, refusal } from '@signet/kernel'
import type { access } from '../contract/access.ts'

/** Longer than the image service waits for a job, shorter than the gateway's timeout for this function. */
const TIMEOUT_MS = 27_000

/** Number of most recent jobs that a list searches, in pages of the maximum size. */
const JOBS_MAX = 2_000
const PAGE_SIZE = 100

const FORWARDED_CODES = [
  'invalid_input',
  'plan_required',
  'model_locked',
  'idempotency_in_progress',
  'idempotency_mismatch',
  'content_rejected',
  'spend_ceiling',
  'unavailable',
] as const

const SERVICE_FAILED = 'The image service failed: try again shortly'

type Images = SiblingCalls<typeof access.api>['images']
type Generate = Images['job']['generate']

export type ImageInput = Parameters<Generate>[0]['body']

export type GenerationRefusal = Refusal<(typeof FORWARDED_CODES)[number] | 'upstream_failed'>

type ServiceRefusal = Refusal<'upstream_failed' | 'unavailable'>

export type Context = Pick<RequestContext, 'caller' | 'traceId' | 'signal'>

export interface ImageService {
  generate(context: Context, input: ImageInput): Promise<Job | GenerationRefusal>
  /** Returns the first `count` matches, newest first. */
  list(context: Context, count: number, matches: (job: Job) => boolean): Promise<readonly Job[] | ServiceRefusal>
  get(context: Context, id: string): Promise<Job | undefined | ServiceRefusal>
  remove(context: Context, id: string): Promise<boolean | ServiceRefusal>
}

/** Call options without a paying account: the platform counts images on its own quota (docs/adr/0025). */
const optionsFor = ({ caller, traceId, signal }: Context): CallOptions => {
  const { entitlementScope: orgId, resourceScope: tenantId } = scopesOf(caller)
  const as = { tenantId, orgId, userId: caller.userId, scopes: ['generate', 'read'] }
  return { as, traceId, signal, timeoutMs: TIMEOUT_MS }
}

const serviceFailure = (refused: Refusal): ServiceRefusal => forwardRefusal(refused, ['unavailable'], SERVICE_FAILED)

export const imageService = (images: Images): ImageService => ({
  async generate(context, body) {
    const job = await images.job.generate({ body, ...optionsFor(context) })
    if (job instanceof Refusal) return forwardRefusal(job, FORWARDED_CODES, SERVICE_FAILED)
    // Only a request with `dry_run` returns a quote, and the platform never sends one.
    return 'dry_run' in job
      ? refusal('upstream_failed', SERVICE_FAILED, { cause: new Error('The image service returned a quote') })
      : job
  },
  async list(context, count, matches) {
    const listed: Job[] = []
    let cursor: string | undefined
    for (let jobsRead = 0; jobsRead < JOBS_MAX && listed.length < count; jobsRead += PAGE_SIZE) {
      const page = await images.job.list({ query: { limit: PAGE_SIZE, cursor }, ...optionsFor(context) })
      if (page instanceof Refusal) return serviceFailure(page)
      listed.push(...page.jobs.filter(matches))
      if (page.next_cursor === null) break
      cursor = page.next_cursor
    }
    return listed.slice(0, count)
  },
  async get(context, id) {
    const job = await images.job.get({ params: { id }, ...optionsFor(context) })
    if (!(job instanceof Refusal)) return job
    return job.code === 'not_found' ? undefined : serviceFailure(job)
  },
  async remove(context, id) {
    const removed = await images.job.delete({ params: { id }, ...optionsFor(context) })
    if (!(removed instanceof Refusal)) return true
    return removed.code === 'not_found' ? false : serviceFailure(removed)
  },
})
