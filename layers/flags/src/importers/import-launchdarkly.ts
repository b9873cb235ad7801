import type {
  Condition,
  EvaluationContext,
  FlagDefinition,
  Prerequisite,
  Rule,
  Segment,
  Variant,
  VariantSplit,
} from '../definition.ts'
import type { Fields } from '../problem-list.ts'
import {
  checkedImport,
  fieldsOf,
  type ImportProblem,
  type ImportResult,
  importEach,
  listOf,
  textOf,
  textsOf,
  UnsupportedFlag,
  valueVariants,
} from './import-result.ts'
import { launchDarklyAttribute, launchDarklyClause } from './launchdarkly-clauses.ts'

/** A flag key that cannot exist (the empty set sign), so that a prerequisite on it is never met. */
const NO_FLAG = '\u2205'

/** The parts of a flag that determine how its variations are assigned. */
interface VariationSource {
  readonly key: string
  readonly salt: string
  readonly variantOf: (variation: unknown) => Variant
}

const splitOf = (rollout: Fields, { key, salt, variantOf }: VariationSource): VariantSplit => {
  const { variations, bucketBy, seed, kind, contextKind = 'user' } = rollout
  if (contextKind !== 'user') throw new UnsupportedFlag(`a rollout is by the context kind ${contextKind}`)
  const parts: Variant[] = []
  for (const each of listOf(variations).map(fieldsOf)) {
    const variant = variantOf(each.variation)
    const weight = Number(each.weight)
    const previous = parts.at(-1)
    if (previous?.key === variant.key) parts[parts.length - 1] = { ...previous, weight: previous.weight + weight }
    else if (parts.some((part) => part.key === variant.key))
      throw new UnsupportedFlag('a rollout names a variation twice')
    else parts.push({ ...variant, weight })
  }
  const isByKey = kind === 'experiment' || bucketBy === undefined || bucketBy === null
  return {
    variants: parts,
    by: isByKey ? 'user' : launchDarklyAttribute(textOf(bucketBy)),
    salt: seed === undefined || seed === null ? `${key}.${salt}` : `${Number(seed)}`,
    bucketing: 'ld',
  }
}

const rulesOf = (id: string, conditions: readonly Condition[], target: Fields, serving: VariationSource): Rule[] => {
  if (target.variation !== undefined && target.variation !== null) {
    return [{ id, all: conditions, result: serving.variantOf(target.variation).key }]
  }
  const split = splitOf(fieldsOf(target.rollout), serving)
  const first = split.variants.find(({ weight }) => weight > 0)
  const { by = 'user' } = split
  // A user without the attribute gets the first variant with a weight.
  const withoutAttribute: Condition = { not: { attribute: `${by}`, operator: 'exists' } }
  const missingAttributeRules: Rule[] =
    first && by !== 'user' ? [{ id: `${id}-none`, all: [...conditions, withoutAttribute], result: first.key }] : []
  return [...missingAttributeRules, { id, all: conditions, split }]
}

const targetRules = (flag: Fields, { variantOf }: VariationSource): Rule[] => {
  const targets = listOf(flag.targets).map(fieldsOf)
  const contextTargets = listOf(flag.contextTargets).map(fieldsOf)
  if (contextTargets.some(({ contextKind, values }) => contextKind !== 'user' || listOf(values).length > 0)) {
    throw new UnsupportedFlag('it targets context kinds other than user')
  }
  return targets.map(({ values, variation }, i) => ({
    id: `target-${i}`,
    attribute: 'user',
    operator: 'in',
    value: textsOf(values),
    result: variantOf(variation).key,
  }))
}

/** Returns one variant per variation, also for variations with equal values. */
const variantsOf = (flag: Fields) => {
  const values = valueVariants()
  const keys: string[] = []
  for (const [i, value] of listOf(flag.variations).entries()) {
    const key = values.keyOf(value)
    keys.push(keys.includes(key) ? `${key} (${i})` : key)
  }
  const variants = listOf(flag.variations).map(
    (value, i): Variant => ({ key: keys[i] ?? '', weight: 0, payload: value as never }),
  )
  return variants
}

const flagOf = (flag: Fields, flags: Fields, segmentOf: (key: string) => string): FlagDefinition => {
  const key = textOf(flag.key)
  const variants = variantsOf(flag)
  const variantOf = (variation: unknown): Variant => {
    const variant = variants[Number(variation)]
    if (!variant) throw new UnsupportedFlag(`it has no variation ${variation}`)
    return variant
  }
  const serving: VariationSource = { key, salt: textOf(flag.salt), variantOf }
  const off = flag.offVariation === undefined || flag.offVariation === null ? undefined : variantOf(flag.offVariation)
  const noValue: Variant = { key: 'no value', weight: 0, payload: null }
  const rules = listOf(flag.rules)
    .map(fieldsOf)
    .flatMap((rule, i) =>
      rulesOf(
        `rule-${i}`,
        listOf(rule.clauses).map((clause) => launchDarklyClause(clause, segmentOf)),
        rule,
        serving,
      ),
    )
  const prerequisites = listOf(flag.prerequisites)
    .map(fieldsOf)
    .map((each): Prerequisite => {
      const needed = fieldsOf(flags[textOf(each.key)])
      const requiredVariant = variantsOf(needed)[Number(each.variation)]
      // A prerequisite flag that is off fails, even with the right variation.
      return needed.on === true && requiredVariant
        ? { flag: textOf(each.key), variants: [requiredVariant.key] }
        : { flag: NO_FLAG }
    })
  return {
    key,
    type: 'variant',
    enabled: flag.on === true,
    default: (off ?? noValue).key,
    variants: off ? variants : [...variants, noValue],
    percentage: 0,
    rules: [
      ...targetRules(flag, serving),
      ...rules,
      ...rulesOf('fallthrough', [], fieldsOf(flag.fallthrough), serving),
    ],
    ...(prerequisites.length > 0 ? { prerequisites } : {}),
    salt: `${key}.${serving.salt}`,
    bucketing: 'ld',
    version: 1,
  }
}

const segmentKey = (key: string): string => `launchdarkly-${key}`

const segmentOf = (key: string, segment: Fields): Segment => {
  const { included, excluded, rules, unbounded, includedContexts, excludedContexts } = segment
  if (unbounded === true || listOf(includedContexts).length + listOf(excludedContexts).length > 0) {
    throw new UnsupportedFlag(`the segment ${key} is not limited to users`)
  }
  const inList = (values: unknown): Condition => ({ attribute: 'user', operator: 'in', value: textsOf(values) })
  const ruleConditions = listOf(rules)
    .map(fieldsOf)
    .map(({ clauses, weight }): Condition => {
      if (weight !== undefined && weight !== null) throw new UnsupportedFlag(`the segment ${key} has a share of users`)
      return {
        all: listOf(clauses).map((clause) =>
          launchDarklyClause(clause, () => {
            throw new UnsupportedFlag(`the segment ${key} uses another segment`)
          }),
        ),
      }
    })
  return {
    key: segmentKey(key),
    when: { any: [inList(included), { all: [{ not: inList(excluded) }, { any: ruleConditions }] }] },
  }
}

const withMetPrerequisites = (
  flags: readonly FlagDefinition[],
  sourceKeys: readonly string[],
  problems: ImportProblem[],
): readonly FlagDefinition[] => {
  const importedKeys = new Set(flags.map(({ key }) => key))
  const notImported = sourceKeys.filter((key) => !importedKeys.has(key))
  const isOrphan = ({ prerequisites = [] }: FlagDefinition) =>
    prerequisites.some(({ flag }) => notImported.includes(flag))
  const orphans = flags.filter(isOrphan)
  if (orphans.length === 0) return flags
  for (const { key } of orphans)
    problems.push({ flag: key, message: 'it needs a flag that was not imported, so it was not imported' })
  return withMetPrerequisites(
    flags.filter((flag) => !isOrphan(flag)),
    sourceKeys,
    problems,
  )
}

/**
 * Imports flags and segments of LaunchDarkly in the format of its SDKs and file data sources. Every user keeps their
 * variant.
 */
export const importLaunchDarkly = (data: unknown): ImportResult => {
  const flags = fieldsOf(fieldsOf(data).flags)
  const problems: ImportProblem[] = []
  const entriesOf = (members: unknown) =>
    Object.entries(fieldsOf(members)).map(([key, each]) => [key, fieldsOf(each)] as const)
  const segments = importEach(entriesOf(fieldsOf(data).segments), segmentOf, problems)
  const importedKeys = new Set(segments.map(({ key }) => key))
  const importedSegmentKey = (key: string): string => {
    if (importedKeys.has(segmentKey(key))) return segmentKey(key)
    throw new UnsupportedFlag(`it uses the segment ${key}, which was not imported`)
  }
  const converted = importEach(entriesOf(flags), (_, flag) => flagOf(flag, flags, importedSegmentKey), problems)
  const complete = withMetPrerequisites(converted, Object.keys(flags), problems)
  return checkedImport(complete, segments, problems)
}

export const launchDarklyContext = ({ key, kind: _kind, ...attributes }: Fields): EvaluationContext => ({
  ...attributes,
  user: textOf(key),
})
