import { Buffer } from 'node:buffer'
import { invalidInput, type Refusal } from '@signet/kernel'
import { exactJson } from '@signet/receipts'
import { jsonSha256 } from '@signet/receipts/digest'
import { claimsOf, type Intake, intakeFaults, judgeIntake, type Verdict } from '../src/index.ts'
import { PUBLIC_CLAIMS_BYTES, type PublicClaims } from './intake-receipt.ts'

export interface JudgedIntake {
  readonly intake: Intake
  /** The day of the verdict, YYYY-MM-DD. */
  readonly asOf: string
  readonly verdict: Verdict
  readonly claims: PublicClaims
  /** SHA-256 of the payload as canonical JSON, so the order of fields does not matter. */
  readonly payloadSha256: string
  /** The first 32 bits of `payloadSha256`. */
  readonly seed: number
}

const SEED_DIGITS = 8

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** Reports `subprocessors`, the only field that can exceed the limit; all others have at most a few KiB. */
const claimsTooLarge = (bytes: number) => {
  const rule = `must result in public claims of at most ${PUBLIC_CLAIMS_BYTES} bytes, not ${bytes}`
  return invalidInput([{ field: 'subprocessors', message: `${rule}: shorten names and purposes` }])
}

/**
 * Maximum size of payload and findings. A DynamoDB item has 400 KB, which includes the claims. Only mitigated findings,
 * which contain gaps and owners of controls, can exceed the limit.
 */
const STORED_BYTES_MAX = 360_000

const storedTooLarge = (bytes: number) => {
  const rule = `must result in a payload with findings of at most ${STORED_BYTES_MAX} bytes, not ${bytes}`
  return invalidInput([{ field: 'compensatingControls', message: `${rule}: shorten gaps and owners` }])
}

/**
 * Judges an intake whose shape has been validated.
 * @returns 400 with each invalid field if no verdict is possible
 */
export const judgeSubmission = (intake: Intake, asOf: string): JudgedIntake | Refusal<'invalid_input'> => {
  const faults = intakeFaults(intake, asOf)
  if (faults.length > 0) return invalidInput(faults)
  const verdict = judgeIntake(intake, asOf)
  const claims = Object.fromEntries(
    claimsOf(intake, verdict, asOf).map(({ name, value }) => [name, value]),
  ) as PublicClaims
  const bytes = Buffer.byteLength(exactJson(claims))
  if (bytes > PUBLIC_CLAIMS_BYTES) return claimsTooLarge(bytes)
  const storedBytes = Buffer.byteLength(JSON.stringify([intake, verdict.findings]))
  if (storedBytes > STORED_BYTES_MAX) return storedTooLarge(storedBytes)
  const payloadSha256 = jsonSha256(intake)
  const seed = Number.parseInt(payloadSha256.slice(0, SEED_DIGITS), 16)
  return { intake, asOf, verdict, claims, payloadSha256, seed }
}
