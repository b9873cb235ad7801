import { mintPlatformCall, scopesOf } from '@signet/identity'
import { type Caller, type Clock, type Refusal, refusal, type SecretSource } from '@signet/kernel'
import {
  createJobClient,
  type Job,
  JobApiError,
  type JobClient,
  type JobGenerateInput,
  JobNetworkError,
  JobTimeoutError,
} from '../generated/job-client.ts'

/** Longer than the image service holds a request, shorter than the gateway waits for us. */
const TIMEOUT_MS = 27_000

/** The newest jobs that lists look through, in pages of the largest size. */
const JOBS_MAX = 2_000
const PAGE = 100

type Code =
  | 'plan_required'
  | 'model_locked'
  | 'idempotency_in_progress'
  | 'idempotency_mismatch'
  | 'content_rejected'
  | 'upstream_failed'

/** What the image service says to its callers about them; all else is between it and us. */
const PASSED_ON: readonly string[] = [
  'plan_required',
  'model_locked',
  'idempotency_in_progress',
  'idempotency_mismatch',
  'content_rejected',
] satisfies Code[]

/** How the image service is asked for one caller. Whoever the caller may see there is decided there, by the same tenant. */
export interface ImageService {
  /** @throws Refusal that says what the image service refuses, or `upstream_failed`. */
  generate(caller: Caller, input: JobGenerateInput): Promise<Job>
  /** Newest first, as many as anybody asks for. */
  list(caller: Caller): AsyncGenerator<Job>
  /** Undefined: the caller has no such job. */
  get(caller: Caller, id: string): Promise<Job | undefined>
  /** false: the caller has no such job. */
  remove(caller: Caller, id: string): Promise<boolean>
}

export interface ImageServiceDeps {
  /** Address of the images API. */
  readonly baseUrl: string
  /** The secret that signs calls of the platform. */
  readonly secret: SecretSource
  readonly now: Clock
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/** An answer that is no answer to the caller: the service does not work, or not as its contract says. */
const failed = (cause: unknown): Refusal<'upstream_failed'> =>
  refusal('upstream_failed', 'The image service could not do it; try again shortly', { cause })

const refusalOf = (error: unknown): Refusal<Code> => {
  if (error instanceof JobApiError && PASSED_ON.includes(error.code)) {
    const { upgrade } = error.body as { readonly upgrade?: unknown }
    const extras = typeof upgrade === 'string' ? { upgrade } : {}
    const headers = error.retryAfter === undefined ? {} : { 'retry-after': String(error.retryAfter) }
    return refusal(error.code as Code, error.body.error, { extras, headers, cause: error })
  }
  const isTheirs = [JobApiError, JobNetworkError, JobTimeoutError].some((kind) => error instanceof kind)
  if (isTheirs) return failed(error)
  throw error
}

const isAbsent = (error: unknown): boolean => error instanceof JobApiError && error.code === 'not_found'

/** What the work comes to; what it is refused with, in our words. */
const asked = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw refusalOf(error)
  }
}

/** The image service behind its generated client, asked by the platform for the caller (docs/adr/0025). */
export const imageService = ({ baseUrl, secret, now, fetch }: ImageServiceDeps): ImageService => {
  const clientOf = (caller: Caller): JobClient => {
    const { entitlementScope: orgId, resourceScope: tenantId } = scopesOf(caller)
    const { userId } = caller
    const call = { audience: 'images', tenantId, orgId, userId, scopes: ['generate', 'read'] }
    const credential = async () => mintPlatformCall(await secret(), call, now())
    return createJobClient({ baseUrl, credential, timeout: TIMEOUT_MS, retries: 1, ...(fetch ? { fetch } : {}) })
  }
  return {
    async generate(caller, input) {
      const job = await asked(clientOf(caller).generate(input))
      // The third answer of the operation is to a question that the platform does not ask.
      if ('dry_run' in job) throw failed(new Error('The image service has answered with a quote'))
      return job
    },
    async *list(caller) {
      const client = clientOf(caller)
      let cursor: string | undefined
      for (let seen = 0; seen < JOBS_MAX; seen += PAGE) {
        const { jobs, next_cursor } = await asked(client.list({ limit: PAGE, cursor }))
        yield* jobs
        if (next_cursor === null) return
        cursor = next_cursor
      }
    },
    get: (caller, id) =>
      asked(
        clientOf(caller)
          .get({ id })
          .catch((error: unknown) => {
            if (isAbsent(error)) return undefined
            throw error
          }),
      ),
    remove: (caller, id) =>
      asked(
        clientOf(caller)
          .delete({ id })
          .then(
            () => true,
            (error: unknown) => {
              if (isAbsent(error)) return false
              throw error
            },
          ),
      ),
  }
}
