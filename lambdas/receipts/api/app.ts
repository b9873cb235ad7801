import { randomBytes } from 'node:crypto'
import { authenticatedApp } from '@signet/identity'
import { rowTable } from '@signet/kernel'
import { kmsSigners, receiptIssuer } from '@signet/receipts/issuing'
import { openingRow, receiptListRow, receiptRow } from '@signet/receipts/rows'
import type { access } from '../contract/access.ts'
import { sequenceQueue } from '../sequence/sequence-queue.ts'
import { readReceiptRoutes } from './read-receipts.ts'
import { withdrawReceiptRoute } from './withdraw-receipt.ts'

export const app = authenticatedApp<typeof access.api>((runtime) => {
  const { env, clients } = runtime
  const issuing = {
    issuer: env.ISSUER_URL,
    signers: kmsSigners(clients.kms, env),
    randomBytes,
    wakeSequencer: sequenceQueue({ sqs: clients.sqs, url: env.RECEIPTS_SEQUENCE_QUEUE_URL }),
  }
  const deps = {
    ...runtime,
    ...issuing,
    receipts: rowTable(receiptRow, runtime),
    lists: rowTable(receiptListRow, runtime),
    openings: rowTable(openingRow, runtime),
    issue: receiptIssuer({ ...runtime, ...issuing }),
  }
  return { routes: [...readReceiptRoutes(deps), withdrawReceiptRoute(deps)] }
})
