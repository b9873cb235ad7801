import type { Condition, EvaluationContext, FlagDefinition, Json, Rule, Variant } from '../definition.ts'
import { type Fields, isObject } from '../problem-list.ts'
import { flagdAttribute, flagdCondition, variableOf } from './flagd-conditions.ts'
import {
  checkedImport,
  fieldsOf,
  type ImportProblem,
  type ImportResult,
  importEach,
  listOf,
  UnsupportedFlag,
} from './import-result.ts'

/** The state of one flag's conversion. */
interface FlagImport {
  readonly key: string
  readonly variants: ReadonlyMap<string, Variant>
  readonly fallback: string
  readonly rules: Rule[]
}

/** Replaces each `$ref` in the logic with the shared evaluator of that name. */
const withEvaluators = (logic: unknown, evaluators: Fields, depth = 0): unknown => {
  if (depth > 30) throw new UnsupportedFlag('evaluators form a circle')
  if (Array.isArray(logic)) return logic.map((each) => withEvaluators(each, evaluators, depth + 1))
  if (!isObject(logic)) return logic
  const { $ref } = logic
  if (typeof $ref === 'string' && Object.hasOwn(evaluators, $ref))
    return withEvaluators(evaluators[$ref], evaluators, depth + 1)
  return Object.fromEntries(
    Object.entries(logic).map(([name, each]) => [name, withEvaluators(each, evaluators, depth + 1)]),
  )
}

/** The text that a fractional split hashes: a salt, followed by an attribute. */
interface BucketedText {
  readonly by: string
  readonly salt: string
}

/** Returns the hashed text of a fractional split. Its salt is the flag's key or a fixed text. */
const bucketOf = (logic: unknown, key: string): BucketedText => {
  const name = variableOf(logic)
  if (name !== undefined) return { by: flagdAttribute(name), salt: '' }
  const [first, second, ...more] = isObject(logic) ? listOf(logic.cat) : []
  const attribute = variableOf(second)
  const salt = variableOf(first) === '$flagd.flagKey' ? key : first
  if (attribute === undefined || typeof salt !== 'string' || more.length > 0) {
    throw new UnsupportedFlag(`fractional hashes ${JSON.stringify(logic)}`)
  }
  return { by: flagdAttribute(attribute), salt }
}

const addResult = ({ key, variants, rules }: FlagImport, result: unknown, conditions: readonly Condition[]): void => {
  const name = `${result}`
  if (!variants.has(name)) throw new UnsupportedFlag(`targeting of ${key} returns ${name}, which is not a variant`)
  rules.push({ all: conditions, result: name })
}

/**
 * Returns the condition that the hashed attribute exists. Without an attribute that is hashed alone, a user gets no
 * variant, even if one variant has all of the weight. A concatenation is hashed even without its attribute.
 */
const attributeExists = (logic: unknown, { by }: BucketedText): readonly Condition[] =>
  isObject(logic) && Object.hasOwn(logic, 'cat') ? [] : [{ attribute: by, operator: 'exists' }]

const addFractional = (work: FlagImport, args: readonly unknown[], conditions: readonly Condition[]): void => {
  const hasBucket = !Array.isArray(args[0])
  const bucket = hasBucket ? bucketOf(args[0], work.key) : { by: 'user', salt: work.key }
  const entries = args.slice(hasBucket ? 1 : 0).map((entry): Variant => {
    const [name, weight = 1] = listOf(entry)
    const variant = work.variants.get(`${name}`)
    if (!variant || !Number.isInteger(weight)) throw new UnsupportedFlag(`fractional has ${JSON.stringify(entry)}`)
    return { ...variant, weight: Math.max(0, Number(weight)) }
  })
  const distinct = new Set(entries.map(({ key }) => key))
  if (distinct.size < entries.length) throw new UnsupportedFlag('fractional names a variant twice')
  const matching = [...conditions, ...attributeExists(args[0], bucket)]
  work.rules.push({ id: `fraction-${work.rules.length}`, all: matching, split: { ...bucket, variants: entries } })
  work.rules.push({ all: conditions, result: work.fallback })
}

const addBranches = (work: FlagImport, args: readonly unknown[], conditions: readonly Condition[]): void => {
  let index = 0
  for (; index + 1 < args.length; index += 2)
    addRules(work, args[index + 1], [...conditions, flagdCondition(args[index])])
  addRules(work, args[index], conditions)
}

/** Adds rules for the results of the logic. The last rule always matches. */
const addRules = (work: FlagImport, logic: unknown, conditions: readonly Condition[]): void => {
  if (!isObject(logic)) {
    addResult(work, logic ?? work.fallback, conditions)
    return
  }
  const [name = ''] = Object.keys(logic)
  if (name === 'fractional') addFractional(work, listOf(logic[name]), conditions)
  else if (name === 'if') addBranches(work, listOf(logic[name]), conditions)
  else {
    // A condition without results returns the variants "true" and "false".
    addResult(work, true, [...conditions, flagdCondition(logic)])
    addResult(work, false, conditions)
  }
}

/** Represents a missing default variant. With its payload of null, OpenFeature returns the caller's default. */
const NO_VALUE: Variant = { key: 'no value', weight: 0, payload: null }

const fallbackOf = (key: string, defaultVariant: unknown, variants: Map<string, Variant>): string => {
  if (defaultVariant === null || defaultVariant === undefined) {
    if (variants.has(NO_VALUE.key)) throw new UnsupportedFlag(`${key} has a variant "${NO_VALUE.key}" and no default`)
    variants.set(NO_VALUE.key, NO_VALUE)
    return NO_VALUE.key
  }
  const fallback = `${defaultVariant}`
  if (!variants.has(fallback)) throw new UnsupportedFlag(`${key} does not have its default variant`)
  return fallback
}

const flagOf = (key: string, flag: Fields, evaluators: Fields): FlagDefinition => {
  const { state, defaultVariant, targeting, metadata } = flag
  const declaredVariants = Object.entries(fieldsOf(flag.variants))
  const variants = new Map<string, Variant>(
    declaredVariants.map(([name, payload]) => [name, { key: name, weight: 0, payload: payload as Json }]),
  )
  const fallback = fallbackOf(key, defaultVariant, variants)
  const work: FlagImport = { key, variants, fallback, rules: [] }
  const hasTargeting = isObject(targeting) && Object.keys(targeting).length > 0
  if (hasTargeting) addRules(work, withEvaluators(targeting, evaluators), [])
  const lastRule = work.rules.at(-1)
  // A last rule that matches all users is the default.
  if (lastRule && 'all' in lastRule && lastRule.all.length === 0 && lastRule.result === fallback) work.rules.pop()
  const metadataEntries = Object.entries(fieldsOf(metadata))
  return {
    key,
    type: 'variant',
    enabled: state !== 'DISABLED',
    default: fallback,
    variants: [...variants.values()].map((variant) => ({ ...variant, weight: variant.key === fallback ? 1 : 0 })),
    ...(hasTargeting ? { percentage: 0, rules: work.rules } : {}),
    ...(metadataEntries.length > 0 ? { metadata: Object.fromEntries(metadataEntries) as Record<string, string> } : {}),
    salt: key,
    bucketing: 'flagd2',
    version: 1,
  }
}

/**
 * Imports flags of flagd (flagd.dev/schema/v0/flags.json): variants with payloads, targeting as rules. Every user keeps
 * their variant.
 */
export const importFlagd = (configuration: unknown): ImportResult => {
  const { flags, $evaluators } = fieldsOf(configuration)
  const problems: ImportProblem[] = []
  const entries = Object.entries(fieldsOf(flags)).map(([key, flag]) => [key, fieldsOf(flag)] as const)
  const converted = importEach(entries, (key, flag) => flagOf(key, flag, fieldsOf($evaluators)), problems)
  return checkedImport(converted, [], problems)
}

export const flagdContext = ({ targetingKey, ...attributes }: Fields): EvaluationContext =>
  typeof targetingKey === 'string' ? { ...attributes, user: targetingKey } : attributes
