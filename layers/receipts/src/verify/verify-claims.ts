import { claimsSha256, type Opening, opens } from '../claims.ts'
import { discloses } from '../disclosures.ts'
import type { ClaimsRef } from '../statement.ts'
import { isMembers } from '../statement-format.ts'
import { type Check, finding } from './checks.ts'

const DISCLOSURES_MAX = 1_000

export interface ClaimsEvidence {
  readonly publicClaims?: unknown
  readonly opening?: unknown
  readonly disclosures?: unknown
}

export interface ClaimsCheck {
  readonly check: Check
  readonly claims?: unknown
}

const isOpening = (value: unknown): value is Opening => isMembers(value) && typeof value.salt === 'string'

const MISMATCH: ClaimsCheck = { check: finding('claims', 'wrong') }

const publicCheck = (ref: ClaimsRef, claims: unknown): ClaimsCheck => {
  try {
    if (ref.sha256 !== undefined && claimsSha256(claims) === ref.sha256)
      return { check: finding('claims', 'shown'), claims }
  } catch {
    // Claims that have no canonical JSON match no receipt.
  }
  return MISMATCH
}

const openingCheck = (ref: ClaimsRef, opening: unknown): ClaimsCheck =>
  isOpening(opening) && opens(ref, opening) ? { check: finding('claims', 'opened'), claims: opening.claims } : MISMATCH

const disclosuresCheck = ({ sdRoot = '' }: ClaimsRef, disclosures: unknown): ClaimsCheck => {
  const isList = Array.isArray(disclosures) && disclosures.length > 0 && disclosures.length <= DISCLOSURES_MAX
  const disclosedClaims = isList ? disclosures.map((disclosure) => discloses(sdRoot, disclosure)) : []
  const names = new Set(disclosedClaims.map((claim) => claim?.name))
  if (disclosedClaims.length === 0 || names.has(undefined) || names.size < disclosedClaims.length) return MISMATCH
  return {
    check: finding('claims', 'disclosed'),
    claims: Object.fromEntries(disclosedClaims.flatMap((claim) => (claim ? [[claim.name, claim.value]] : []))),
  }
}

/** Returns whether all given claims belong to a receipt. */
export const verifyClaims = (ref: ClaimsRef, { publicClaims, opening, disclosures }: ClaimsEvidence): ClaimsCheck => {
  const checks = [
    ...(publicClaims === undefined ? [] : [publicCheck(ref, publicClaims)]),
    ...(opening === undefined ? [] : [openingCheck(ref, opening)]),
    ...(disclosures === undefined ? [] : [disclosuresCheck(ref, disclosures)]),
  ]
  if (checks.includes(MISMATCH)) return MISMATCH
  return checks[0] ?? { check: finding('claims', 'absent') }
}
