import { secondsUntil, warningOf } from '@signet/kernel'
import { calendarMonthAt, type JobReading } from '@signet/ledger'

/**
 * Builds headers about the meter that counted an accepted job: always quota and remainder
 * (draft-ietf-httpapi-ratelimit-headers), and X-Quota-Warning from 80 percent (spec image-service 7).
 */
export const quotaHeaders = (reading: JobReading | undefined, now: Date) => {
  if (!reading) return {}
  const { meter, used, limit } = reading
  // Only the monthly image quota resets; credits do not.
  const resetParameter = meter === 'images' ? `;t=${secondsUntil(calendarMonthAt(now).end, now)}` : ''
  return {
    'ratelimit-policy': `"${meter}";q=${limit}`,
    ratelimit: `"${meter}";r=${Math.max(0, limit - used)}${resetParameter}`,
    ...(warningOf(reading) ? { 'x-quota-warning': `${meter}; used=${used}; limit=${limit}` } : {}),
  }
}
