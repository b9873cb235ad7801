import * as z from 'zod'
import { errorAs } from '../live/answer-json.ts'
import { retryAfterOf } from '../live/retry-delay.ts'
import type { VendorAnswer } from '../live/vendor.ts'
import { faultOfStatus, VendorFault } from '../live/vendor-fault.ts'

/** google.rpc.Status as JSON; `details` are ErrorInfo, RetryInfo, QuotaFailure and others. */
const ErrorBody = z.object({
  error: z.object({
    status: z.string().optional(),
    details: z
      .array(
        z.looseObject({
          reason: z.string().optional(),
          retryDelay: z.string().optional(),
          violations: z.array(z.looseObject({ quotaId: z.string().optional() })).optional(),
        }),
      )
      .optional()
      .catch(undefined),
  }),
})

type Details = NonNullable<z.infer<typeof ErrorBody>['error']['details']>

/** `34s` or `0.5s` (protobuf Duration as JSON) in milliseconds. */
const durationMs = (text: string | undefined): number | undefined => {
  const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(text ?? '') ?? []
  return seconds === undefined ? undefined : Number(seconds) * 1000
}

const isDayQuota = (details: Details): boolean =>
  details.some(({ violations = [] }) => violations.some(({ quotaId = '' }) => /PerDay/i.test(quotaId)))

/** The fault behind an error answer of the Gemini API: ai.google.dev/gemini-api/docs/troubleshooting. */
export const geminiFault = (answer: VendorAnswer): VendorFault => {
  const { error } = errorAs(ErrorBody, answer) ?? {}
  const details: Details = error?.details ?? []
  const reason = details.find((each) => each.reason)?.reason
  const asked = details.map(({ retryDelay }) => durationMs(retryDelay)).find((ms) => ms !== undefined)
  const retryAfterMs = asked ?? retryAfterOf(answer.headers, new Date())
  const facts = { retryAfterMs, vendorCode: reason ?? error?.status ?? String(answer.status) }
  const final = (code: 'provider_auth' | 'provider_quota') => new VendorFault(code, { ...facts, again: 'never' })
  // The vendor answers 400 for a bad key, too.
  if (reason === 'API_KEY_INVALID' || reason === 'API_KEY_SERVICE_BLOCKED') return final('provider_auth')
  // An unsupported region, or an account without billing: no other request could succeed.
  if (error?.status === 'FAILED_PRECONDITION') return final('provider_auth')
  if (error?.status === 'NOT_FOUND') return new VendorFault('model_retired', { ...facts, again: 'never' })
  if (answer.status === 429 && isDayQuota(details)) return final('provider_quota')
  return faultOfStatus(answer.status, facts)
}
