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
import { isMembers, type Members } from '../problem-list.ts'
import {
  checkedImport,
  type ImportProblem,
  type ImportResult,
  listOf,
  MATCHES_NO_USER,
  membersOf,
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
  parameters: Members,
): { readonly conditions: readonly Condition[]; readonly rollout?: Rollout } | undefined => {
  const { groupId, percentage, rollout, stickiness, userIds, IPs } = parameters
  const share = (percent: unknown, by: string | readonly string[]) => ({
    conditions: [],
    rollout: { percentage: percentOf(percent), by, salt: textOf(groupId) },
  })
  const listed = (texts: unknown) => textOf(texts).split(/\s*,\s*/)
  if (name === 'default') return { conditions: [] }
  if (name === 'flexibleRollout') return share(rollout, rolloutBy(stickiness))
  if (name === 'gradualRolloutUserId') return share(percentage, 'user')
  if (name === 'gradualRolloutSessionId') return share(percentage, 'session')
  if (name === 'gradualRolloutRandom') return share(percentage, 'random')
  if (name === 'userWithId') return { conditions: [{ attribute: 'user', operator: 'in', value: listed(userIds) }] }
  if (name === 'remoteAddress') {
    const networks = listed(IPs).filter(isCidr)
    return {
      conditions: [networks.length > 0 ? { attribute: 'ip', operator: 'cidr', value: networks } : MATCHES_NO_USER],
    }
  }
  return undefined
}

const payloadOf = (payload: unknown): Json | undefined => {
  if (!isMembers(payload)) return undefined
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
  const { name, weight, payload } = membersOf(variant)
  const carried = payloadOf(payload)
  return { key: textOf(name), weight: Number(weight) || 0, ...(carried === undefined ? {} : { payload: carried }) }
}

/** Returns the condition for context values that select a variant regardless of the hash. */
const overrideCondition = (variant: unknown): Condition | undefined => {
  const overrides = listOf(membersOf(variant).overrides).map(membersOf)
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
  const shared = rollout ? { rollout } : {}
  if (variants.length === 0) {
    return [{ id, all: conditions, ...shared, result: isVariantFlag ? DISABLED : true }]
  }
  const split: VariantSplit = { variants: variants.map(variantOf), by: variantBy(stickiness), salt }
  const hasWeight = split.variants.some(({ weight }) => weight > 0)
  const forced = (hasWeight ? variants : []).flatMap((variant, i): Rule[] => {
    const condition = overrideCondition(variant)
    const result = variantOf(variant).key
    return condition ? [{ id: `${id}-override-${i}`, all: [...conditions, condition], ...shared, result }] : []
  })
  return [...forced, { id, all: conditions, ...shared, split }]
}

interface UnleashImport {
  readonly features: ReadonlyMap<string, Members>
  readonly problems: ImportProblem[]
}

const strategyRules = (
  strategy: Members,
  index: number,
  feature: Members,
  isVariantFlag: boolean,
  context: UnleashImport,
): Rule[] => {
  const { name, constraints, segments, variants } = strategy
  const parameters = membersOf(strategy.parameters)
  const key = textOf(feature.name)
  const imported = strategyOf(textOf(name), parameters)
  const conditions = listOf(constraints).map(unleashCondition)
  const readable = conditions.filter((condition) => condition !== undefined)
  if (!imported || readable.length < conditions.length) {
    const what = imported ? 'a constraint' : `the strategy ${name}`
    context.problems.push({ flag: key, message: `${what} is unknown and matches no user` })
    return [{ ...MATCHES_NO_USER, result: isVariantFlag ? DISABLED : true }]
  }
  const listed = listOf(variants)
  const shared = listOf(feature.variants)
  const stickiness = membersOf((listed.length > 0 ? listed : shared)[0]).stickiness
  return rulesOf({
    id: `strategy-${index}`,
    conditions: [
      ...readable,
      ...listOf(segments).map((id): Condition => ({ segment: segmentKey(id) })),
      ...imported.conditions,
    ],
    rollout: imported.rollout,
    variants: listed.length > 0 ? listed : shared,
    salt: listed.length > 0 ? `${parameters.groupId}` : key,
    stickiness: listed.length > 0 ? textOf(stickiness) || parameters.stickiness : stickiness,
    isVariantFlag,
  })
}

const hasVariants = ({ variants, strategies }: Members): boolean =>
  listOf(variants).length > 0 || listOf(strategies).some((each) => listOf(membersOf(each).variants).length > 0)

const prerequisiteOf = (dependency: Members, { features }: UnleashImport): Prerequisite => {
  const { enabled, variants } = dependency
  const flag = textOf(dependency.feature)
  if (enabled === false) return { flag, enabled: false }
  const names = textsOf(variants)
  if (names.length === 0) return { flag }
  const isPlain = !hasVariants(features.get(flag) ?? {})
  // Unleash requires the variant "disabled" of a flag without variants; such a flag is only on.
  return { flag, variants: isPlain ? names.map((name) => (name === DISABLED ? 'on' : name)) : names }
}

const flagOf = (feature: Members, context: UnleashImport): FlagDefinition => {
  const key = textOf(feature.name)
  const declaredStrategies = listOf(feature.strategies).map(membersOf)
  const strategies = declaredStrategies.length > 0 ? declaredStrategies : [{ name: 'default' }]
  const all = [...listOf(feature.variants), ...strategies.flatMap(({ variants }) => listOf(variants))].map(variantOf)
  const isVariantFlag = hasVariants(feature)
  const prerequisites = listOf(feature.dependencies).map((each) => prerequisiteOf(membersOf(each), context))
  // Unleash evaluates only the direct parent.
  const isTooDeep = prerequisites.some(({ flag }) => listOf(context.features.get(flag)?.dependencies).length > 0)
  const rules =
    isVariantFlag || declaredStrategies.length > 0
      ? strategies.flatMap((strategy, i) => strategyRules(strategy, i, feature, isVariantFlag, context))
      : []
  const variants = new Map([...all, { key: DISABLED, weight: 0 }].toReversed().map((variant) => [variant.key, variant]))
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
 * keeps their variant, because the flags use Unleash's formulas. Ids beyond ASCII are hashed as UTF-8, as Unleash's
 * server does.
 */
export const importUnleash = (exported: unknown): ImportResult => {
  const { features, segments } = membersOf(exported)
  const listed = listOf(features).map(membersOf)
  const problems: ImportProblem[] = []
  const context: UnleashImport = {
    features: new Map(listed.map((feature) => [textOf(feature.name), feature])),
    problems,
  }
  const conditions = (constraints: unknown): Condition => {
    const each = listOf(constraints).map(unleashCondition)
    return each.every((condition) => condition !== undefined) ? { all: each } : MATCHES_NO_USER
  }
  return checkedImport(
    listed.map((feature) => flagOf(feature, context)),
    listOf(segments)
      .map(membersOf)
      .map(({ id, constraints }): Segment => ({ key: segmentKey(id), when: conditions(constraints) })),
    problems,
  )
}

export const unleashContext = ({ properties, ...context }: Members): EvaluationContext =>
  Object.fromEntries(
    [...Object.entries(membersOf(properties)), ...Object.entries(context)].map(([name, value]) => [
      unleashAttribute(name),
      value,
    ]),
  )
