import type { RefusalCode } from '@signet/imaging/image-provider'
import * as z from 'zod'
import { errorAs } from '../live/answer-json.ts'
import { retryAfterOf } from '../live/retry-delay.ts'
import type { VendorAnswer } from '../live/vendor.ts'
import { faultOfStatus, VendorFault } from '../live/vendor-fault.ts'

const ErrorBody = z.object({
  error: z.object({ type: z.string().nullish(), code: z.string().nullish(), param: z.string().nullish() }),
})

/** By the vendor's code, whatever the status: platform.openai.com/docs/guides/error-codes, and codes seen in the field. */
const BY_CODE: ReadonlyMap<string, RefusalCode> = new Map([
  ['moderation_blocked', 'content_rejected'],
  ['content_policy_violation', 'content_rejected'],
  ['insufficient_quota', 'provider_quota'],
  ['billing_hard_limit_reached', 'provider_quota'],
  ['billing_not_active', 'provider_quota'],
  ['invalid_api_key', 'provider_auth'],
  ['account_deactivated', 'provider_auth'],
  ['organization_must_be_verified', 'provider_auth'],
  ['model_not_found', 'model_retired'],
  ['deprecated_model', 'model_retired'],
  ['invalid_image_file', 'invalid_source'],
  ['image_parse_error', 'invalid_source'],
])

/**
 * The fault behind an error answer of the Images API: by its code first, then by `x-should-retry`, then by the status.
 */
export const gptImageFault = (answer: VendorAnswer): VendorFault => {
  const { error } = errorAs(ErrorBody, answer) ?? {}
  const word = error?.code ?? error?.type ?? undefined
  const retryAfterMs = retryAfterOf(answer.headers, new Date())
  const facts = { retryAfterMs, vendorCode: word ?? String(answer.status) }
  const code = BY_CODE.get(error?.code ?? '') ?? BY_CODE.get(error?.type ?? '')
  if (code) return new VendorFault(code, { ...facts, again: 'never' })
  const fault = faultOfStatus(answer.status, facts)
  // The vendor's own clients obey it before they look at the status.
  const advice = answer.headers.get('x-should-retry')
  if (advice === 'false') return new VendorFault(fault.code, { ...facts, again: 'never' })
  if (advice === 'true' && fault.again === 'never')
    return new VendorFault('provider_unavailable', { ...facts, again: 'later' })
  return fault
}
