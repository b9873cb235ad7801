import { type Clock, limitStep, type RowTable, type TableDeps, transact } from '@signet/kernel'
import type { QuotaRefusal } from '@signet/search/conversations'
import type { uploadRow } from '@signet/search/conversations/rows'
import type { UploadDeps } from './upload-deps.ts'
import { isExpired, type UploadRow } from './upload-view.ts'

type Uploads = Pick<RowTable<typeof uploadRow>, 'all'>

/** Returns the bytes of a workspace's uploads that are stored or can still be completed. */
export const usedBytes = async (uploads: Uploads, workspace: string, now: Clock): Promise<number> => {
  const currentTime = now()
  const rows = await uploads.all({ workspace })
  return rows
    .filter((row) => row.state !== 'aborted' && !isExpired(row, currentTime))
    .reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Returns 429 if the plan does not permit this many bytes, or further embeddings this month. */
export const uploadRefusal = async (
  { allowance, uploads, now }: Pick<UploadDeps, 'allowance' | 'uploads' | 'now'>,
  workspace: string,
  bytes: number,
): Promise<QuotaRefusal | undefined> => {
  const { tier, bytes: limit } = await allowance.read(workspace)
  const used = await usedBytes(uploads, workspace, now)
  if (used + bytes > limit) return allowance.bytesRefusal(tier, { used, limit })
  return allowance.check(workspace, 'embeddingTokens')
}

/**
 * Starts the upload if the plan of the workspace permits it. The limit is exact under concurrent requests: the sizes of
 * all uploads are added up, and a tally row detects concurrent requests.
 */
export const beginUpload = async (
  { allowance, uploads, ...deps }: Pick<UploadDeps, 'allowance' | 'uploads' | keyof TableDeps>,
  row: UploadRow,
): Promise<QuotaRefusal | undefined> => {
  const { workspace, bytes: amount } = row
  const { tier, bytes: max } = await allowance.read(workspace)
  return transact<QuotaRefusal | undefined>(deps, async () => {
    let used = 0
    const count = async () => {
      used = await usedBytes(uploads, workspace, deps.now)
      return used
    }
    const tally = await limitStep(deps, { owner: workspace, list: 'bytes of uploads', max, amount, count })
    if (tally === undefined) return { result: allowance.bytesRefusal(tier, { used, limit: max }) }
    return { steps: [tally, uploads.steps.putNew(row, row)], result: undefined }
  })
}
