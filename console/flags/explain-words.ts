import type { Flag, FlagExplanation, FlagSegment } from '../api/flags.ts'
import { attributesOf, type ConditionShape } from './condition-words.ts'

export const segmentsIn = ({ segment, all, any, not }: ConditionShape): readonly string[] => [
  ...(typeof segment === 'string' ? [segment] : []),
  ...[all, any, not === undefined ? [] : [not]]
    .flatMap((each) => (Array.isArray(each) ? (each as ConditionShape[]) : []))
    .flatMap(segmentsIn),
]

/**
 * Returns the attributes that can affect the evaluation: those of the rules, their segments and the sticky attributes.
 */
export const offeredAttributes = (
  { rules, by, overrides }: Pick<Flag, 'rules' | 'by' | 'overrides'>,
  segments: readonly Pick<FlagSegment, 'key' | 'when'>[],
): readonly string[] => {
  const conditions = rules.map((rule): ConditionShape => rule)
  const used = new Set(conditions.flatMap(segmentsIn))
  const inSegments = segments.filter(({ key }) => used.has(key)).flatMap(({ when }) => attributesOf(when))
  const sticky = rules.flatMap(({ rollout, split }) =>
    [rollout, split].flatMap((each) => (each as { readonly by?: string | readonly string[] } | undefined)?.by ?? []),
  )
  const tenant = overrides?.tenants ? ['tenant'] : []
  return [
    ...new Set([
      'user',
      ...[by ?? []].flat(),
      ...sticky,
      ...conditions.flatMap(attributesOf),
      ...inSegments,
      ...tenant,
    ]),
  ]
}

const READ = /^(?:true|false|null|-?\d+(?:\.\d+)?|[[{].*[\]}])$/s

/** Parses the input of an attribute: numbers, booleans and JSON as such, anything else as text. */
const readValue = (text: string): unknown => {
  if (!READ.test(text)) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** Builds an evaluation context from inputs. Empty inputs are omitted; IDs and timestamps stay texts. */
export const contextOf = (values: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> => {
  const context: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(values)) {
    if (text.trim() === '') continue
    context[name] = ['user', 'tenant'].includes(name) ? text.trim() : readValue(text.trim())
  }
  return context
}

/** Parses attributes given as a JSON object; undefined if the text is not one. */
export const attributesIn = (text: string): Readonly<Record<string, unknown>> | undefined => {
  if (text.trim() === '') return {}
  try {
    const read = JSON.parse(text) as unknown
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : undefined
  } catch {
    return undefined
  }
}

/** Returns the index of the deciding step of an explanation. The last step only repeats the result. */
export const decidingStep = ({ steps, source, rule }: FlagExplanation): number => {
  const names: Readonly<Record<string, (step: string) => boolean>> = {
    switch: (step) => step === 'switch',
    override: (step) => step === 'overrides',
    prerequisite: (step) => step.startsWith('prerequisite'),
    rule: (step) => step === `rule ${String(rule)}`,
    flag: (step) => step === 'percentage' || step === 'answer',
  }
  const isDeciding = names[String(source)] ?? (() => false)
  const at = source === 'prerequisite' ? unmetAt(steps) : steps.findIndex(({ step }) => isDeciding(step))
  return at < 0 ? steps.length - 1 : at
}

/** Returns the index of the first unmet prerequisite. Steps state the required and the actual value. */
const unmetAt = (steps: FlagExplanation['steps']): number =>
  steps.findIndex(({ step, outcome }) => {
    if (!step.startsWith('prerequisite')) return false
    const [, state, wanted, has, variant] =
      /^must be (on|off)(?:, (.*))?; is (on|off|missing)(?:, (.*))?$/.exec(outcome) ?? []
    if (state === undefined) return true
    return state !== has || (wanted !== undefined && !wanted.split(' or ').includes(variant ?? ''))
  })

export const stepWords = (step: string, rules: Flag['rules']): string => {
  const [, name = '', rest = ''] = /^rule (.*?)(: rollout)?$/.exec(step) ?? []
  const at = rules.findIndex(({ id }, index) => (id === undefined ? String(index) : id) === name)
  return at < 0 ? step : `Rule ${at + 1}${rest === '' ? '' : ', rollout'}`
}

export const valueWords = (answer: string): string => (answer === 'true' ? 'On' : answer === 'false' ? 'Off' : answer)

export const answerShares = (counts: Readonly<Record<string, number>>) => {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return Object.entries(counts)
    .map(([answer, count]) => ({ answer, count, percent: total === 0 ? 0 : (count / total) * 100 }))
    .sort((one, other) => other.count - one.count)
}
