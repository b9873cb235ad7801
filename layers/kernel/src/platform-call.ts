import { createHmac, timingSafeEqual } from 'node:crypto'
import { epochSeconds } from './clock.ts'

/**
 * A call of one service to another on behalf of a caller. The calling service has authenticated the caller, and counted
 * the request unless there is a payer.
 */
export interface PlatformCall {
  /** The called service. No other service accepts the call. */
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

/** Longer than any request. The limit also restricts the use of an intercepted credential. */
const LIFETIME_SECONDS = 60

/** Maximum seconds by which the clocks of two functions differ. */
const SKEW_SECONDS = 30

const macOf = (secret: string, payload: string): string =>
  createHmac('sha256', secret).update(`platform call 1 ${payload}`).digest('base64url')

/** Creates a credential for one request, signed with a secret that the calling and the called service can read. */
export const mintPlatformCall = (secret: string, call: PlatformCall, now: Date): string => {
  const { audience: aud, tenantId: tenant, orgId: org, userId: user, scopes, pays } = call
  const exp = epochSeconds(now) + LIFETIME_SECONDS
  const payload = Buffer.from(JSON.stringify({ aud, tenant, org, user, scopes, pays, exp })).toString('base64url')
  return `${PLATFORM_CALL_PREFIX}${payload}.${macOf(secret, payload)}`
}

const isSame = (actual: string, expected: string): boolean => {
  const a = Buffer.from(actual)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Returns the unparsed claims of a credential with a valid signature; undefined for an invalid one. */
export const signedClaims = (secret: string, token: string): unknown => {
  const [payload = '', mac = '', ...extraParts] = token.slice(PLATFORM_CALL_PREFIX.length).split('.')
  if (extraParts.length > 0 || !isSame(mac, macOf(secret, payload))) return undefined
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}

/**
 * Checks that a credential that expires at `exp` (epoch seconds) is valid now, and was created by a clock close to the
 * local one.
 */
export const isCurrentCall = (exp: number, now: Date): boolean => {
  const remainingSeconds = exp - epochSeconds(now)
  return remainingSeconds > 0 && remainingSeconds <= LIFETIME_SECONDS + SKEW_SECONDS
}
