import type { Flag } from '../api/flags.ts'
import { conditionWords } from './condition-words.ts'

type Rule = Flag['rules'][number]

interface Outcome {
  readonly result?: unknown
  readonly rollout?: { readonly percentage?: unknown }
  readonly split?: unknown
}

export const sharesOf = (variants: readonly { readonly key: string; readonly weight: number }[]) => {
  const sum = variants.reduce((total, { weight }) => total + weight, 0)
  return variants.map(({ key, weight }) => ({ key, percent: sum === 0 ? 0 : (weight / sum) * 100 }))
}

export const percentWords = (percent: number): string => `${Number(percent.toFixed(3))}%`

const outcomeWords = ({ result, split }: Outcome, type: Flag['type']): string => {
  if (split !== undefined) return 'a variant by the weights of the rule'
  if (result === undefined) return type === 'variant' ? 'a variant by weight' : 'on'
  if (typeof result === 'boolean') return result ? 'on' : 'off'
  return String(result)
}

/** Returns a rule as a sentence, such as `If plan is one of pro, team then on, for 20% of matching users`. */
export const ruleWords = (rule: Rule, type: Flag['type']): string => {
  const { rollout }: Outcome = rule
  const share =
    rollout?.percentage === undefined ? '' : `, for ${percentWords(Number(rollout.percentage))} of matching users`
  return `If ${conditionWords(rule)} then ${outcomeWords(rule, type)}${share}`
}

const rulesWords = (count: number): string =>
  count === 1 ? 'Set by its rule for matching users' : `Set by its ${count} rules for matching users`

/** Individual values override everything, so the sentence must mention them. */
const overrideWords = ({ overrides }: Flag): string => {
  const count = Object.keys(overrides?.users ?? {}).length + Object.keys(overrides?.tenants ?? {}).length
  if (count === 0) return ''
  return count === 1
    ? '; one user or tenant has an individual value'
    : `; ${count} users and tenants have individual values`
}

const variantWords = ({ variants = [], percentage }: Flag, audience: 'users' | 'other users'): string => {
  const shares = sharesOf(variants).filter(({ percent }) => percent > 0)
  const shareList = shares.map(({ key, percent }) => `${key} ${percentWords(percent)}`).join(', ')
  return percentage === undefined || percentage === 100
    ? shareList
    : `${shareList}, for ${percentWords(percentage)} of ${audience}`
}

const otherUsersWords = (flag: Flag): string => {
  const { type, percentage, rules } = flag
  if (type === 'variant')
    return percentage === 0 ? `${flag.default} for other users` : variantWords(flag, 'other users')
  if (percentage !== undefined)
    return percentage === 0 ? 'off for other users' : `on for ${percentWords(percentage)} of other users`
  return rules.length > 0 && flag.default !== true ? 'off for other users' : 'on for other users'
}

const allUsersWords = (flag: Flag): string => {
  const { type, percentage } = flag
  if (type === 'variant') return percentage === 0 ? `${flag.default} for all users` : variantWords(flag, 'users')
  if (percentage === undefined || percentage === 100) return 'On for all users'
  return percentage === 0 ? 'Off for all users' : `On for ${percentWords(percentage)} of users`
}

/**
 * Describes a flag in one sentence. With rules it states no overall share, because only evaluations show how many users
 * match.
 */
export const stateSentence = (flag: Flag): string => {
  const { enabled, archived, rules, type, prerequisites = [] } = flag
  if (archived) return 'Archived: evaluates as unknown'
  if (!enabled) return type === 'variant' ? `Switched off: ${flag.default} for all users` : 'Switched off for all users'
  const prerequisiteWords =
    prerequisites.length === 0
      ? ''
      : `; only if ${prerequisites.length === 1 ? 'its prerequisite is' : 'its prerequisites are'} met`
  if (rules.length === 0) return `${allUsersWords(flag)}${overrideWords(flag)}${prerequisiteWords}`
  return `${rulesWords(rules.length)}, ${otherUsersWords(flag)}${overrideWords(flag)}${prerequisiteWords}`
}

/**
 * Returns the flag with all due scheduled changes. Applications apply due changes themselves; the stored flag has them
 * after its next write.
 *
 * @param now the service's time, in milliseconds since 1970
 */
export const flagAt = (flag: Flag, now: number): Flag => {
  const due = (flag.schedule ?? []).filter(({ at }) => Date.parse(String(at)) <= now)
  return Object.assign({}, flag, ...due.map(({ set }) => set)) as Flag
}

export const stateBadge = ({
  enabled,
  archived,
  canary,
}: Flag): { readonly text: string; readonly tone: 'ok' | 'neutral' | 'accent' } => {
  if (archived) return { text: 'Archived', tone: 'neutral' }
  if (canary?.status === 'running') return { text: 'Canary', tone: 'accent' }
  return enabled ? { text: 'On', tone: 'ok' } : { text: 'Off', tone: 'neutral' }
}
