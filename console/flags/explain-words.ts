import type { Flag, FlagExplanation, FlagSegment } from '../api/flags.ts'
import { attributesOf, type ConditionShape } from './condition-words.ts'

export const segmentsIn = ({ segment, all, any, not }: ConditionShape): readonly string[] => [
  ...(typeof segment === 'string' ? [segment] : []),
  ...[all, any, not === undefined ? [] : [not]]
    .flatMap((each) => (Array.isArray(each) ? (each as ConditionShape[]) : []))
    .flatMap(segmentsIn),
]

/** Attributes on which the answer may depend: of the rules, of their segments, and those that users are recognized by. */
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

/** An attribute's value as it is meant: a number, true, false and JSON as such, everything else as text. */
const readValue = (text: string): unknown => {
  if (!READ.test(text)) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** The context of an evaluation from typed texts. Empty ones are not in it; ids and instants stay texts. */
export const contextOf = (values: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> => {
  const context: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(values)) {
    if (text.trim() === '') continue
    context[name] = ['user', 'tenant'].includes(name) ? text.trim() : readValue(text.trim())
  }
  return context
}

/** Attributes given as JSON; undefined: it is none. */
export const attributesIn = (text: string): Readonly<Record<string, unknown>> | undefined => {
  if (text.trim() === '') return {}
  try {
    const read = JSON.parse(text) as unknown
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : undefined
  } catch {
    return undefined
  }
}

/** Where in the steps of an explanation the one is that decided. The last step only repeats the answer. */
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

/** The first prerequisite that is not met: the steps tell what it must be and what it is. */
const unmetAt = (steps: FlagExplanation['steps']): number =>
  steps.findIndex(({ step, outcome }) => {
    if (!step.startsWith('prerequisite')) return false
    const [, state, wanted, has, variant] =
      /^must be (on|off)(?:, (.*))?; is (on|off|not there)(?:, (.*))?$/.exec(outcome) ?? []
    if (state === undefined) return true
    return state !== has || (wanted !== undefined && !wanted.split(' or ').includes(variant ?? ''))
  })

export const stepWords = (step: string, rules: Flag['rules']): string => {
  const [, name = '', rest = ''] = /^rule (.*?)(: rollout)?$/.exec(step) ?? []
  const at = rules.findIndex(({ id }, index) => (id === undefined ? String(index) : id) === name)
  return at < 0 ? step : `Rule ${at + 1}${rest === '' ? '' : ', its share'}`
}

export const valueWords = (answer: string): string => (answer === 'true' ? 'On' : answer === 'false' ? 'Off' : answer)

export const answerShares = (counts: Readonly<Record<string, number>>) => {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return Object.entries(counts)
    .map(([answer, count]) => ({ answer, count, percent: total === 0 ? 0 : (count / total) * 100 }))
    .sort((one, other) => other.count - one.count)
}
