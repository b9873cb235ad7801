import { invalidRequest } from './fault.ts'
import type { Page } from './parameters.ts'

export interface ListBody<T> {
  readonly object: 'list'
  readonly data: T[]
  readonly has_more: boolean
  readonly url: string
}

const DEFAULT_LIMIT = 10

const isCreatedIn = ({ created }: { readonly created?: number }, range: Page['created']): boolean => {
  if (range === undefined) return true
  const createdAt = created ?? 0
  if (typeof range === 'number') return createdAt === range
  const { gt = -1, gte = 0, lt = Number.POSITIVE_INFINITY, lte = Number.POSITIVE_INFINITY } = range
  return createdAt > gt && createdAt >= gte && createdAt < lt && createdAt <= lte
}

type ListedObject = { readonly id: string; readonly created?: number }

const cursorIndexOf = (all: readonly ListedObject[], param: 'starting_after' | 'ending_before', id: string): number => {
  const index = all.findIndex((object) => object.id === id)
  if (index < 0) throw invalidRequest(`No such object: '${id}'`, { code: 'resource_missing', param })
  return index
}

/**
 * Returns a page of a list, newest first (docs.stripe.com/api/pagination). With `ending_before`, the page ends just
 * above the cursor, and `has_more` refers to the objects above it.
 */
export const listPage = <T extends ListedObject>(url: string, rows: Iterable<T>, page: Page): ListBody<T> => {
  const { limit = DEFAULT_LIMIT, starting_after, ending_before } = page
  const all = [...rows].filter((row) => isCreatedIn(row, page.created))
  if (ending_before !== undefined) {
    const end = cursorIndexOf(all, 'ending_before', ending_before)
    const start = Math.max(0, end - limit)
    return { object: 'list', data: all.slice(start, end), has_more: start > 0, url }
  }
  const start = starting_after === undefined ? 0 : cursorIndexOf(all, 'starting_after', starting_after) + 1
  return { object: 'list', data: all.slice(start, start + limit), has_more: all.length > start + limit, url }
}

export const completeList = <T>(url: string, data: readonly T[]): ListBody<T> => ({
  object: 'list',
  data: [...data],
  has_more: false,
  url,
})
