import type {
  Condition,
  EvaluationContext,
  FlagDefinition,
  Json,
  Prerequisite,
  Rollout,
  Rule,
  Segment,
  Variant,
  VariantSplit,
} from '../definition.ts'
import { isCidr } from '../extend.ts'
import { type Fields, isObject } from '../problem-list.ts'
import {
  checkedImport,
  fieldsOf,
  type ImportProblem,
  type ImportResult,
  listOf,
  MATCHES_NO_USER,
  percentOf,
  textOf,
  textsOf,
} from './import-result.ts'
import { unleashAttribute, unleashCondition } from './unleash-constraints.ts'

const DISABLED = 'disabled'

const segmentKey = (id: unknown): string => `unleash-segment-${id}`

const rolloutBy = (stickiness: unknown): string | readonly string[] => {
  const name = textOf(stickiness) || 'default'
  return name === 'default' ? ['user', 'session', 'random'] : unleashAttribute(name)
}

const variantBy = (stickiness: unknown): string | readonly string[] => {
  const name = textOf(stickiness) || 'default'
  if (name === 'default') return ['user', 'session', 'ip', 'random']
  return name === 'random' ? name : [unleashAttribute(name), 'random']
}

const strategyOf = (
  name: string,
  parameters: Fields,
): { readonly conditions: readonly Condition[]; readonly rollout?: Rollout } | undefined => {
  const { groupId, percentage, rollout, stickiness, userIds, IPs } = parameters
  const rolloutOf = (percent: unknown, by: string | readonly string[]) => ({
    conditions: [],
    rollout: { percentage: percentOf(percent), by, salt: textOf(groupId) },
  })
  const splitList = (texts: unknown) => textOf(texts).split(/\s*,\s*/)
  if (name === 'default') return { conditions: [] }
  if (name === 'flexibleRollout') return rolloutOf(rollout, rolloutBy(stickiness))
  if (name === 'gradualRolloutUserId') return rolloutOf(percentage, 'user')
  if (name === 'gradualRolloutSessionId') return rolloutOf(percentage, 'session')
  if (name === 'gradualRolloutRandom') return rolloutOf(percentage, 'random')
  if (name === 'userWithId') return { conditions: [{ attribute: 'user', operator: 'in', value: splitList(userIds) }] }
  if (name === 'remoteAddress') {
    const networks = splitList(IPs).filter(isCidr)
    return {
      conditions: [networks.length > 0 ? { attribute: 'ip', operator: 'cidr', value: networks } : MATCHES_NO_USER],
    }
  }
  return undefined
}

const payloadOf = (payload: unknown): Json | undefined => {
  if (!isObject(payload)) return undefined
  const { type, value } = payload
  if (type === 'number') return Number(value)
  if (type !== 'json') return textOf(value)
  try {
    return JSON.parse(textOf(value)) as Json
  } catch {
    return textOf(value)
  }
}

const variantOf = (variant: unknown): Variant => {
  const { name, weight, payload } = fieldsOf(variant)
  const value = payloadOf(payload)
  return { key: textOf(name), weight: Number(weight) || 0, ...(value === undefined ? {} : { payload: value }) }
}

/** Returns the condition for context values that get the variant regardless of the hash. */
const overrideCondition = (variant: unknown): Condition | undefined => {
  const overrides = listOf(fieldsOf(variant).overrides).map(fieldsOf)
  if (overrides.length === 0) return undefined
  return {
    any: overrides.map(({ contextName, values }) => ({
      attribute: unleashAttribute(textOf(contextName)),
      operator: 'in',
      value: textsOf(values),
    })),
  }
}

interface StrategyParts {
  readonly id: string
  readonly conditions: readonly Condition[]
  readonly rollout?: Rollout | undefined
  readonly variants: readonly unknown[]
  readonly salt: string
  readonly stickiness: unknown
  readonly isVariantFlag: boolean
}

const rulesOf = (parts: StrategyParts): Rule[] => {
  const { id, conditions, rollout, variants, salt, stickiness, isVariantFlag } = parts
  const rolloutPart = rollout ? { rollout } : {}
  if (variants.length === 0) {
    return [{ id, all: conditions, ...rolloutPart, result: isVariantFlag ? DISABLED : true }]
  }
  const split: VariantSplit = { variants: variants.map(variantOf), by: variantBy(stickiness), salt }
  const hasWeight = split.variants.some(({ weight }) => weight > 0)
  const overrideRules = (hasWeight ? variants : []).flatMap((variant, i): Rule[] => {
    const condition = overrideCondition(variant)
    const result = variantOf(variant).key
    return condition ? [{ id: `${id}-override-${i}`, all: [...conditions, condition], ...rolloutPart, result }] : []
  })
  return [...overrideRules, { id, all: conditions, ...rolloutPart, split }]
}

interface UnleashImport {
  readonly features: ReadonlyMap<string, Fields>
  readonly problems: ImportProblem[]
}

const strategyRules = (
  strategy: Fields,
  index: number,
  feature: Fields,
  isVariantFlag: boolean,
  context: UnleashImport,
): Rule[] => {
  const { name, constraints, segments, variants } = strategy
  const parameters = fieldsOf(strategy.parameters)
  const key = textOf(feature.name)
  const strategyParts = strategyOf(textOf(name), parameters)
  const conditions = listOf(constraints).map(unleashCondition)
  const validConditions = conditions.filter((condition) => condition !== undefined)
  if (!strategyParts || validConditions.length < conditions.length) {
    const unknownPart = strategyParts ? 'a constraint' : `the strategy ${name}`
    context.problems.push({ flag: key, message: `${unknownPart} is unknown and matches no user` })
    return [{ ...MATCHES_NO_USER, result: isVariantFlag ? DISABLED : true }]
  }
  const strategyVariants = listOf(variants)
  const featureVariants = listOf(feature.variants)
  const stickiness = fieldsOf((strategyVariants.length > 0 ? strategyVariants : featureVariants)[0]).stickiness
  return rulesOf({
    id: `strategy-${index}`,
    conditions: [
      ...validConditions,
      ...listOf(segments).map((id): Condition => ({ segment: segmentKey(id) })),
      ...strategyParts.conditions,
    ],
    rollout: strategyParts.rollout,
    variants: strategyVariants.length > 0 ? strategyVariants : featureVariants,
    salt: strategyVariants.length > 0 ? `${parameters.groupId}` : key,
    stickiness: strategyVariants.length > 0 ? textOf(stickiness) || parameters.stickiness : stickiness,
    isVariantFlag,
  })
}

const hasVariants = ({ variants, strategies }: Fields): boolean =>
  listOf(variants).length > 0 || listOf(strategies).some((each) => listOf(fieldsOf(each).variants).length > 0)

const prerequisiteOf = (dependency: Fields, { features }: UnleashImport): Prerequisite => {
  const { enabled, variants } = dependency
  const flag = textOf(dependency.feature)
  if (enabled === false) return { flag, enabled: false }
  const names = textsOf(variants)
  if (names.length === 0) return { flag }
  const isPlain = !hasVariants(features.get(flag) ?? {})
  // Unleash requires the variant "disabled" of a flag without variants; such a flag is only on.
  return { flag, variants: isPlain ? names.map((name) => (name === DISABLED ? 'on' : name)) : names }
}

const flagOf = (feature: Fields, context: UnleashImport): FlagDefinition => {
  const key = textOf(feature.name)
  const declaredStrategies = listOf(feature.strategies).map(fieldsOf)
  const strategies = declaredStrategies.length > 0 ? declaredStrategies : [{ name: 'default' }]
  const allVariants = [...listOf(feature.variants), ...strategies.flatMap(({ variants }) => listOf(variants))].map(
    variantOf,
  )
  const isVariantFlag = hasVariants(feature)
  const prerequisites = listOf(feature.dependencies).map((each) => prerequisiteOf(fieldsOf(each), context))
  // In Unleash, a flag whose parent has a parent is off.
  const isTooDeep = prerequisites.some(({ flag }) => listOf(context.features.get(flag)?.dependencies).length > 0)
  const rules =
    isVariantFlag || declaredStrategies.length > 0
      ? strategies.flatMap((strategy, i) => strategyRules(strategy, i, feature, isVariantFlag, context))
      : []
  const variants = new Map(
    [...allVariants, { key: DISABLED, weight: 0 }].toReversed().map((variant) => [variant.key, variant]),
  )
  return {
    key,
    type: isVariantFlag ? 'variant' : 'boolean',
    ...(feature.description ? { description: textOf(feature.description) } : {}),
    enabled: feature.enabled === true && !isTooDeep,
    default: isVariantFlag ? DISABLED : false,
    ...(isVariantFlag ? { percentage: 0, variants: [...variants.values()].toReversed() } : {}),
    ...(rules.length > 0 ? { rules } : {}),
    ...(prerequisites.length > 0 ? { prerequisites } : {}),
    salt: key,
    bucketing: 'unleash',
    version: 1,
  }
}

/**
 * Imports flags of Unleash: the response of its client API (`/api/client/features`), or a state export. Every user
 * keeps their variant, because the flags use Unleash's formulas. IDs with non-ASCII characters are hashed as UTF-8, as
 * in Unleash's server.
 */
export const importUnleash = (exported: unknown): ImportResult => {
  const { features, segments } = fieldsOf(exported)
  const featureList = listOf(features).map(fieldsOf)
  const problems: ImportProblem[] = []
  const context: UnleashImport = {
    features: new Map(featureList.map((feature) => [textOf(feature.name), feature])),
    problems,
  }
  const conditions = (constraints: unknown): Condition => {
    const converted = listOf(constraints).map(unleashCondition)
    return converted.every((condition) => condition !== undefined) ? { all: converted } : MATCHES_NO_USER
  }
  return checkedImport(
    featureList.map((feature) => flagOf(feature, context)),
    listOf(segments)
      .map(fieldsOf)
      .map(({ id, constraints }): Segment => ({ key: segmentKey(id), when: conditions(constraints) })),
    problems,
  )
}

export const unleashContext = ({ properties, ...context }: Fields): EvaluationContext =>
  Object.fromEntries(
    [...Object.entries(fieldsOf(properties)), ...Object.entries(context)].map(([name, value]) => [
      unleashAttribute(name),
      value,
    ]),
  )
