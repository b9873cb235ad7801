import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Caller } from '@signet/kernel'
import { receiptIssuer } from '@signet/receipts/issuing'
import type { CodegenBody } from '../../../lambdas/runtime/contract/scaffold-schemas.ts'
import { inscriber } from '../../../lambdas/runtime/readings/inscribe.ts'
import { inscribedObjects } from '../../../lambdas/runtime/readings/reading-objects.ts'
import { makeScaffold } from '../../../lambdas/runtime/scaffolds/make-scaffold.ts'
import { type CodegenDeps, runCodegen, type ScaffoldRequest } from '../../../lambdas/runtime/scaffolds/run-codegen.ts'
import { scaffoldObjects } from '../../../lambdas/runtime/scaffolds/scaffold-objects.ts'
import { scaffoldRuns } from '../../../lambdas/runtime/scaffolds/scaffold-runs-table.ts'
import { hourCounts } from '../../../lambdas/runtime/telemetry/hour-counts-table.ts'
import { scaffoldCounts } from '../../../lambdas/runtime/telemetry/scaffold-counts.ts'
import type { CrashPoint } from '../../support/crash-point.ts'
import { TABLE } from '../../support/table-world.ts'
import { issuerDeps, ticking } from '../receipts/issuing/issuing-world.ts'
import { namespaceOf, type objectMap } from './runtime-world.ts'

type Objects = ReturnType<typeof objectMap>

/** The bucket of scaffolds, with the same crash points as the table. */
const bucketOf = ({ objects, bucketOf: once }: Objects, crash: Pick<CrashPoint, 'around'>) => ({
  ...once(crash),
  put: async (key: string, bytes: Uint8Array) => {
    await crash.around(async () => void objects.set(key, bytes))
  },
})

let ids = 0

/** Builds a scaffold generator over a table and objects; members can be replaced. */
export const codegenIn = (
  db: DynamoDBDocumentClient,
  objects: Objects,
  crash: Pick<CrashPoint, 'around'>,
  moreDeps: Partial<CodegenDeps> = {},
) => {
  const tables = { db, table: TABLE, now: ticking }
  const bucket = bucketOf(objects, crash)
  return runCodegen({
    ...tables,
    newId: () => `id-${ids++}`,
    makeScaffold: makeScaffold(() => 0n),
    runPaid: (_caller, work) => work(),
    runs: scaffoldRuns(tables),
    objects: scaffoldObjects(bucket),
    inscriber: inscriber({ ...tables, issue: receiptIssuer(issuerDeps({ db })), objects: inscribedObjects(bucket) }),
    counts: scaffoldCounts(hourCounts(tables)),
    ...moreDeps,
  })
}

const callerOf = (org: string): Caller => ({ kind: 'key', tenantId: org, orgId: org, scopes: [], rateKey: org })

export const scaffoldOf = (org: string, body: Partial<CodegenBody> = {}): ScaffoldRequest => ({
  caller: callerOf(org),
  namespace: namespaceOf(org),
  body: { intention: 'Keep orders of a shop', inscribe: false, conversationId: 'once', ...body },
})
