import type { ChangeObserveRuleInput, GetObserveRuleOutput } from '../api/observe.ts'

export type RuleKind = GetObserveRuleOutput['condition']['kind']

/** The form of a rule; shares are in percent. */
export interface RuleDraft {
  readonly name: string
  readonly kind: RuleKind
  readonly worker: string
  readonly thresholdPercent: string
  readonly thresholdMs: string
  readonly silentMinutes: string
  readonly windowMinutes: string
  readonly minCount: string
  readonly sloId: string
  readonly factor: string
  readonly longMinutes: string
  readonly shortMinutes: string
  readonly severity: string
  readonly forMinutes: string
  readonly clearMinutes: string
  readonly webhook: string
  readonly mail: 'none' | 'owners' | 'members'
  readonly members: readonly string[]
  readonly isEnabled: boolean
}

const EMPTY: RuleDraft = {
  name: '',
  kind: 'error_rate',
  worker: '*',
  thresholdPercent: '5',
  thresholdMs: '1000',
  silentMinutes: '15',
  windowMinutes: '5',
  minCount: '1',
  sloId: '',
  // From Google's SRE Workbook: 2 % of a 30-day budget in one hour.
  factor: '14.4',
  longMinutes: '60',
  shortMinutes: '5',
  severity: 'warning',
  forMinutes: '0',
  clearMinutes: '5',
  webhook: '',
  mail: 'none',
  members: [],
  isEnabled: true,
}

/** Formats a share as percent without binary rounding errors: 0.07 gives 7. */
const percentText = (share: number): string => String(Number((share * 100).toPrecision(12)))

const conditionPart = (condition: GetObserveRuleOutput['condition']): Partial<RuleDraft> => {
  const { kind } = condition
  if (kind === 'silence') return { kind, worker: condition.worker, silentMinutes: String(condition.minutes) }
  const minCount = String(condition.min_count)
  if (kind === 'burn') {
    const { slo_id: sloId, factor, long_minutes: long, short_minutes: short } = condition
    return { kind, sloId, factor: String(factor), longMinutes: String(long), shortMinutes: String(short), minCount }
  }
  const common = { kind, worker: condition.worker, windowMinutes: String(condition.window_minutes), minCount }
  return kind === 'p95'
    ? { ...common, thresholdMs: String(condition.threshold_ms) }
    : { ...common, thresholdPercent: percentText(condition.threshold) }
}

export const draftOf = (rule?: GetObserveRuleOutput): RuleDraft => {
  if (!rule) return EMPTY
  const { webhook_url: webhook, mail } = rule.notify
  return {
    ...EMPTY,
    ...conditionPart(rule.condition),
    name: rule.name,
    severity: rule.severity,
    isEnabled: rule.enabled,
    forMinutes: String(rule.for_minutes),
    clearMinutes: String(rule.clear_minutes),
    webhook: webhook ?? '',
    mail: mail === null ? 'none' : mail === 'owners' ? 'owners' : 'members',
    members: Array.isArray(mail) ? mail : [],
  }
}

const conditionOf = (draft: RuleDraft): ChangeObserveRuleInput['condition'] => {
  const { kind, worker } = draft
  const min_count = Number(draft.minCount)
  switch (kind) {
    case 'error_rate':
      return {
        kind,
        worker,
        threshold: Number(draft.thresholdPercent) / 100,
        window_minutes: Number(draft.windowMinutes),
        min_count,
      }
    case 'p95':
      return {
        kind,
        worker,
        threshold_ms: Number(draft.thresholdMs),
        window_minutes: Number(draft.windowMinutes),
        min_count,
      }
    case 'silence':
      return { kind, worker, minutes: Number(draft.silentMinutes) }
    case 'burn': {
      const long_minutes = Number(draft.longMinutes)
      const short_minutes = Number(draft.shortMinutes)
      return { kind, slo_id: draft.sloId, factor: Number(draft.factor), long_minutes, short_minutes, min_count }
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
    mail: draft.mail === 'none' ? null : draft.mail === 'owners' ? 'owners' : [...draft.members],
  },
  enabled: draft.isEnabled,
})
