import { randomBytes } from 'node:crypto'
import { KMSClient } from '@aws-sdk/client-kms'
import { rowTable, scheduleFunction, secretsClient, tableClient } from '@signet/kernel'
import { movedAccounts, readAccount, statementTable } from '@signet/ledger'
import { issuesKind } from '@signet/receipts'
import { kmsSigners, receiptIssuer } from '@signet/receipts/issuing'
import { access } from '../contract/access.ts'
import { statementRunRow } from '../contract/statement-run-row.ts'
import { issueAccountStatement } from './account-statement.ts'
import { issueStatements } from './issue-statements.ts'

export const handler = scheduleFunction({
  name: 'images-statements',
  access: access.statements,
  variables: process.env,
  clients: { db: tableClient(), secrets: secretsClient(), kms: new KMSClient({}) },
  build: (runtime) => {
    const { env, clients } = runtime
    const signers = kmsSigners(clients.kms, env)
    const issue = receiptIssuer({ ...runtime, issuer: env.ISSUER_URL, signers, randomBytes })
    return issueStatements({
      ...runtime,
      isEnabled: issuesKind(env.RECEIPT_KINDS, 'ledger.statement'),
      runs: rowTable(statementRunRow, runtime),
      movedAccounts: movedAccounts(runtime),
      issueStatement: issueAccountStatement({
        readAccount: (id) => readAccount(runtime, id),
        statements: statementTable(runtime),
        issue,
      }),
    })
  },
})
