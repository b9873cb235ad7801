import type { PackReader } from '@signet/search/conversations'
import type { conversationRow, uploadRow } from '@signet/search/conversations/rows'
import { pagesOf, type RowOf, type TableDeps } from '@signet/kernel'
import { linesOf, recordsOf, type Take } from '@signet/erasure'

export interface TakeDeps extends TableDeps {
  readonly packs: PackReader
}

/** Conversations that are read from their packs at the same time. */
const AT_ONCE = 16

type Row = RowOf<typeof conversationRow>

/** Members of an upload by which it was stored. */
const STORED = ['parts_id', 'part_bytes', 'parts_done', 'last_etag'] satisfies readonly (keyof RowOf<
  typeof uploadRow
>)[]

async function* conversations({ packs, ...deps }: TakeDeps, workspace: string) {
  const whole = async ({ conversation: id, uploads, pack }: Row) => {
    const conversation = await packs.read(pack)
    // Its import was deleted in the meantime.
    return conversation === undefined ? [] : [{ id, uploads, ...conversation }]
  }
  for await (const page of pagesOf(deps, { pk: `CONV#${workspace}`, startsWith: 'C#' }))
    for (let at = 0; at < page.length; at += AT_ONCE) {
      const rows = page.slice(at, at + AT_ONCE) as unknown as readonly Row[]
      yield* (await Promise.all(rows.map(whole))).flat()
    }
}

/** Uploads, and conversations with all their messages. */
export const takeArchive = (deps: TakeDeps): Take =>
  async function* ({ org_id: workspace }) {
    yield* linesOf('uploads', recordsOf(deps, { pk: `UPLOAD#${workspace}` }, STORED))
    yield* linesOf('conversations', conversations(deps, workspace))
  }
