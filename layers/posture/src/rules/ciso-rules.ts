import { jsonSha256 } from '@signet/receipts/digest'
import { ADEQUATE_JURISDICTIONS } from '../jurisdictions.ts'
import { PLACEHOLDERS } from '../placeholders.ts'
import { CHANGE_RULES } from './change-rules.ts'
import { GOVERNANCE_RULES } from './governance-rules.ts'
import { IDENTITY_AND_DATA_RULES } from './identity-and-data-rules.ts'
import { INCIDENT_AND_AUDIT_RULES } from './incident-and-audit-rules.ts'
import { LOGGING_AND_WORKSTATION_RULES } from './logging-and-workstation-rules.ts'
import type { Rule } from './rule.ts'
import { CISO_RULESET } from './ruleset-name.ts'
import { SUBPROCESSOR_RULES } from './subprocessor-rules.ts'
import { TRAFFIC_AND_ACCESS_RULES } from './traffic-and-access-rules.ts'

/** Minimum characters, without surrounding spaces, of the mitigation in a compensating control. */
export const MITIGATION_MIN = 20

export const CISO_RULES: readonly Rule[] = [
  ...IDENTITY_AND_DATA_RULES,
  ...TRAFFIC_AND_ACCESS_RULES,
  ...LOGGING_AND_WORKSTATION_RULES,
  ...CHANGE_RULES,
  ...SUBPROCESSOR_RULES,
  ...INCIDENT_AND_AUDIT_RULES,
  ...GOVERNANCE_RULES,
]

export interface RuleSet {
  readonly ruleset: string
  readonly rules: readonly Rule[]
  readonly recovery: { readonly mitigationMin: number }
  readonly lists: { readonly placeholders: readonly string[]; readonly adequateJurisdictions: readonly string[] }
}

const PUBLISHED: RuleSet = {
  ruleset: CISO_RULESET,
  rules: CISO_RULES,
  recovery: { mitigationMin: MITIGATION_MIN },
  lists: { placeholders: PLACEHOLDERS, adequateJurisdictions: ADEQUATE_JURISDICTIONS },
}

let sha256: string | undefined

/** The published ruleset, with the SHA-256 of its canonical JSON (RFC 8785) in lowercase hexadecimal. */
export const ruleSet = (): RuleSet & { readonly sha256: string } => {
  sha256 ??= jsonSha256(PUBLISHED)
  return { ...PUBLISHED, sha256 }
}
