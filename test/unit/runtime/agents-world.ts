import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { rowTable } from '@signet/kernel'
import { loadShelf } from '@signet/readings'
import { type IssueReceipt, receiptIssuer } from '@signet/receipts/issuing'
import {
  type ConsultationToInscribe,
  inscribeConsultation,
} from '../../../lambdas/runtime/agents/inscribe-consultation.ts'
import { proseWriter } from '../../../lambdas/runtime/agents/role-prose.ts'
import { roleMemoryRow } from '../../../lambdas/runtime/contract/agent-rows.ts'
import { inscriber } from '../../../lambdas/runtime/readings/inscribe.ts'
import { inscribedObjects } from '../../../lambdas/runtime/readings/reading-objects.ts'
import { TABLE } from '../../support/table-world.ts'
import { issuerDeps, ticking } from '../receipts/issuing/issuing-world.ts'
import { namespaceOf, type objectMap } from './runtime-world.ts'

type Bucket = ReturnType<ReturnType<typeof objectMap>['bucketOf']>

/** Builds an inscriber of consultations over a table and objects, without a model. */
export const consultationsIn = (
  db: DynamoDBDocumentClient,
  bucket: Bucket,
  issue: IssueReceipt = receiptIssuer(issuerDeps({ db })),
) => {
  const tables = { db, table: TABLE, now: ticking }
  return inscribeConsultation({
    now: ticking,
    shelfOf: (_org, script) => loadShelf(script),
    roleMemories: rowTable(roleMemoryRow, tables),
    inscriber: inscriber({ ...tables, issue, objects: inscribedObjects(bucket) }),
    addProse: proseWriter(undefined),
  })
}

export const consultationOf = (org: string, members: Partial<ConsultationToInscribe> = {}): ConsultationToInscribe => ({
  body: {
    role: 'cto',
    intention: 'A webhook receiver that stores payments',
    responseMode: 'structured',
    seed: 42,
    inscribe: true,
    context: { exposure: 'public' },
  },
  namespace: namespaceOf(org),
  key: undefined,
  ...members,
})
