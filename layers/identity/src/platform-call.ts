import { unauthenticated } from '@signet/contracts/http'
import {
  type Authenticator,
  type Caller,
  type Clock,
  isCurrentCall,
  PLATFORM_CALL_PREFIX,
  type SecretSource,
  signedClaims,
} from '@signet/kernel'
import * as z from 'zod'
import { bearerToken } from './authentication-chain.ts'

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
type Claims = z.infer<typeof Claims>

const payerOf = ({ tenant, org, pays }: Claims): Pick<Caller, 'accountId' | 'chargeMode' | 'clientId' | 'grantId'> => {
  // Credits and plans belong to the organization.
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
  readonly audience: string
  readonly secret: SecretSource
  readonly now: Clock
}

/**
 * Authenticates calls from sibling services. Only a service that can read the secret can create one. An invalid call is
 * refused, never ignored.
 */
export const platformCallAuthenticator =
  ({ audience, secret, now }: PlatformCallDeps): Authenticator =>
  async (credentials) => {
    if (credentials.headers.authorization === undefined) return undefined
    const token = bearerToken(credentials)
    if (!token?.startsWith(PLATFORM_CALL_PREFIX)) return undefined
    const unknownCredential = unauthenticated('The credential is unknown')
    const payload = signedClaims(await secret(), token)
    if (payload === undefined) throw unknownCredential
    const claims = Claims.parse(payload)
    if (claims.aud !== audience || !isCurrentCall(claims.exp, now())) throw unknownCredential
    return callerOf(claims)
  }
