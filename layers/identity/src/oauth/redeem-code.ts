import { createHash, timingSafeEqual } from 'node:crypto'
import { addMs, type RowOf, rowTable, type SecretSource, type TableDeps } from '@signet/kernel'
import { codeKey } from './approve-request.ts'
import { codeRow } from './code-row.ts'
import type { GrantTable } from './grant-table.ts'

type Code = RowOf<typeof codeRow>

export interface Redemption {
  readonly code: string
  readonly clientId: string
  readonly redirectUri: string
  readonly verifier: string
  /** Service that the token is for, in its canonical spelling; undefined: the approved one. */
  readonly audience: string | undefined
}

/** Reason for rejecting a code, with the error codes of RFC 6749 5.2 and RFC 8707 2. */
export interface CodeRefusal {
  readonly error: 'invalid_grant' | 'invalid_target'
  readonly description: string
}

export interface RedeemDeps extends TableDeps {
  readonly pepper: SecretSource
  readonly grants: Pick<GrantTable, 'active' | 'revoke' | 'touch'>
}

/** Returns whether the challenge was derived from this verifier (RFC 7636 4.6). */
const isProof = (verifier: string, challenge: string): boolean => {
  const derived = createHash('sha256').update(verifier, 'ascii').digest()
  const expected = Buffer.from(challenge, 'base64url')
  return derived.length === expected.length && timingSafeEqual(derived, expected)
}

const invalid = (description: string): CodeRefusal => ({ error: 'invalid_grant', description })

const REUSED_MESSAGE = 'The code was already used, so its grant is revoked. Request access again'
const REPEATED_MESSAGE = 'The code was just used. Restart at the authorization endpoint'

/** Time in which a client whose connection broke may repeat its request. */
const REPEAT_MS = 10_000

const mismatchOf = (row: Code, redemption: Redemption): CodeRefusal | undefined => {
  if (row.client_id !== redemption.clientId) return invalid('The code was issued to another client')
  if (row.redirect_uri !== redemption.redirectUri) return invalid('redirect_uri differs from the authorization request')
  if (!isProof(redemption.verifier, row.challenge)) return invalid('code_verifier does not match the code_challenge')
  if (redemption.audience === undefined || redemption.audience === row.audience) return undefined
  return { error: 'invalid_target', description: 'resource differs from the authorization request' }
}

const problemOf = (row: Code, redemption: Redemption, now: Date): CodeRefusal | undefined =>
  row.good_until <= now.toISOString() ? invalid('The code is older than 60 seconds') : mismatchOf(row, redemption)

/**
 * Returns whether the same client repeats a used code because the first response was lost. No other client has the
 * verifier.
 */
const isRepeated = (row: Code, redemption: Redemption, now: Date): boolean =>
  row.used_at !== undefined &&
  now < addMs(new Date(row.used_at), REPEAT_MS) &&
  mismatchOf(row, redemption) === undefined

/**
 * Exchanges a code for its approval, once. A second use is always rejected (OAuth 2.1 4.1.3). It means that two parties
 * have the code, and the legitimate one cannot be determined. So the grant is revoked, and with it the tokens of the
 * first use. Only if the same client repeats the code within seconds, proven by the verifier, does the grant stay
 * active.
 */
export const redeemCode = (deps: RedeemDeps) => {
  const codes = rowTable(codeRow, deps)
  return async (redemption: Redemption): Promise<Code | CodeRefusal> => {
    const key = await codeKey(deps.pepper, redemption.code)
    const row = await codes.get(key)
    if (!row) return invalid('The code is unknown or expired')
    const grantKey = { user: row.user_id, key: row.grant_key }
    const refuseUsedCode = async (used: Code | undefined): Promise<CodeRefusal> => {
      if (used && isRepeated(used, redemption, deps.now())) return invalid(REPEATED_MESSAGE)
      await deps.grants.revoke(grantKey, row.grant_id)
      return invalid(REUSED_MESSAGE)
    }
    if (row.status === 'used') return refuseUsedCode(row)
    const problem = problemOf(row, redemption, deps.now())
    if (problem) return problem
    const active = await deps.grants.active(grantKey)
    if (active?.grant.id !== row.grant_id) return invalid('The grant is revoked. Request access again')
    const set = { used_at: deps.now().toISOString() }
    const redeemed = await codes.transition(key, { field: 'status', from: ['open'], to: 'used', set })
    if (!redeemed) return refuseUsedCode(await codes.get(key))
    await deps.grants.touch(grantKey, row.grant_id)
    return redeemed
  }
}
