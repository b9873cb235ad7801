import type { RefusalCode } from '@signet/imaging/image-provider'
import * as z from 'zod'
import { errorAs } from '../live/answer-json.ts'
import { retryAfterOf } from '../live/retry-delay.ts'
import type { VendorAnswer } from '../live/vendor.ts'
import { type Again, faultOfStatus, VendorFault } from '../live/vendor-fault.ts'

const ErrorEnvelope = z.object({
  errors: z.array(z.object({ code: z.number().optional(), message: z.string().default('') })),
})

/** By the vendor's code: developers.cloudflare.com/workers-ai/platform/errors, and 3030 and 8007 from the field. */
const BY_CODE: ReadonlyMap<number, readonly [RefusalCode, Again]> = new Map([
  [3030, ['content_rejected', 'never']],
  [8007, ['content_rejected', 'never']],
  // Out of capacity; no picture was drawn.
  [3040, ['provider_rate_limited', 'later']],
  // The day's free allocation is used up: another attempt today cannot help.
  [3036, ['provider_quota', 'never']],
  [3007, ['provider_timeout', 'once']],
  [3008, ['provider_timeout', 'once']],
  [5007, ['model_retired', 'never']],
  [3042, ['model_retired', 'never']],
  [3003, ['provider_rejected', 'never']],
  [5004, ['provider_rejected', 'never']],
  [3006, ['provider_rejected', 'never']],
  [3023, ['provider_auth', 'never']],
  [3041, ['provider_auth', 'never']],
  [5016, ['provider_auth', 'never']],
  [5018, ['provider_auth', 'never']],
  // The vendor answers for an unknown account as for an unknown route.
  [7000, ['provider_auth', 'never']],
  [7003, ['provider_auth', 'never']],
  [10000, ['provider_auth', 'never']],
])

/**
 * The fault behind an error answer of Workers AI: by its own code first, then by its words on unsafe prompts, then by
 * the status.
 */
export const edgeFault = (answer: VendorAnswer): VendorFault => {
  const { errors: [first] = [] } = errorAs(ErrorEnvelope, answer) ?? {}
  const retryAfterMs = retryAfterOf(answer.headers, new Date())
  const facts = { retryAfterMs, vendorCode: String(first?.code ?? answer.status) }
  const fault = first?.code === undefined ? undefined : BY_CODE.get(first.code)
  if (fault) return new VendorFault(fault[0], { ...facts, again: fault[1] })
  if (/nsfw/i.test(first?.message ?? '')) return new VendorFault('content_rejected', { ...facts, again: 'never' })
  return faultOfStatus(answer.status === 200 ? 502 : answer.status, facts)
}
