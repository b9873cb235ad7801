import { SERVICE } from 'service:receipts'
import type { InputOf, OutputOf } from '@signet/http-client'
import type { receiptService } from '../../lambdas/receipts/contract/service.ts'
import { clientOf } from '../transport/requesting.ts'

export const receipts = clientOf<typeof receiptService>(SERVICE)

export type ListReceiptsInput = InputOf<typeof receipts.listReceipts>
export type ListedReceipt = OutputOf<typeof receipts.listReceipts>['receipts'][number]
export type Receipt = OutputOf<typeof receipts.getReceipt>
export type ReceiptStatus = OutputOf<typeof receipts.withdrawReceipt>['status']
