import { createHmac, timingSafeEqual } from 'node:crypto'
import { epochSeconds } from './clock.ts'

/**
 * A call of one service to another for a caller. The calling service has authenticated the caller, and counted the
 * request unless somebody pays.
 */
export interface PlatformCall {
  /** The called service. No other accepts the call. */
  readonly audience: string
  readonly tenantId: string
  readonly orgId?: string | undefined
  readonly userId?: string | undefined
  readonly scopes: readonly string[]
  /** The payer. Absent: the calling service has counted the request, and it costs no credits. */
  readonly pays?: Paying | undefined
}

export interface Paying {
  readonly accountId: string
  readonly clientId?: string | undefined
  readonly grantId?: string | undefined
  readonly keyId?: string | undefined
  readonly dailyBudget?: number | undefined
}

/** The prefix of such credentials. No credential of people or organizations has it. */
export const PLATFORM_CALL_PREFIX = 'call_'

/** One request takes less. This also limits the use of an intercepted credential. */
const LIFETIME_SECONDS = 60

/** The clocks of two functions differ by less. */
const SKEW_SECONDS = 30

const macOf = (secret: string, payload: string): string =>
  createHmac('sha256', secret).update(`platform call 1 ${payload}`).digest('base64url')

/** A credential for one request, signed with a secret that the calling and the called service can read. */
export const mintPlatformCall = (secret: string, call: PlatformCall, now: Date): string => {
  const { audience: aud, tenantId: tenant, orgId: org, userId: user, scopes, pays } = call
  const exp = epochSeconds(now) + LIFETIME_SECONDS
  const payload = Buffer.from(JSON.stringify({ aud, tenant, org, user, scopes, pays, exp })).toString('base64url')
  return `${PLATFORM_CALL_PREFIX}${payload}.${macOf(secret, payload)}`
}

const isSame = (given: string, wanted: string): boolean => {
  const a = Buffer.from(given)
  const b = Buffer.from(wanted)
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The claims of a credential whose signature is good, unparsed; undefined: another signed it, or nobody. */
export const signedClaims = (secret: string, token: string): unknown => {
  const [payload = '', mac = '', ...rest] = token.slice(PLATFORM_CALL_PREFIX.length).split('.')
  if (rest.length > 0 || !isSame(mac, macOf(secret, payload))) return undefined
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}

/** Whether a credential that ends at `exp` (epoch seconds) may be used now, and was made by a clock near ours. */
export const isCurrentCall = (exp: number, now: Date): boolean => {
  const left = exp - epochSeconds(now)
  return left > 0 && left <= LIFETIME_SECONDS + SKEW_SECONDS
}
