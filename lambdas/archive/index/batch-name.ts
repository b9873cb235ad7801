import { createHash } from 'node:crypto'

/** A batch by a short name. The workspace is in it, so that no place of one is a place of another. */
export const batchName = (workspace: string, batchId: string): string =>
  createHash('sha256')
    .update(JSON.stringify([workspace, batchId]))
    .digest('hex')
    .slice(0, 32)
