import { reply } from '@signet/contracts'
import { notFound, type Route, route } from '@signet/kernel'
import { workspaceOf } from '@signet/search/conversations/callers'
import { getUploadStatus, listUploads } from '../contract/uploads.ts'
import { importProgress } from './begin-import.ts'
import type { UploadDeps } from './upload-deps.ts'
import { statusView, uploadView } from './upload-view.ts'

/** Reads uploads of the caller's workspace. Foreign ones count as absent. */
export const readUploadRoutes = ({ now, ...deps }: UploadDeps): readonly Route[] => [
  route(getUploadStatus, async ({ params: { id }, caller }) => {
    const row = await deps.uploads.get({ workspace: workspaceOf(caller), upload: id })
    if (!row) return notFound('There is no such upload')
    return reply(200, statusView(row, await importProgress(deps, row), now()))
  }),
  route(listUploads, async ({ query: { limit, cursor }, caller }) => {
    const { rows, nextCursor } = await deps.uploads.page(
      { workspace: workspaceOf(caller) },
      { limit, cursor, newestFirst: true },
    )
    const begun = await Promise.all(rows.map((row) => deps.imports.get(row)))
    return reply(200, { uploads: rows.map((row, at) => uploadView(row, begun[at], now())), nextCursor })
  }),
]
