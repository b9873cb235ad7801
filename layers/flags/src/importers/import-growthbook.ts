import type { EvaluationContext, FlagDefinition, Rollout, Rule, Variant } from '../definition.ts'
import type { Fields } from '../problem-list.ts'
import { growthBookAttribute, growthBookCondition } from './growthbook-conditions.ts'
import {
  checkedImport,
  fieldsOf,
  type ImportProblem,
  type ImportResult,
  importEach,
  listOf,
  textOf,
  UnsupportedFlag,
  valueVariants,
} from './import-result.ts'

type VariantValues = ReturnType<typeof valueVariants>

const UNSUPPORTED_FIELDS = [
  'range',
  'ranges',
  'filters',
  'namespace',
  'parentConditions',
  'contextualVariations',
  'urlPatterns',
  'url',
]

const bucketingOf = (version: unknown): 'gb1' | 'gb2' => {
  if (version === undefined || version === 1 || version === 0 || version === null) return 'gb1'
  if (version === 2) return 'gb2'
  throw new UnsupportedFlag(`its hash has version ${version}`)
}

const coverageOf = (coverage: unknown): number => {
  const percentage = Math.round(Number(coverage) * 100_000) / 1000
  if (!(percentage >= 0 && percentage <= 100) || Math.abs(percentage / 100 - Number(coverage)) > 1e-12) {
    throw new UnsupportedFlag(`its coverage is ${coverage}, which is finer than 0.001 percent`)
  }
  return percentage
}

const rolloutOf = (rule: Fields, key: string): Pick<Required<Rollout>, 'by' | 'salt' | 'bucketing'> => ({
  by: growthBookAttribute(textOf(rule.hashAttribute) || 'id'),
  salt: textOf(rule.seed) || textOf(rule.key) || key,
  bucketing: bucketingOf(rule.hashVersion),
})

const experimentRule = (
  rule: Fields,
  key: string,
  id: string,
  condition: Rule,
  values: VariantValues,
): Rule | undefined => {
  const variations = listOf(rule.variations)
  if (variations.length < 2) return undefined
  if (listOf(rule.meta).some((meta) => fieldsOf(meta).passthrough))
    throw new UnsupportedFlag('a variation passes through')
  const ruleWeights = listOf(rule.weights).map(Number)
  const weights = ruleWeights.length === variations.length ? ruleWeights : variations.map(() => 1 / variations.length)
  const variants = variations.map((value, i): Variant => {
    const name = values.keyOf(value)
    // Two variations with the same value are assigned separately.
    const isRepeated = variations.slice(0, i).some((other) => values.keyOf(other) === name)
    return { key: isRepeated ? `${name} (${i})` : name, weight: weights[i] ?? 0, payload: values.payloadOf(name) }
  })
  const bucketing = rolloutOf(rule, key)
  const percentage = 'coverage' in rule ? coverageOf(rule.coverage) : 100
  return { ...condition, id, rollout: { ...bucketing, percentage }, split: { ...bucketing, variants } }
}

const ruleOf = (rule: Fields, index: number, key: string, values: VariantValues, groups: Fields): Rule | undefined => {
  const unsupported = UNSUPPORTED_FIELDS.find((name) => rule[name] !== undefined)
  if (unsupported) throw new UnsupportedFlag(`a rule has ${unsupported}`)
  const id = `rule-${index}`
  const condition = growthBookCondition(rule.condition ?? {}, groups)
  if (!('force' in rule)) return experimentRule(rule, key, id, condition, values)
  const result = values.keyOf(rule.force)
  if (rule.coverage === undefined) return { ...condition, id, result }
  const { key: _key, ...ruleWithoutKey } = rule
  return {
    ...condition,
    id,
    result,
    rollout: { ...rolloutOf(ruleWithoutKey, key), percentage: coverageOf(rule.coverage) },
  }
}

const flagOf = (key: string, feature: Fields, groups: Fields): FlagDefinition => {
  const values = valueVariants()
  const fallback = values.keyOf(feature.defaultValue)
  const rules = listOf(feature.rules).flatMap((rule, i) => ruleOf(fieldsOf(rule), i, key, values, groups) ?? [])
  return {
    key,
    type: 'variant',
    enabled: true,
    default: fallback,
    variants: values.list().map((variant) => ({ ...variant, weight: variant.key === fallback ? 1 : 0 })),
    ...(rules.length > 0 ? { percentage: 0, rules } : { percentage: 100 }),
    by: 'user',
    salt: key,
    // The default formula: rules with a rollout or split have their own formula.
    bucketing: 'v1',
    version: 1,
  }
}

/**
 * Imports features of GrowthBook in the format of its SDK endpoint: values as variants with payloads. Every user keeps
 * their variant.
 */
export const importGrowthBook = (payload: unknown): ImportResult => {
  const { features, savedGroups } = fieldsOf(payload)
  const problems: ImportProblem[] = []
  const entries = Object.entries(fieldsOf(features)).map(([key, feature]) => [key, fieldsOf(feature)] as const)
  const converted = importEach(entries, (key, feature) => flagOf(key, feature, fieldsOf(savedGroups)), problems)
  return checkedImport(converted, [], problems)
}

export const growthBookContext = (attributes: Fields): EvaluationContext =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [growthBookAttribute(name), value]))
