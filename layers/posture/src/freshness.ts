import { daysAfter, daysBetween, requireDay } from './days.ts'
import { CERTIFICATIONS, type CertificationName } from './intake-values.ts'

/** Days after which something is amber, and after which it is red; both are still as before on the day itself. */
interface AgeRule {
  readonly id: string
  readonly amberAfterDays: number
  readonly redAfterDays: number
}

export const FRESHNESS_RULES = {
  intake: { id: 'intake-age', amberAfterDays: 335, redAfterDays: 365 },
  certification: { id: 'audit-age', amberAfterDays: 335, redAfterDays: 365 },
  /** A certification that is claimed without the day of an audit: from the first day on, as rule CRT-02 finds it. */
  undated: { id: 'audit-undated', amberAfterDays: -1, redAfterDays: Number.MAX_SAFE_INTEGER },
  /** Against the last day of a receipt: amber begins before it. */
  expiry: { id: 'receipt-expiry', amberAfterDays: -30, redAfterDays: 0 },
} as const satisfies Readonly<Record<string, AgeRule>>

export const CLAIMED = ['type-i', 'type-ii', 'certified', 'completed']

export type FreshnessState = 'fresh' | 'amber' | 'red'

export interface FreshnessReason {
  readonly rule: string
  readonly state: Exclude<FreshnessState, 'fresh'>
  readonly message: string
  /** The first day on which it was so, YYYY-MM-DD. */
  readonly since: string
}

export interface Freshness {
  readonly state: FreshnessState
  readonly reasons: readonly FreshnessReason[]
}

export interface DatedPosture {
  readonly issuedOn: string
  readonly expiresOn?: string | undefined
  readonly certifications: Readonly<
    Partial<Record<CertificationName, { readonly status: string; readonly lastAudit?: string | undefined }>>
  >
}

const ageReasons = (rule: AgeRule, from: string, today: string, saying: string): readonly FreshnessReason[] => {
  const age = daysBetween(from, today)
  if (age <= rule.amberAfterDays) return []
  const isRed = age > rule.redAfterDays
  const limit = isRed ? rule.redAfterDays : rule.amberAfterDays
  const since = daysAfter(from, limit + 1)
  return [{ rule: rule.id, state: isRed ? 'red' : 'amber', message: `${saying} ${from}`, since }]
}

const NAMES: Readonly<Record<CertificationName, string>> = {
  soc2: 'SOC 2',
  iso27001: 'ISO 27001',
  penTest: 'The penetration test',
}

/** Leaving the day out must not look better than telling it. */
const undatedReason = (name: CertificationName, since: string): FreshnessReason => ({
  rule: FRESHNESS_RULES.undated.id,
  state: 'amber',
  message: `${NAMES[name]} is claimed without the day of an audit`,
  since,
})

const auditReasons = (posture: DatedPosture, today: string): readonly FreshnessReason[] =>
  CERTIFICATIONS.flatMap((name) => {
    const { status = 'none', lastAudit } = posture.certifications[name] ?? {}
    if (!CLAIMED.includes(status)) return []
    if (lastAudit === undefined) return [undatedReason(name, posture.issuedOn)]
    return ageReasons(FRESHNESS_RULES.certification, lastAudit, today, `${NAMES[name]} was last audited on`)
  })

/**
 * How fresh a posture is: read from the receipt and the day alone, so that anybody comes to the same.
 * @param today YYYY-MM-DD
 * @throws RangeError for a day that there is not
 */
export const freshness = (posture: DatedPosture, today: string): Freshness => {
  requireDay(today, 'today')
  const { issuedOn, expiresOn } = posture
  const reasons = [
    ...ageReasons(FRESHNESS_RULES.intake, issuedOn, today, 'The intake was judged on'),
    ...auditReasons(posture, today),
    ...(expiresOn === undefined
      ? []
      : ageReasons(FRESHNESS_RULES.expiry, expiresOn, today, 'The receipt is valid until')),
  ]
  const states = reasons.map(({ state }) => state)
  return { state: states.includes('red') ? 'red' : (states[0] ?? 'fresh'), reasons }
}
