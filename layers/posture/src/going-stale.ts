import { daysAfter, daysBetween, requireDay } from './days.ts'
import { CLAIMED, type DatedPosture, FRESHNESS_RULES } from './freshness.ts'
import { CERTIFICATIONS, type CertificationName } from './intake-values.ts'

export interface GoingStale {
  readonly what: 'intake' | CertificationName
  /** The first day on which it is red, YYYY-MM-DD. */
  readonly staleOn: string
  readonly daysLeft: number
}

/**
 * What of a posture goes stale within so many days: the intake, and each certification that is claimed.
 * @param today YYYY-MM-DD
 * @throws RangeError for a day that there is not
 */
export const goingStale = (
  { issuedOn, certifications }: Pick<DatedPosture, 'issuedOn' | 'certifications'>,
  today: string,
  withinDays: number,
): readonly GoingStale[] => {
  requireDay(today, 'today')
  const audits = CERTIFICATIONS.flatMap((what) => {
    const { status = 'none', lastAudit } = certifications[what] ?? {}
    if (lastAudit === undefined || !CLAIMED.includes(status)) return []
    return [{ what, staleOn: daysAfter(lastAudit, FRESHNESS_RULES.certification.redAfterDays + 1) }]
  })
  const intake = { what: 'intake' as const, staleOn: daysAfter(issuedOn, FRESHNESS_RULES.intake.redAfterDays + 1) }
  return [intake, ...audits]
    .map((each) => ({ ...each, daysLeft: daysBetween(today, each.staleOn) }))
    .filter(({ daysLeft }) => daysLeft > 0 && daysLeft <= withinDays)
}
