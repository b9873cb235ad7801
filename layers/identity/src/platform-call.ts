import { createHmac, timingSafeEqual } from 'node:crypto'
import { unauthenticated } from '@signet/contracts/http'
import { type Authenticator, type Caller, type Clock, epochSeconds, type SecretSource } from '@signet/kernel'
import * as z from 'zod'
import { bearerToken } from './authentication-chain.ts'

/**
 * A call of the platform to another service for a caller. The platform has authenticated the caller and counted the
 * request.
 */
export interface PlatformCall {
  /** The called service. No other accepts the call. */
  readonly audience: string
  /** The tenant whose rows the call concerns. */
  readonly tenantId: string
  readonly orgId?: string | undefined
  readonly userId?: string | undefined
  /** The scopes of the call. */
  readonly scopes: readonly string[]
  /** The payer. Absent: the calling service has counted the request, and it costs no credits. */
  readonly pays?: Paying | undefined
}

/** The account that pays with its credits, and the limit that also applies. */
export interface Paying {
  readonly accountId: string
  /** The agent that is the caller, and its grant. */
  readonly clientId?: string | undefined
  readonly grantId?: string | undefined
  /** The key that is the caller, and the credits that it may take in a day. */
  readonly keyId?: string | undefined
  readonly dailyBudget?: number | undefined
}

/** The prefix of such credentials. No credential of people or organisations has it. */
const PREFIX = 'call_'

/** One request takes less. This also limits the use of an intercepted credential. */
const LIFETIME_SECONDS = 60

/** The clocks of two functions differ by less. */
const SKEW_SECONDS = 30

const Claims = z.strictObject({
  aud: z.string(),
  tenant: z.string().min(1),
  org: z.string().optional(),
  user: z.string().optional(),
  scopes: z.array(z.string()),
  pays: z
    .strictObject({
      accountId: z.string().min(1),
      clientId: z.string().optional(),
      grantId: z.string().optional(),
      keyId: z.string().optional(),
      dailyBudget: z.int().optional(),
    })
    .optional(),
  exp: z.int(),
})

const macOf = (secret: string, payload: string): string =>
  createHmac('sha256', secret).update(`platform call 1 ${payload}`).digest('base64url')

/** A credential for one request, signed with a secret that the platform and the called services can read. */
export const mintPlatformCall = (secret: string, call: PlatformCall, now: Date): string => {
  const { audience: aud, tenantId: tenant, orgId: org, userId: user, scopes, pays } = call
  const exp = epochSeconds(now) + LIFETIME_SECONDS
  const payload = Buffer.from(JSON.stringify({ aud, tenant, org, user, scopes, pays, exp })).toString('base64url')
  return `${PREFIX}${payload}.${macOf(secret, payload)}`
}

const isSame = (given: string, wanted: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

type Claims = z.infer<typeof Claims>

const payerOf = ({ tenant, org, pays }: Claims): Pick<Caller, 'accountId' | 'chargeMode' | 'clientId' | 'grantId'> => {
  // Credits and plans belong to the organisation.
  if (pays === undefined) return { accountId: org ?? tenant, chargeMode: 'quota' }
  const { clientId, grantId, keyId, dailyBudget, accountId } = pays
  return {
    accountId,
    ...(clientId === undefined ? {} : { clientId }),
    ...(grantId === undefined ? {} : { grantId }),
    ...(keyId === undefined ? {} : { keyId }),
    ...(dailyBudget === undefined ? {} : { dailyBudget }),
  }
}

const callerOf = (claims: Claims): Caller => {
  const { tenant, org, user, scopes } = claims
  return {
    kind: 'service',
    tenantId: tenant,
    scopes,
    ...payerOf(claims),
    rateKey: `platform-${tenant}`,
    ...(org ? { orgId: org } : {}),
    ...(user ? { userId: user } : {}),
  }
}

export interface PlatformCallDeps {
  /** The name of the called service. */
  readonly audience: string
  readonly secret: SecretSource
  readonly now: Clock
}

/**
 * Authenticates calls of the platform. Only a service that can read the secret can make one. A bad call is refused,
 * never ignored.
 */
export const platformCallAuthenticator =
  ({ audience, secret, now }: PlatformCallDeps): Authenticator =>
  async (credentials) => {
    if (credentials.headers.authorization === undefined) return undefined
    const token = bearerToken(credentials)
    if (!token?.startsWith(PREFIX)) return undefined
    const [payload = '', mac = '', ...rest] = token.slice(PREFIX.length).split('.')
    const unknown = unauthenticated('The credential is not known')
    if (rest.length > 0 || !isSame(mac, macOf(await secret(), payload))) throw unknown
    const claims = Claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
    const left = claims.exp - epochSeconds(now())
    if (claims.aud !== audience || left <= 0 || left > LIFETIME_SECONDS + SKEW_SECONDS) throw unknown
    return callerOf(claims)
  }
