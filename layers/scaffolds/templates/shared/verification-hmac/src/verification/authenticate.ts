import { createHmac, timingSafeEqual } from 'node:crypto'
import { Problem } from '../http/problem.ts'
import type { Deps } from '../ports.ts'
import { bytesOf, type ClaimedSignature, readSignature, type SignedRequest } from './signature.ts'

export interface Caller {
  /** ID of the signed event. A repeated event has the same ID. */
  readonly id: string
  readonly tenant: string
  readonly scopes: readonly string[]
}

export interface Unverified {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: Uint8Array
}

// #if timed
/** Maximum difference in seconds between the time of a signature and the clock. */
const TOLERANCE_SECONDS = 300
// #endif

const isSignedBy = (key: string, { content, encoding, signatures }: ClaimedSignature): boolean => {
  const expected = createHmac('sha256', bytesOf(key)).update(content).digest()
  return signatures.some((signature) => {
    const actual = Buffer.from(signature, encoding)
    return actual.length === expected.length && timingSafeEqual(actual, expected)
  })
}

// #if timed
const isTimely = (seconds: string, nowMs: number): boolean =>
  /^[0-9]{1,12}$/.test(seconds) && Math.abs(nowMs / 1_000 - Number(seconds)) <= TOLERANCE_SECONDS
// #endif

const invalidSignature = (message: string): Problem =>
  new Problem(401, 'signature_invalid', message, { headers: { 'www-authenticate': 'HMAC-SHA256' } })

/**
 * Returns the ID of a signed event.
 * @param keys newest first. A second key is accepted during a rotation.
// #if timed
 * @throws Problem 401 without a valid signature over these bytes within the tolerance.
// #else
 * @throws Problem 401 without a valid signature over these bytes.
// #endif
 */
const requireSigned = (
  signed: SignedRequest,
  keys: readonly string[],
  // #if timed
  nowMs: number,
  // #endif
): string => {
  const claim = readSignature(signed)
  const isSigned = claim.id !== '' && keys.some((key) => key !== '' && isSignedBy(key, claim))
  // #if timed
  if (!isSigned || !isTimely(claim.seconds, nowMs))
    throw invalidSignature('The signature is missing, expired, or does not match the body')
  // #else
  if (!isSigned) throw invalidSignature('The signature is missing or does not match the body')
  // #endif
  return claim.id
}

/** Verifies the sender. The secret has one key, or two separated by a comma during a rotation. */
export const authenticate = async ({ headers, body }: Unverified, deps: Deps): Promise<Caller> => {
  const keys = (await deps.secret('SIGNING_KEYS')).split(',')
  const id = requireSigned(
    { headers, body },
    keys,
    // #if timed
    deps.now(),
    // #endif
  )
  return { id, tenant: 'sender', scopes: [] }
}
