import { setTimeout as wait } from 'node:timers/promises'
import { Refusal, type RequestContext } from '@signet/kernel'
import { forwardRefusal } from './forward-refusal.ts'
import type { CallOptions } from './sibling-types.ts'

export type PlatformRequest = Pick<RequestContext, 'caller' | 'traceId' | 'signal'>

interface Scopes {
  readonly entitlementScope: string
  readonly resourceScope: string
}

export interface RuntimeCalls {
  readonly options: CallOptions
  /** Namespace of the tenant (spec supporting-services 5). */
  readonly headers: { readonly 'x-querent-ids': string }
  /** Repeats the call while another receipt of the organization is being issued (`receipt_conflict`). Six attempts. */
  receipted<Answer>(call: () => Promise<Answer>): Promise<Answer>
}

/**
 * Time limit for all calls of a request. Below the API gateway's timeout, which leaves time to release a reserved
 * credit.
 */
const REQUEST_TIMEOUT_MS = 26_000

const ATTEMPTS_MAX = 6
const PAUSE_MS = 400

export const RUNTIME_FAILED = 'The runtime failed; try again shortly'

export const runtimeRefused = (refused: Refusal): Refusal<'invalid_input' | 'rate_limited' | 'upstream_failed'> =>
  forwardRefusal(refused, ['invalid_input', 'rate_limited'], RUNTIME_FAILED)

/**
 * Calls to the runtime for a tenant. The platform has already counted them, so the runtime does not charge them
 * (docs/adr/0025).
 */
export const runtimeCalls = (
  { caller, traceId, signal: requestSignal }: PlatformRequest,
  { entitlementScope: orgId, resourceScope: tenantId }: Scopes,
  random: () => number = Math.random,
): RuntimeCalls => {
  const signal = AbortSignal.any([requestSignal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)])
  const as = { tenantId, orgId, userId: caller.userId, scopes: ['runtime:read', 'runtime:run'] }
  const pause = (attempt: number) => wait(random() * PAUSE_MS * attempt, undefined, { signal }).catch(() => undefined)
  return {
    options: { as, signal, traceId, timeoutMs: REQUEST_TIMEOUT_MS },
    headers: { 'x-querent-ids': tenantId },
    async receipted(call) {
      for (let attempt = 1; ; attempt++) {
        const answer = await call()
        if (!(answer instanceof Refusal) || answer.code !== 'receipt_conflict' || attempt === ATTEMPTS_MAX)
          return answer
        await pause(attempt)
      }
    },
  }
}
