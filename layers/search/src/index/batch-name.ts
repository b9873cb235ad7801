import { createHash } from 'node:crypto'

/** Returns a short name of a batch. It includes the workspace, so that names of different workspaces never coincide. */
export const batchName = (workspace: string, batchId: string): string =>
  createHash('sha256')
    .update(JSON.stringify([workspace, batchId]))
    .digest('hex')
    .slice(0, 32)
