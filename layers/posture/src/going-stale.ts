import { daysAfter, daysBetween, requireDay } from './days.ts'
import { CLAIMED_STATUSES, type DatedPosture, FRESHNESS_RULES } from './freshness.ts'
import { CERTIFICATIONS, type CertificationName } from './intake-values.ts'

export interface GoingStale {
  readonly evidence: 'intake' | CertificationName
  /** The first red day, YYYY-MM-DD. */
  readonly staleOn: string
  readonly daysLeft: number
}

/**
 * The parts of a posture that go out of date within `withinDays` days: the intake, and each claimed certification.
 * @param today YYYY-MM-DD
 * @throws RangeError for an invalid date
 */
export const goingStale = (
  { issuedOn, certifications }: Pick<DatedPosture, 'issuedOn' | 'certifications'>,
  today: string,
  withinDays: number,
): readonly GoingStale[] => {
  requireDay(today, 'today')
  const audits = CERTIFICATIONS.flatMap((evidence) => {
    const { status = 'none', lastAudit } = certifications[evidence] ?? {}
    if (lastAudit === undefined || !CLAIMED_STATUSES.includes(status)) return []
    return [{ evidence, staleOn: daysAfter(lastAudit, FRESHNESS_RULES.certification.redAfterDays + 1) }]
  })
  const intake = { evidence: 'intake' as const, staleOn: daysAfter(issuedOn, FRESHNESS_RULES.intake.redAfterDays + 1) }
  return [intake, ...audits]
    .map((each) => ({ ...each, daysLeft: daysBetween(today, each.staleOn) }))
    .filter(({ daysLeft }) => daysLeft > 0 && daysLeft <= withinDays)
}
