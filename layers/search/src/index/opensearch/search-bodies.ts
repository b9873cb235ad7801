import type { IndexQuery } from '../search-index.ts'

/** OpenSearch accepts 65,536 values in a clause. */
const VALUES_MAX = 50_000

/** Additional hits to request, because windows may be stored twice after a worker died. */
const COPIES_MAX = 50

/** Maximum terms of a query. A conversation used as a query has about a hundred. */
export const TERMS_MAX = 128

/** A term without occurrences matches similar spellings, at this share of its weight. */
export const FUZZY_WEIGHT = 0.5

export type Clause = Readonly<Record<string, unknown>>
export type Scope = Pick<IndexQuery, 'workspace' | 'branches' | 'filter'>

/** Fields of a hit; the text is read later. */
const HIT_FIELDS = ['chunkKey', 'conversationId', 'sourceVersion', 'send']

export const anyOf = (field: string, values: readonly string[]): Clause => {
  const parts = Array.from({ length: Math.ceil(values.length / VALUES_MAX) }, (_, part) => ({
    terms: { [field]: values.slice(part * VALUES_MAX, (part + 1) * VALUES_MAX) },
  }))
  return parts.length === 1 ? (parts[0] as Clause) : { bool: { should: parts } }
}

export const scopeClauses = ({ workspace, branches, filter }: Scope): Clause[] => {
  const { from, to, vendor, model, conversations } = filter
  const createdAt = { ...(from === undefined ? {} : { gte: from }), ...(to === undefined ? {} : { lt: to }) }
  return [
    { term: { workspaceId: workspace } },
    ...(branches === 'active' ? [{ term: { branch: 'active' } }] : []),
    ...(vendor === undefined ? [] : [{ term: { vendor } }]),
    ...(model === undefined ? [] : [{ term: { model } }]),
    ...(from === undefined && to === undefined ? [] : [{ range: { createdAt } }]),
    ...(conversations === undefined ? [] : [anyOf('conversationId', [...conversations])]),
  ]
}

const termClause = (term: string, isFuzzy: boolean, options: object): Clause =>
  isFuzzy
    ? { fuzzy: { terms: { value: term, fuzziness: 'AUTO', ...options } } }
    : { term: { terms: { value: term, ...options } } }

export const wordsBody = (
  scope: Scope,
  terms: readonly string[],
  fuzzyTerms: ReadonlySet<string>,
  limit: number,
): Clause => ({
  size: limit + COPIES_MAX,
  _source: HIT_FIELDS,
  track_total_hits: false,
  query: {
    bool: {
      filter: scopeClauses(scope),
      should: terms.map((term, i) => {
        const isFuzzy = fuzzyTerms.has(term)
        return termClause(term, isFuzzy, { _name: `t${i}`, ...(isFuzzy ? { boost: FUZZY_WEIGHT } : {}) })
      }),
      minimum_should_match: 1,
    },
  },
  aggs: {
    terms: {
      filters: {
        filters: Object.fromEntries(terms.map((term, i) => [`t${i}`, termClause(term, fuzzyTerms.has(term), {})])),
      },
    },
    all: { global: {}, aggs: { own: { filter: { term: { workspaceId: scope.workspace } } } } },
  },
})

/**
 * Builds a query for the nearest windows. The filter is inside the clause, because k counts only matches of the filter.
 */
export const nearestBody = (vector: readonly number[], filter: readonly Clause[], limit: number): Clause => {
  const k = limit + COPIES_MAX
  return {
    size: k,
    _source: HIT_FIELDS,
    track_total_hits: false,
    query: { knn: { vec: { vector, k, filter: { bool: { filter } } } } },
  }
}
