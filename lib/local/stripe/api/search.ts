import type { Stripe } from 'stripe'
import { invalid } from '../fault.ts'
import { paramsOf, text, whole } from '../parameters.ts'
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

const clauseOf = (rest: string): { clause: Clause; length: number } => {
  const match = CLAUSE.exec(rest)
  if (!match?.groups) throw invalid(`We were unable to parse your search query near: ${rest}`, { param: 'query' })
  const { not, field = '', key, compare = ':', text, bare = '' } = match.groups
  const path = [...field.split('.'), ...(key === undefined ? [] : [key])]
  const clause = { path, compare: compare as Clause['compare'], value: text ?? bare, isNegated: not !== undefined }
  return { clause, length: match[0].length }
}

/** Parses Stripe's query language: clauses joined by AND or by OR, never both (docs.stripe.com/search). */
const read = (query: string): { clauses: Clause[]; join: 'AND' | 'OR' } => {
  const clauses: Clause[] = []
  let join: 'AND' | 'OR' | undefined
  for (let rest = query; ; ) {
    const { clause, length } = clauseOf(rest)
    clauses.push(clause)
    rest = rest.slice(length)
    if (rest === '') return { clauses, join: join ?? 'AND' }
    const word = /^(AND|OR)\s/i.exec(rest)?.[1]?.toUpperCase() ?? 'AND'
    if (join !== undefined && word !== join) throw invalid('A query cannot combine AND with OR', { param: 'query' })
    join = word === 'OR' ? 'OR' : 'AND'
    rest = rest.replace(/^(AND|OR)\s/i, '')
  }
}

const holds = (object: object, { path, compare, value, isNegated }: Clause): boolean => {
  const at = path.reduce<unknown>((each, name) => (each as Record<string, unknown> | null)?.[name] ?? null, object)
  const isTrue = {
    ':': () => (value === 'null' && at === null) || String(at).toLowerCase() === value.toLowerCase(),
    '~': () => String(at).toLowerCase().includes(value.toLowerCase()),
    '>': () => Number(at) > Number(value),
    '<': () => Number(at) < Number(value),
    '>=': () => Number(at) >= Number(value),
    '<=': () => Number(at) <= Number(value),
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
  const { clauses, join } = read(query)
  const matches = (object: T) =>
    join === 'AND' ? clauses.every((clause) => holds(object, clause)) : clauses.some((clause) => holds(object, clause))
  const all = [...rows].filter(matches)
  const start = page === undefined ? 0 : all.findIndex(({ id }) => id === page) + 1
  const data = all.slice(start, start + limit)
  const has_more = all.length > start + limit
  return { object: 'search_result', data, has_more, next_page: has_more ? (data.at(-1)?.id ?? null) : null, url }
}

const parameters = paramsOf<Stripe.PaymentIntentSearchParams & Stripe.SubscriptionSearchParams>()({
  query: text,
  limit: whole.optional(),
  page: text.optional(),
})

export const searchOperation = (path: `/v1/${string}`, kind: Kind) =>
  operation(`GET ${path}/search`, parameters, ({ book }, given) => searchPage(`${path}/search`, book.list(kind), given))
