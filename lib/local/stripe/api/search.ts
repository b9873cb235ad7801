import type { Stripe } from 'stripe'
import { invalidRequest } from '../fault.ts'
import { integerText, paramsOf, text } from '../parameters.ts'
import type { Kind } from '../wire-objects.ts'
import { operation } from './operation.ts'

interface Clause {
  readonly path: readonly string[]
  readonly compare: ':' | '~' | '>' | '<' | '>=' | '<='
  readonly value: string
  readonly isNegated: boolean
}

const CLAUSE =
  /^\s*(?<not>-)?(?<field>[a-z_.]+)(?:\[(?<quote>["'])(?<key>.+?)\k<quote>\])?(?<compare>>=|<=|[:~><])(?:(?<mark>["'])(?<text>.*?)\k<mark>|(?<bare>[\w.-]+))\s*/

const clauseOf = (remainingQuery: string): { clause: Clause; length: number } => {
  const match = CLAUSE.exec(remainingQuery)
  if (!match?.groups)
    throw invalidRequest(`We were unable to parse your search query near: ${remainingQuery}`, { param: 'query' })
  const { not, field = '', key, compare = ':', text, bare = '' } = match.groups
  const path = [...field.split('.'), ...(key === undefined ? [] : [key])]
  const clause = { path, compare: compare as Clause['compare'], value: text ?? bare, isNegated: not !== undefined }
  return { clause, length: match[0].length }
}

/** Parses Stripe's query language: clauses joined by AND or by OR, never both (docs.stripe.com/search). */
const parseQuery = (query: string): { clauses: Clause[]; join: 'AND' | 'OR' } => {
  const clauses: Clause[] = []
  let join: 'AND' | 'OR' | undefined
  for (let remainingQuery = query; ; ) {
    const { clause, length } = clauseOf(remainingQuery)
    clauses.push(clause)
    remainingQuery = remainingQuery.slice(length)
    if (remainingQuery === '') return { clauses, join: join ?? 'AND' }
    const operator = /^(AND|OR)\s/i.exec(remainingQuery)?.[1]?.toUpperCase() ?? 'AND'
    if (join !== undefined && operator !== join)
      throw invalidRequest('A query cannot combine AND with OR', { param: 'query' })
    join = operator === 'OR' ? 'OR' : 'AND'
    remainingQuery = remainingQuery.replace(/^(AND|OR)\s/i, '')
  }
}

const matchesClause = (object: object, { path, compare, value, isNegated }: Clause): boolean => {
  const fieldValue = path.reduce<unknown>(
    (node, name) => (node as Record<string, unknown> | null)?.[name] ?? null,
    object,
  )
  const isTrue = {
    ':': () => (value === 'null' && fieldValue === null) || String(fieldValue).toLowerCase() === value.toLowerCase(),
    '~': () => String(fieldValue).toLowerCase().includes(value.toLowerCase()),
    '>': () => Number(fieldValue) > Number(value),
    '<': () => Number(fieldValue) < Number(value),
    '>=': () => Number(fieldValue) >= Number(value),
    '<=': () => Number(fieldValue) <= Number(value),
  }[compare]()
  return isTrue !== isNegated
}

/**
 * Returns a page of matching objects, newest first.
 * @throws StripeFault for an invalid query.
 */
const searchPage = <T extends { readonly id: string }>(
  url: string,
  rows: Iterable<T>,
  { query, limit = 10, page }: { query: string; limit?: number | undefined; page?: string | undefined },
) => {
  const { clauses, join } = parseQuery(query)
  const matches = (object: T) =>
    join === 'AND'
      ? clauses.every((clause) => matchesClause(object, clause))
      : clauses.some((clause) => matchesClause(object, clause))
  const all = [...rows].filter(matches)
  const start = page === undefined ? 0 : all.findIndex(({ id }) => id === page) + 1
  const data = all.slice(start, start + limit)
  const has_more = all.length > start + limit
  return { object: 'search_result', data, has_more, next_page: has_more ? (data.at(-1)?.id ?? null) : null, url }
}

const searchParams = paramsOf<Stripe.PaymentIntentSearchParams & Stripe.SubscriptionSearchParams>()({
  query: text,
  limit: integerText.optional(),
  page: text.optional(),
})

export const searchOperation = (path: `/v1/${string}`, kind: Kind) =>
  operation(`GET ${path}/search`, searchParams, ({ book }, params) =>
    searchPage(`${path}/search`, book.list(kind), params),
  )
