import type { SiblingRefusal } from '@signet/http-client/siblings'
import { isCallersFault } from '@signet/imaging/schemas/job'
import { type FailureBody, type NextCall, ToolFailure } from '@signet/mcp'
import { REVOKED_ACCESS } from '@signet/mcp/agents'
import * as z from 'zod'
import type { ToolDeps } from './deps.ts'
import type { ToolJob } from './job-result.ts'

type Advice = Pick<FailureBody, 'code' | 'hint' | 'next'>

const LIST_MODELS: NextCall = { tool: 'list_models', arguments: {} }
const BILLING_STATUS: NextCall = { tool: 'billing_status', arguments: {} }

export const MORE_CREDITS: Pick<FailureBody, 'hint' | 'next'> = {
  hint: "With the user's consent, call billing_purchase_credits, then repeat the call",
  next: { tool: 'billing_purchase_credits', arguments: { packId: 'agent-credits-500' } },
}

const RETRY_HINT = 'Repeat the call after retry_after_s seconds. You are not charged twice'

const ADVICE: Readonly<Record<string, (deps: ToolDeps) => Advice>> = {
  insufficient_credits: () => ({ code: 'QUOTA_EXHAUSTED', ...MORE_CREDITS }),
  quota_exceeded: () => ({ code: 'QUOTA_EXHAUSTED', ...MORE_CREDITS }),
  budget_exhausted: ({ platformUrl }) => ({
    code: 'BUDGET_EXHAUSTED',
    hint: `You have used up the budget that the user set. Ask them to raise it at ${platformUrl}/agents, or when you connect again`,
    next: BILLING_STATUS,
  }),
  key_budget_exhausted: () => ({ code: 'KEY_BUDGET_EXHAUSTED', hint: RETRY_HINT, next: BILLING_STATUS }),
  plan_required: () => ({
    code: 'PLAN_REQUIRED',
    hint: 'Use the tiers draft, standard or premium, or ask the user to subscribe to Pro',
    next: LIST_MODELS,
  }),
  model_locked: () => ({
    code: 'MODEL_LOCKED',
    hint: 'Report the progress of the milestone from list_models to the user, and use another model until then',
    next: LIST_MODELS,
  }),
  model_retired: () => ({ code: 'MODEL_RETIRED', hint: 'Choose another model', next: LIST_MODELS }),
  content_rejected: () => ({
    code: 'CONTENT_REJECTED',
    hint: 'Change the prompt or the source image: the provider rejected it',
  }),
  upstream_failed: () => ({
    code: 'GENERATION_FAILED',
    hint: 'Nothing was charged. Call again with another seed or model',
  }),
  unauthenticated: () => REVOKED_ACCESS,
  invalid_input: () => ({ code: 'INVALID_ARGUMENTS', hint: 'Call again with valid arguments' }),
  not_found: () => ({
    code: 'JOB_NOT_FOUND',
    hint: 'Jobs are stored for 30 days. Use a job_id from generate_image or create_variation',
  }),
  idempotency_in_progress: () => ({ code: 'IN_PROGRESS', hint: RETRY_HINT }),
  rate_limited: () => ({ code: 'RATE_LIMITED', hint: RETRY_HINT }),
  spend_ceiling: () => ({
    code: 'SPEND_CEILING',
    hint: 'Nothing was charged. Use a model of another provider, or call again after midnight UTC',
    next: LIST_MODELS,
  }),
  unavailable: () => ({ code: 'UNAVAILABLE', hint: RETRY_HINT }),
  sibling_failed: () => ({ code: 'UNAVAILABLE', hint: RETRY_HINT }),
}

export const failedJob = (
  deps: ToolDeps,
  { error, error_code }: Pick<ToolJob, 'error' | 'error_code'>,
): ToolFailure => {
  const serviceCode = error_code === 'spend_ceiling' ? error_code : 'upstream_failed'
  const advice = ADVICE[isCallersFault(error_code) ? 'content_rejected' : serviceCode]?.(deps)
  if (advice === undefined) throw new Error('No advice for failed jobs')
  return new ToolFailure({ ...advice, message: error ?? 'The image could not be generated' })
}

const KeyFieldError = z.object({ errors: z.array(z.object({ field: z.literal('idempotency_key') })).min(1) })

/**
 * Returns the failure for a repeated call whose job was deleted within the minute. This service generated the
 * idempotency key, so the message must not mention it.
 */
const removedJob = ({ code, extras }: SiblingRefusal): ToolFailure | undefined =>
  code === 'invalid_input' && KeyFieldError.safeParse(extras).success
    ? new ToolFailure({
        code: 'JOB_REMOVED',
        message: 'This call repeats a call of the same minute, whose job was canceled or deleted',
        hint: 'Call again with another seed, or after a minute',
      })
    : undefined

const ModelFieldError = z.object({
  errors: z.array(z.object({ field: z.enum(['edge_model', 'model', 'provider_a_model']) })).min(1),
})

/** Adds list_models as the next call if the model ID is invalid. */
const nextOf = ({ extras }: SiblingRefusal): Pick<FailureBody, 'next'> =>
  ModelFieldError.safeParse(extras).success ? { next: LIST_MODELS } : {}

const INVALID_RESPONSE = 'The image service did not return a valid response'

/** Suggested wait for retryable codes if the service does not state one. */
const DEFAULT_RETRY_SECONDS = 2

const RETRYABLE_CODES: readonly string[] = ['KEY_BUDGET_EXHAUSTED', 'IN_PROGRESS', 'RATE_LIMITED', 'UNAVAILABLE']

/**
 * Maps a refusal of the image service to a failure that a model can act on.
 * @throws Error for a code without an entry in `ADVICE`, which is a bug
 */
export const failureOf = (deps: ToolDeps, refused: SiblingRefusal): ToolFailure => {
  const removed = removedJob(refused)
  if (removed) return removed
  // Any other 400 means that the arguments are invalid.
  const advice = (ADVICE[refused.code] ?? (refused.status === 400 ? ADVICE.invalid_input : undefined))?.(deps)
  if (advice === undefined) throw new Error(`No advice for the refusal code ${refused.code}`, { cause: refused })
  const { 'retry-after': retryAfter } = refused.headers
  const defaultSeconds = RETRYABLE_CODES.includes(advice.code) ? DEFAULT_RETRY_SECONDS : undefined
  const retryAfterSeconds = retryAfter === undefined ? defaultSeconds : Number(retryAfter)
  return new ToolFailure({
    ...advice,
    ...nextOf(refused),
    message: refused.code === 'sibling_failed' ? INVALID_RESPONSE : refused.message,
    ...(retryAfterSeconds === undefined ? {} : { retry_after_s: retryAfterSeconds }),
  })
}
