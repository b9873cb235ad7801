import { createUsageClient } from '../clients/usage.ts'
import { requesting } from '../session/requesting.ts'

export const usage = createUsageClient(requesting('platform'))
