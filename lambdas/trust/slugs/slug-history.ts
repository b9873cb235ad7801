import {
  addMs,
  decodeCursor,
  encodeCursor,
  type PageOptions,
  type RowOf,
  rowTable,
  type TableDeps,
  type WriteStep,
} from '@signet/kernel'
import { slugMappingRow } from '../contract/slug-mapping-row.ts'

export type SlugMapping = RowOf<typeof slugMappingRow>

export interface MappingPage {
  readonly rows: readonly SlugMapping[]
  readonly nextCursor: string | null
}

export interface SlugHistory {
  /**
   * Lists the mappings from the time when the organization owned the slug, newest first.
   * @throws Refusal 400 for a cursor of another list
   */
  page(org: string, slug: string, options: Pick<PageOptions, 'limit' | 'cursor'>): Promise<MappingPage>
  /**
   * Write step that records the new hash of a slug; `null`: removed. Fails if a mapping with the same time exists; the
   * caller then retries with a larger `delayMs`.
   */
  recordMapping(org: string, mapping: Pick<SlugMapping, 'slug' | 'hash'>, delayMs: number): WriteStep
}

/** Sorts after every timestamp in byte order. */
const AFTER_ALL_TIMES = '~'

/** Slug histories. All slugs of an organization share one partition, which is erased with the organization. */
export const slugHistory = (deps: TableDeps): SlugHistory => {
  const rows = rowTable(slugMappingRow, deps)
  return {
    async page(org, slug, { limit, cursor }) {
      // A page starts after the previous one; the first starts after all mappings of the slug.
      const start = cursor === undefined ? `${slug}#${AFTER_ALL_TIMES}` : decodeCursor(cursor, { sk: `${slug}#` }).sk
      const page = await rows.page({ org }, { limit, cursor: encodeCursor({ sk: start }), newestFirst: true })
      const mappings = page.rows.filter((row) => row.slug === slug)
      return { rows: mappings, nextCursor: mappings.length < page.rows.length ? null : page.nextCursor }
    },
    recordMapping(org, { slug, hash }, delayMs) {
      const from = addMs(deps.now(), delayMs).toISOString()
      return rows.steps.putNew({ org, slug, from }, { slug, hash, from })
    },
  }
}
