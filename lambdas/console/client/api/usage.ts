import { createUsageClient } from '../clients/usage.ts'
import { requesting } from '../transport/requesting.ts'

export const usage = createUsageClient(requesting('platform'))
