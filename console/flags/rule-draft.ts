import type { Flag } from '../api/flags.ts'
import { splitList } from '../session/split-list.ts'

type Rule = Flag['rules'][number]

export interface ComparisonDraft {
  readonly attribute: string
  readonly operator: string
  readonly value: string
}

/** The form of a rule: comparisons that must all be true, a segment, or JSON for anything else. */
export interface RuleDraft {
  readonly kind: 'all' | 'segment' | 'json'
  readonly comparisons: readonly ComparisonDraft[]
  readonly segment: string
  readonly json: string
  /** `true`, `false` or the key of a variant; empty: on, or a variant by weight. */
  readonly result: string
  /** Percentage of the matching users; empty: all of them. */
  readonly share: string
  /** The original rule, for fields that the form does not show. */
  readonly original: Rule
}

const LIST_OPERATORS: readonly string[] = ['in', 'notIn']
const NUMBER_OPERATORS: readonly string[] = ['gt', 'gte', 'lt', 'lte']

export const EMPTY_COMPARISON: ComparisonDraft = { attribute: '', operator: 'equals', value: '' }

const isComparison = (value: unknown): value is Record<'attribute' | 'operator' | 'value', unknown> =>
  typeof value === 'object' &&
  value !== null &&
  'attribute' in value &&
  !('caseInsensitive' in value) &&
  isReproducible(value as Record<'attribute' | 'operator' | 'value', unknown>)

/** Returns whether the form reproduces a value. For example, it would turn the number 5 into a string. */
const isReproducible = (comparison: Record<'attribute' | 'operator' | 'value', unknown>): boolean =>
  comparison.value === undefined ||
  JSON.stringify(typedValue(comparisonDraft(comparison))) === JSON.stringify(comparison.value)

const comparisonDraft = ({ attribute, operator, value }: Record<'attribute' | 'operator' | 'value', unknown>) => ({
  attribute: String(attribute),
  operator: String(operator),
  value: Array.isArray(value) ? value.join(', ') : value === undefined ? '' : String(value),
})

const resultText = (result: unknown): string => (result === undefined ? '' : String(result))

export const ruleDraft = (rule: Rule): RuleDraft => {
  const { result, rollout, all, segment } = rule
  const common = {
    comparisons: [EMPTY_COMPARISON],
    segment: '',
    json: JSON.stringify(rule, null, 2),
    result: resultText(result),
    share: rollout === undefined ? '' : String((rollout as { readonly percentage?: unknown }).percentage ?? ''),
    original: rule,
  }
  if (rule.split !== undefined) return { ...common, kind: 'json' }
  if (typeof segment === 'string') return { ...common, kind: 'segment', segment }
  if (isComparison(rule)) return { ...common, kind: 'all', comparisons: [comparisonDraft(rule)] }
  if (Array.isArray(all) && all.length > 0 && all.every(isComparison))
    return { ...common, kind: 'all', comparisons: all.map(comparisonDraft) }
  return { ...common, kind: 'json' }
}

/** Converts an input to the type that the operator requires: a list, a number, a boolean or a text. */
const typedValue = ({ operator, value }: ComparisonDraft): unknown => {
  const text = value.trim()
  if (LIST_OPERATORS.includes(operator)) return splitList(text, ',')
  if (NUMBER_OPERATORS.includes(operator) && text !== '' && !Number.isNaN(Number(text))) return Number(text)
  return text === 'true' ? true : text === 'false' ? false : text
}

const comparisonOf = (draft: ComparisonDraft) => ({
  attribute: draft.attribute.trim(),
  operator: draft.operator,
  ...(draft.operator === 'exists' ? {} : { value: typedValue(draft) }),
})

const resultOf = (text: string): boolean | string => (text === 'true' ? true : text === 'false' ? false : text)

/** Builds a rule from the form. @throws SyntaxError for invalid JSON */
export const ruleOf = (draft: RuleDraft): Rule => {
  if (draft.kind === 'json') return JSON.parse(draft.json) as Rule
  const { id, rollout } = draft.original
  const [first, ...others] = draft.comparisons.map(comparisonOf)
  const condition =
    draft.kind === 'segment' ? { segment: draft.segment } : others.length === 0 ? first : { all: [first, ...others] }
  const needsId = draft.share !== '' && id === undefined
  return {
    ...condition,
    ...(id === undefined ? {} : { id }),
    ...(needsId ? { id: crypto.randomUUID().slice(0, 8) } : {}),
    ...(draft.result === '' ? {} : { result: resultOf(draft.result) }),
    ...(draft.share === '' ? {} : { rollout: { ...(rollout as object | undefined), percentage: Number(draft.share) } }),
  }
}

export const NEW_RULE: Rule = { attribute: '', operator: 'equals', value: '' }
