import { randomBytes } from 'node:crypto'
import { KMSClient } from '@aws-sdk/client-kms'
import { eventFunction, secretsClient, tableClient } from '@signet/kernel'
import { issuesKind } from '@signet/receipts'
import { kmsSigners, receiptIssuer } from '@signet/receipts/issuing'
import { auditTable } from '../audit/audit-table.ts'
import { access } from '../contract/access.ts'
import { receiptAudit } from './receipt-audit.ts'

export const handler = eventFunction({
  name: 'flags-receipt',
  access: access.receipt,
  variables: process.env,
  clients: { db: tableClient(), secrets: secretsClient(), kms: new KMSClient({}) },
  failed: 'audit log receipt could not be issued',
  build: (runtime) => {
    const { env, clients } = runtime
    const signers = kmsSigners(clients.kms, env)
    return receiptAudit({
      audit: auditTable(runtime),
      isEnabled: issuesKind(env.RECEIPT_KINDS, 'flags.audit'),
      issue: receiptIssuer({ ...runtime, issuer: env.ISSUER_URL, signers, randomBytes }),
    })
  },
})
