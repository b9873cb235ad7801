import type { IndexQuery } from '../archive-index.ts'

/** OpenSearch takes 65,536 values a clause. */
const VALUES_MAX = 50_000

/** Windows that are there twice, after a worker died: so many more are asked for. */
const TWICE_MAX = 50

/** Terms of a query that are looked for; a conversation as a query has some hundred. */
export const TERMS_MAX = 128

/** A term that stands nowhere finds what is spelled like it, at so much of its weight. */
export const SPELLED_LIKE = 0.5

export type Clause = Readonly<Record<string, unknown>>
export type Scope = Pick<IndexQuery, 'workspace' | 'branches' | 'filter'>

/** What a hit is made of; its text is read later. */
const HIT_FIELDS = ['chunkKey', 'conversationId', 'sourceVersion', 'send']

/** A clause for values of any number. */
export const anyOf = (field: string, values: readonly string[]): Clause => {
  const parts = Array.from({ length: Math.ceil(values.length / VALUES_MAX) }, (_, part) => ({
    terms: { [field]: values.slice(part * VALUES_MAX, (part + 1) * VALUES_MAX) },
  }))
  return parts.length === 1 ? (parts[0] as Clause) : { bool: { should: parts } }
}

/** Which windows may be found: those of the workspace, and of them what the query lets through. */
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

const termClause = (term: string, isSpelled: boolean, more: object): Clause =>
  isSpelled
    ? { fuzzy: { terms: { value: term, fuzziness: 'AUTO', ...more } } }
    : { term: { terms: { value: term, ...more } } }

/** Windows by words (BM25), with how many windows hold each term and how many there are. */
export const wordsBody = (
  scope: Scope,
  terms: readonly string[],
  spelled: ReadonlySet<string>,
  limit: number,
): Clause => ({
  size: limit + TWICE_MAX,
  _source: HIT_FIELDS,
  track_total_hits: false,
  query: {
    bool: {
      filter: scopeClauses(scope),
      should: terms.map((term, i) => {
        const isSpelled = spelled.has(term)
        return termClause(term, isSpelled, { _name: `t${i}`, ...(isSpelled ? { boost: SPELLED_LIKE } : {}) })
      }),
      minimum_should_match: 1,
    },
  },
  aggs: {
    terms: {
      filters: {
        filters: Object.fromEntries(terms.map((term, i) => [`t${i}`, termClause(term, spelled.has(term), {})])),
      },
    },
    all: { global: {}, aggs: { own: { filter: { term: { workspaceId: scope.workspace } } } } },
  },
})

/** Windows by nearness; the workspace is in the clause itself, for k counts what the clause lets through. */
export const nearestBody = (vector: readonly number[], filter: readonly Clause[], limit: number): Clause => {
  const k = limit + TWICE_MAX
  return {
    size: k,
    _source: HIT_FIELDS,
    track_total_hits: false,
    query: { knn: { vec: { vector, k, filter: { bool: { filter } } } } },
  }
}
