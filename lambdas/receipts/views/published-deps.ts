import { rowTable, type TableDeps } from '@signet/kernel'
import type { Bucket } from '@signet/kernel/bucket'
import { keySet } from '@signet/receipts/issuing'
import { logRow, receiptRow, witnessRow } from '@signet/receipts/rows'
import { type LogObjects, logObjects } from '../log/log-objects.ts'
import { logReader } from '../log/log-reader.ts'
import type { PublishedDeps } from './published-receipt.ts'

const noSigner = async (name: string): Promise<never> => {
  throw new Error(`The key "${name}" does not sign here`)
}

export const publishedDeps = (
  runtime: TableDeps & { readonly clients: { readonly bucket: Bucket } },
): PublishedDeps & { readonly objects: LogObjects } => {
  const objects = logObjects(runtime.clients.bucket)
  return {
    now: runtime.now,
    objects,
    receipts: rowTable(receiptRow, runtime),
    keys: keySet({ ...runtime, signers: noSigner }),
    log: logReader({ objects, logs: rowTable(logRow, runtime), witnesses: rowTable(witnessRow, runtime) }),
  }
}
