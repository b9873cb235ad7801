import { dayText } from '@signet/ui/dates'
import { daysAfter, daysBetween, requireDay } from './days.ts'
import { CERTIFICATIONS, type CertificationName } from './intake-values.ts'

/** Ages in days after which an intake, an audit or a receipt becomes amber or red. On the limit, the state has not changed yet. */
interface AgeRule {
  readonly id: string
  readonly amberAfterDays: number
  readonly redAfterDays: number
}

export const FRESHNESS_RULES = {
  intake: { id: 'intake-age', amberAfterDays: 335, redAfterDays: 365 },
  certification: { id: 'audit-age', amberAfterDays: 335, redAfterDays: 365 },
  /** A certification claimed without an audit date: amber from the first day, as rule CRT-02 reports it. */
  undated: { id: 'audit-undated', amberAfterDays: -1, redAfterDays: Number.MAX_SAFE_INTEGER },
  /** Compared with the last day of a receipt, so amber begins before it. */
  expiry: { id: 'receipt-expiry', amberAfterDays: -30, redAfterDays: 0 },
} as const satisfies Readonly<Record<string, AgeRule>>

export const CLAIMED_STATUSES = ['type-i', 'type-ii', 'certified', 'completed']

export type FreshnessState = 'fresh' | 'amber' | 'red'

export interface FreshnessReason {
  readonly rule: string
  readonly state: Exclude<FreshnessState, 'fresh'>
  readonly message: string
  /** The first day of the state, YYYY-MM-DD. */
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

const ageReasons = (rule: AgeRule, from: string, today: string, label: string): readonly FreshnessReason[] => {
  const age = daysBetween(from, today)
  if (age <= rule.amberAfterDays) return []
  const isRed = age > rule.redAfterDays
  const limit = isRed ? rule.redAfterDays : rule.amberAfterDays
  const since = daysAfter(from, limit + 1)
  return [{ rule: rule.id, state: isRed ? 'red' : 'amber', message: `${label} ${dayText(from)}`, since }]
}

const UNDATED: Readonly<Record<CertificationName, string>> = {
  soc2: 'SOC 2: no audit date given',
  iso27001: 'ISO 27001: no audit date given',
  penTest: 'Penetration test: no date given',
}

const LAST_AUDIT: Readonly<Record<CertificationName, string>> = {
  soc2: 'Last SOC 2 audit:',
  iso27001: 'Last ISO 27001 audit:',
  penTest: 'Last penetration test:',
}

/** Prevents an omitted date from appearing fresher than a stated one. */
const undatedReason = (name: CertificationName, since: string): FreshnessReason => ({
  rule: FRESHNESS_RULES.undated.id,
  state: 'amber',
  message: UNDATED[name],
  since,
})

const auditReasons = (posture: DatedPosture, today: string): readonly FreshnessReason[] =>
  CERTIFICATIONS.flatMap((name) => {
    const { status = 'none', lastAudit } = posture.certifications[name] ?? {}
    if (!CLAIMED_STATUSES.includes(status)) return []
    if (lastAudit === undefined) return [undatedReason(name, posture.issuedOn)]
    return ageReasons(FRESHNESS_RULES.certification, lastAudit, today, LAST_AUDIT[name])
  })

/**
 * The freshness of a posture. Depends only on the receipt and the day, so anyone can reproduce it.
 * @param today YYYY-MM-DD
 * @throws RangeError for an invalid date
 */
export const freshness = (posture: DatedPosture, today: string): Freshness => {
  requireDay(today, 'today')
  const { issuedOn, expiresOn } = posture
  const reasons = [
    ...ageReasons(FRESHNESS_RULES.intake, issuedOn, today, 'Last evaluated on'),
    ...auditReasons(posture, today),
    ...(expiresOn === undefined ? [] : ageReasons(FRESHNESS_RULES.expiry, expiresOn, today, 'The receipt expires on')),
  ]
  const states = reasons.map(({ state }) => state)
  return { state: states.includes('red') ? 'red' : (states[0] ?? 'fresh'), reasons }
}
