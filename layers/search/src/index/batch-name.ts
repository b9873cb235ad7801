import { createHash } from 'node:crypto'

/** A short name of a batch. It includes the workspace, so that places of different workspaces never coincide. */
export const batchName = (workspace: string, batchId: string): string =>
  createHash('sha256')
    .update(JSON.stringify([workspace, batchId]))
    .digest('hex')
    .slice(0, 32)
