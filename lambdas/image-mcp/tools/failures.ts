import type { SiblingRefusal } from '@signet/http-client/siblings'
import { isCallersFault } from '@signet/imaging/schemas/job'
import { type FailureBody, type NextCall, ToolFailure } from '@signet/mcp'
import { SHUT_OUT } from '@signet/mcp/agents'
import * as z from 'zod'
import type { ToolDeps } from './deps.ts'
import type { ToolJob } from './job-result.ts'

type Advice = Pick<FailureBody, 'code' | 'hint' | 'next'>

const LIST_MODELS: NextCall = { tool: 'list_models', arguments: {} }
const BILLING_STATUS: NextCall = { tool: 'billing_status', arguments: {} }

export const MORE_CREDITS: Pick<FailureBody, 'hint' | 'next'> = {
  hint: 'Run billing_purchase_credits, with the consent of the person, then make the same call again',
  next: { tool: 'billing_purchase_credits', arguments: { packId: 'agent-credits-500' } },
}

const AGAIN = 'Make the same call again after retry_after_s: nothing is charged twice'

const ADVICE: Readonly<Record<string, (deps: ToolDeps) => Advice>> = {
  insufficient_credits: () => ({ code: 'QUOTA_EXHAUSTED', ...MORE_CREDITS }),
  quota_exceeded: () => ({ code: 'QUOTA_EXHAUSTED', ...MORE_CREDITS }),
  budget_exhausted: ({ platformUrl }) => ({
    code: 'BUDGET_EXHAUSTED',
    hint: `You have reached the budget that the person set. Ask them to raise it at ${platformUrl}/agents, or when you connect again`,
    next: BILLING_STATUS,
  }),
  key_budget_exhausted: () => ({ code: 'KEY_BUDGET_EXHAUSTED', hint: AGAIN, next: BILLING_STATUS }),
  plan_required: () => ({
    code: 'PLAN_REQUIRED',
    hint: 'Use the tiers draft, standard or premium, or ask the person to subscribe to Pro',
    next: LIST_MODELS,
  }),
  model_locked: () => ({
    code: 'MODEL_LOCKED',
    hint: 'Tell the person the progress of the milestone from list_models, and use another model meanwhile',
    next: LIST_MODELS,
  }),
  model_retired: () => ({ code: 'MODEL_RETIRED', hint: 'Choose another model', next: LIST_MODELS }),
  content_rejected: () => ({
    code: 'CONTENT_REJECTED',
    hint: 'Change the prompt or the picture: the provider rejects it',
  }),
  upstream_failed: () => ({
    code: 'GENERATION_FAILED',
    hint: 'Nothing was charged. Call again with another seed or model',
  }),
  unauthenticated: () => SHUT_OUT,
  invalid_input: () => ({ code: 'INVALID_ARGUMENTS', hint: 'Call again with arguments that fit together' }),
  not_found: () => ({
    code: 'JOB_NOT_FOUND',
    hint: 'Jobs are kept for 30 days. Use a job_id from generate_image or create_variation',
  }),
  idempotency_in_progress: () => ({ code: 'IN_PROGRESS', hint: AGAIN }),
  rate_limited: () => ({ code: 'RATE_LIMITED', hint: AGAIN }),
  spend_ceiling: () => ({
    code: 'SPEND_CEILING',
    hint: 'Nothing was charged. Use a model of another provider, or call again after midnight UTC',
    next: LIST_MODELS,
  }),
  unavailable: () => ({ code: 'UNAVAILABLE', hint: AGAIN }),
  sibling_failed: () => ({ code: 'UNAVAILABLE', hint: AGAIN }),
}

export const failedJob = (
  deps: ToolDeps,
  { error, error_code }: Pick<ToolJob, 'error' | 'error_code'>,
): ToolFailure => {
  const ofTheService = error_code === 'spend_ceiling' ? error_code : 'upstream_failed'
  const advice = ADVICE[isCallersFault(error_code) ? 'content_rejected' : ofTheService]?.(deps)
  if (advice === undefined) throw new Error('There is no advice for jobs that fail')
  return new ToolFailure({ ...advice, message: error ?? 'The image could not be made' })
}

const OfKey = z.object({ errors: z.array(z.object({ field: z.literal('idempotency_key') })).min(1) })

/**
 * The same call was made within a minute, and its job was removed. We made the key, so the message to the model must
 * not mention it.
 */
const removedJob = ({ code, extras }: SiblingRefusal): ToolFailure | undefined =>
  code === 'invalid_input' && OfKey.safeParse(extras).success
    ? new ToolFailure({
        code: 'JOB_REMOVED',
        message: 'The same call within a minute is the same job, and that was cancelled or deleted',
        hint: 'Call again with another seed, or in a minute',
      })
    : undefined

const OfModel = z.object({
  errors: z.array(z.object({ field: z.enum(['edge_model', 'model', 'provider_a_model']) })).min(1),
})

/** The only source of model ids is the list. */
const nextOf = ({ extras }: SiblingRefusal): Pick<FailureBody, 'next'> =>
  OfModel.safeParse(extras).success ? { next: LIST_MODELS } : {}

const UNANSWERED = 'The image service has not answered as it should'

const WAITED_FOR: readonly string[] = ['KEY_BUDGET_EXHAUSTED', 'IN_PROGRESS', 'RATE_LIMITED', 'UNAVAILABLE']

/**
 * The meaning of a refusal of the image service for a model.
 * @throws Error if there is no advice for it, which is a fault of ours
 */
export const failureOf = (deps: ToolDeps, refused: SiblingRefusal): ToolFailure => {
  const removed = removedJob(refused)
  if (removed) return removed
  // Any other 400 is about the arguments, too, whatever its code.
  const advice = (ADVICE[refused.code] ?? (refused.status === 400 ? ADVICE.invalid_input : undefined))?.(deps)
  if (advice === undefined) throw new Error(`There is no advice for ${refused.code}`, { cause: refused })
  const { 'retry-after': retryAfter } = refused.headers
  const retry = retryAfter === undefined ? WAITED_FOR.includes(advice.code) && 2 : Number(retryAfter)
  return new ToolFailure({
    ...advice,
    ...nextOf(refused),
    message: refused.code === 'sibling_failed' ? UNANSWERED : refused.message,
    ...(retry === false ? {} : { retry_after_s: retry }),
  })
}
