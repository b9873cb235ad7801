import { createReceiptsClient } from '../clients/receipts.ts'
import { requesting } from '../transport/requesting.ts'

export const receipts = createReceiptsClient(requesting('platform'))
