import { type Clock, limitStep, type RowTable, type TableDeps, transact } from '@signet/kernel'
import type { OverQuota } from '@signet/search/conversations'
import type { uploadRow } from '@signet/search/conversations/rows'
import type { UploadDeps } from './upload-deps.ts'
import { isExpired, type UploadRow } from './upload-view.ts'

type Uploads = Pick<RowTable<typeof uploadRow>, 'all'>

/** Returns the bytes of a workspace's uploads that are stored or may still be. */
export const bytesOf = async (uploads: Uploads, workspace: string, now: Clock): Promise<number> => {
  const at = now()
  const rows = await uploads.all({ workspace })
  return rows.filter((row) => row.state !== 'aborted' && !isExpired(row, at)).reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Returns 429 if the plan does not permit this many bytes, or further embeddings this month. */
export const uploadRefusal = async (
  { allowance, uploads, now }: Pick<UploadDeps, 'allowance' | 'uploads' | 'now'>,
  workspace: string,
  bytes: number,
): Promise<OverQuota | undefined> => {
  const { tier, bytes: limit } = await allowance.read(workspace)
  const used = await bytesOf(uploads, workspace, now)
  if (used + bytes > limit) return allowance.noRoom(tier, { used, limit })
  return allowance.check(workspace, 'embeddingTokens')
}

/**
 * Starts the upload if the plan of the workspace permits it. Exact under concurrent requests: the uploads themselves
 * are summed up, and a tally detects concurrent ones.
 */
export const beginUpload = async (
  { allowance, uploads, ...deps }: Pick<UploadDeps, 'allowance' | 'uploads' | keyof TableDeps>,
  row: UploadRow,
): Promise<OverQuota | undefined> => {
  const { workspace, bytes: amount } = row
  const { tier, bytes: max } = await allowance.read(workspace)
  return transact<OverQuota | undefined>(deps, async () => {
    let used = 0
    const count = async () => {
      used = await bytesOf(uploads, workspace, deps.now)
      return used
    }
    const tally = await limitStep(deps, { owner: workspace, list: 'bytes of uploads', max, amount, count })
    if (tally === undefined) return { result: allowance.noRoom(tier, { used, limit: max }) }
    return { steps: [tally, uploads.steps.putNew(row, row)], result: undefined }
  })
}
