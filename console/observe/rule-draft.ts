import type { ChangeObserveRuleInput, GetObserveRuleOutput } from '../api/observe.ts'

export type RuleKind = GetObserveRuleOutput['condition']['kind']

/** The form of a rule; shares are in percent. */
export interface RuleDraft {
  readonly name: string
  readonly kind: RuleKind
  readonly worker: string
  readonly percent: string
  readonly ms: string
  readonly minutes: string
  readonly window: string
  readonly minCount: string
  readonly slo: string
  readonly factor: string
  readonly long: string
  readonly short: string
  readonly severity: string
  readonly forMinutes: string
  readonly clearMinutes: string
  readonly webhook: string
  readonly mail: 'nobody' | 'owners' | 'members'
  readonly members: readonly string[]
  readonly isOn: boolean
}

const EMPTY: RuleDraft = {
  name: '',
  kind: 'error_rate',
  worker: '*',
  percent: '5',
  ms: '1000',
  minutes: '15',
  window: '5',
  minCount: '1',
  slo: '',
  // From Google's SRE Workbook: 2 % of a 30-day budget in one hour.
  factor: '14.4',
  long: '60',
  short: '5',
  severity: 'warning',
  forMinutes: '0',
  clearMinutes: '5',
  webhook: '',
  mail: 'nobody',
  members: [],
  isOn: true,
}

/** Formats a share as percent without binary rounding errors: 0.07 gives 7. */
const percentText = (share: number): string => String(Number((share * 100).toPrecision(12)))

const conditionPart = (condition: GetObserveRuleOutput['condition']): Partial<RuleDraft> => {
  const { kind } = condition
  if (kind === 'silence') return { kind, worker: condition.worker, minutes: String(condition.minutes) }
  const minCount = String(condition.min_count)
  if (kind === 'burn') {
    const { slo_id: slo, factor, long_minutes: long, short_minutes: short } = condition
    return { kind, slo, factor: String(factor), long: String(long), short: String(short), minCount }
  }
  const of = { kind, worker: condition.worker, window: String(condition.window_minutes), minCount }
  return kind === 'p95'
    ? { ...of, ms: String(condition.threshold_ms) }
    : { ...of, percent: percentText(condition.threshold) }
}

export const draftOf = (rule?: GetObserveRuleOutput): RuleDraft => {
  if (!rule) return EMPTY
  const { webhook_url: webhook, mail } = rule.notify
  return {
    ...EMPTY,
    ...conditionPart(rule.condition),
    name: rule.name,
    severity: rule.severity,
    isOn: rule.enabled,
    forMinutes: String(rule.for_minutes),
    clearMinutes: String(rule.clear_minutes),
    webhook: webhook ?? '',
    mail: mail === null ? 'nobody' : mail === 'owners' ? 'owners' : 'members',
    members: Array.isArray(mail) ? mail : [],
  }
}

const conditionOf = (draft: RuleDraft): ChangeObserveRuleInput['condition'] => {
  const { kind, worker } = draft
  const min_count = Number(draft.minCount)
  switch (kind) {
    case 'error_rate':
      return { kind, worker, threshold: Number(draft.percent) / 100, window_minutes: Number(draft.window), min_count }
    case 'p95':
      return { kind, worker, threshold_ms: Number(draft.ms), window_minutes: Number(draft.window), min_count }
    case 'silence':
      return { kind, worker, minutes: Number(draft.minutes) }
    case 'burn': {
      const long_minutes = Number(draft.long)
      const short_minutes = Number(draft.short)
      return { kind, slo_id: draft.slo, factor: Number(draft.factor), long_minutes, short_minutes, min_count }
    }
  }
}

/** Builds the request. The service rejects invalid numbers with the name of the field. */
export const ruleOf = (draft: RuleDraft): Omit<ChangeObserveRuleInput, 'id'> => ({
  condition: conditionOf(draft),
  severity: draft.severity,
  for_minutes: Number(draft.forMinutes),
  clear_minutes: Number(draft.clearMinutes),
  notify: {
    webhook_url: draft.webhook.trim() || null,
    mail: draft.mail === 'nobody' ? null : draft.mail === 'owners' ? 'owners' : [...draft.members],
  },
  enabled: draft.isOn,
})
