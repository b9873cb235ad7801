import { SERVICE } from 'service:billing'
import type { OutputOf } from '@signet/http-client'
import type { billingService } from '../../lambdas/billing/contract/service.ts'
import { clientOf } from '../transport/requesting.ts'

export const billing = clientOf<typeof billingService>(SERVICE)

export type GetBillingOutput = OutputOf<typeof billing.getBilling>
export type ListInvoicesOutput = OutputOf<typeof billing.listInvoices>
