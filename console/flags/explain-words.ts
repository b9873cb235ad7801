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
  const segmentAttributes = segments.filter(({ key }) => used.has(key)).flatMap(({ when }) => attributesOf(when))
  const stickyAttributes = rules.flatMap(({ rollout, split }) =>
    [rollout, split].flatMap((each) => (each as { readonly by?: string | readonly string[] } | undefined)?.by ?? []),
  )
  const tenant = overrides?.tenants ? ['tenant'] : []
  return [
    ...new Set([
      'user',
      ...[by ?? []].flat(),
      ...stickyAttributes,
      ...conditions.flatMap(attributesOf),
      ...segmentAttributes,
      ...tenant,
    ]),
  ]
}

const JSON_VALUE = /^(?:true|false|null|-?\d+(?:\.\d+)?|[[{].*[\]}])$/s

/** Parses the input of an attribute: numbers, booleans and JSON as such, anything else as text. */
const parseValue = (text: string): unknown => {
  if (!JSON_VALUE.test(text)) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** Builds an evaluation context from inputs. Empty inputs are omitted; `user` and `tenant` stay strings. */
export const contextOf = (values: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> => {
  const context: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(values)) {
    if (text.trim() === '') continue
    context[name] = ['user', 'tenant'].includes(name) ? text.trim() : parseValue(text.trim())
  }
  return context
}

/** Parses a JSON object of attributes; empty text gives an empty object. Returns undefined for any other text. */
export const parseAttributes = (text: string): Readonly<Record<string, unknown>> | undefined => {
  if (text.trim() === '') return {}
  try {
    const parsed = JSON.parse(text) as unknown
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : undefined
  } catch {
    return undefined
  }
}

/** Returns the index of the deciding step of an explanation. The last step only repeats the result. */
export const decidingStep = ({ steps, source, rule }: FlagExplanation): number => {
  const matchersBySource: Readonly<Record<string, (step: string) => boolean>> = {
    switch: (step) => step === 'switch',
    override: (step) => step === 'overrides',
    prerequisite: (step) => step.startsWith('prerequisite'),
    rule: (step) => step === `rule ${String(rule)}`,
    flag: (step) => step === 'percentage' || step === 'answer',
  }
  const isDeciding = matchersBySource[String(source)] ?? (() => false)
  const index =
    source === 'prerequisite' ? unmetPrerequisiteIndex(steps) : steps.findIndex(({ step }) => isDeciding(step))
  return index < 0 ? steps.length - 1 : index
}

/** Returns the index of the first unmet prerequisite. Steps state the required and the actual value. */
const unmetPrerequisiteIndex = (steps: FlagExplanation['steps']): number =>
  steps.findIndex(({ step, outcome }) => {
    if (!step.startsWith('prerequisite')) return false
    const [, requiredState, requiredVariants, actualState, actualVariant] =
      /^must be (on|off)(?:, (.*))?; is (on|off|missing)(?:, (.*))?$/.exec(outcome) ?? []
    if (requiredState === undefined) return true
    return (
      requiredState !== actualState ||
      (requiredVariants !== undefined && !requiredVariants.split(' or ').includes(actualVariant ?? ''))
    )
  })

export const stepWords = (step: string, rules: Flag['rules']): string => {
  const [, name = '', rollout = ''] = /^rule (.*?)(: rollout)?$/.exec(step) ?? []
  const ruleIndex = rules.findIndex(({ id }, index) => (id === undefined ? String(index) : id) === name)
  return ruleIndex < 0 ? step : `Rule ${ruleIndex + 1}${rollout === '' ? '' : ', rollout'}`
}

export const valueWords = (value: string): string => (value === 'true' ? 'On' : value === 'false' ? 'Off' : value)

export const valueShares = (counts: Readonly<Record<string, number>>) => {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return Object.entries(counts)
    .map(([value, count]) => ({ value, count, percent: total === 0 ? 0 : (count / total) * 100 }))
    .sort((a, b) => b.count - a.count)
}
