import { mintPlatformCall, scopesOf } from '@signet/identity'
import { type Caller, type Clock, invalidInput, type Refusal, refusal, type SecretSource } from '@signet/kernel'
import {
  createJobClient,
  type Job,
  JobApiError,
  type JobClient,
  type JobGenerateInput,
  JobNetworkError,
  JobTimeoutError,
} from '../generated/job-client.ts'

/** Longer than the image service holds a request, shorter than the gateway waits for this function. */
const TIMEOUT_MS = 27_000

/** Most recent jobs that a list searches, in pages of the largest size. */
const JOBS_MAX = 2_000
const PAGE = 100

type Code =
  | 'plan_required'
  | 'model_locked'
  | 'idempotency_in_progress'
  | 'idempotency_mismatch'
  | 'content_rejected'
  | 'upstream_failed'

/** Errors of the image service that concern the caller; all others are internal. */
const PASSED_ON: readonly string[] = [
  'plan_required',
  'model_locked',
  'idempotency_in_progress',
  'idempotency_mismatch',
  'content_rejected',
] satisfies Code[]

/** Why the image service has not drawn. */
export type NotDrawn = Refusal<Code>

/** The service failed. */
type Failed = Refusal<'upstream_failed'>

/** The image service for one caller. It decides by the same tenant what the caller may see. */
export interface ImageService {
  generate(caller: Caller, input: JobGenerateInput): Promise<Job | NotDrawn>
  /** Newest first: the first `count` matches. */
  list(caller: Caller, count: number, matches: (job: Job) => boolean): Promise<readonly Job[] | Failed>
  /** undefined: the caller has no such job. */
  get(caller: Caller, id: string): Promise<Job | undefined | Failed>
  /** false: the caller has no such job. */
  remove(caller: Caller, id: string): Promise<boolean | Failed>
}

export interface ImageServiceDeps {
  /** Address of the images API. */
  readonly baseUrl: string
  /** The secret that signs calls of the platform. */
  readonly secret: SecretSource
  readonly now: Clock
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
}

const failed = (cause: unknown): Failed =>
  refusal('upstream_failed', 'The image service failed; try again shortly', { cause })

/** @throws an error that is no answer of the image service, which is a fault of ours */
const failedBy = (error: unknown): Failed => {
  const isTheirs = [JobApiError, JobNetworkError, JobTimeoutError].some((kind) => error instanceof kind)
  if (isTheirs) return failed(error)
  throw error
}

/** Errors of fields for which the image service has stricter rules. Both contracts use the same member names. */
const invalidBy = ({ body }: JobApiError): Refusal<'invalid_input'> => {
  const { errors } = body as { readonly errors?: Parameters<typeof invalidInput>[0] }
  return invalidInput(errors ?? [])
}

const notDrawnBy = (error: unknown): NotDrawn => {
  if (error instanceof JobApiError && error.code === 'invalid_input') throw invalidBy(error)
  if (!(error instanceof JobApiError) || !PASSED_ON.includes(error.code)) return failedBy(error)
  const { upgrade } = error.body as { readonly upgrade?: unknown }
  const extras = typeof upgrade === 'string' ? { upgrade } : {}
  const headers = error.retryAfter === undefined ? {} : { 'retry-after': String(error.retryAfter) }
  return refusal(error.code as Code, error.body.error, { extras, headers, cause: error })
}

/** These ids would change the path of the request, so they belong to no job. */
const isOfNone = (id: string): boolean => id === '.' || id === '..'

const isAbsent = (error: unknown): boolean => error instanceof JobApiError && error.code === 'not_found'

const clientFor =
  ({ baseUrl, secret, now, fetch }: ImageServiceDeps) =>
  (caller: Caller): JobClient => {
    const { entitlementScope: orgId, resourceScope: tenantId } = scopesOf(caller)
    const { userId } = caller
    const call = { audience: 'images', tenantId, orgId, userId, scopes: ['generate', 'read'] }
    const credential = async () => mintPlatformCall(await secret(), call, now())
    return createJobClient({ baseUrl, credential, timeout: TIMEOUT_MS, retries: 1, ...(fetch ? { fetch } : {}) })
  }

/** The image service behind its generated client; the platform calls it for the caller (docs/adr/0025). */
export const imageService = (deps: ImageServiceDeps): ImageService => {
  const clientOf = clientFor(deps)
  return {
    async generate(caller, input) {
      try {
        const job = await clientOf(caller).generate(input)
        // A quote answers `dry_run`, which the platform never sends.
        return 'dry_run' in job ? failed(new Error('The image service has returned a quote')) : job
      } catch (error) {
        return notDrawnBy(error)
      }
    },
    async list(caller, count, matches) {
      const client = clientOf(caller)
      const found: Job[] = []
      let cursor: string | undefined
      try {
        for (let seen = 0; seen < JOBS_MAX && found.length < count; seen += PAGE) {
          const { jobs, next_cursor } = await client.list({ limit: PAGE, cursor })
          found.push(...jobs.filter(matches))
          if (next_cursor === null) break
          cursor = next_cursor
        }
        return found.slice(0, count)
      } catch (error) {
        return failedBy(error)
      }
    },
    get: async (caller, id) =>
      isOfNone(id)
        ? undefined
        : clientOf(caller)
            .get({ id })
            .catch((error: unknown) => (isAbsent(error) ? undefined : failedBy(error))),
    remove: async (caller, id) =>
      isOfNone(id)
        ? false
        : clientOf(caller)
            .delete({ id })
            .then(
              () => true,
              (error: unknown) => (isAbsent(error) ? false : failedBy(error)),
            ),
  }
}
