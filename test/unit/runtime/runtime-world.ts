import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { rowTable } from '@signet/kernel'
import { loadShelf } from '@signet/readings'
import { type IssueReceipt, receiptIssuer } from '@signet/receipts/issuing'
import { memoryRow } from '../../../lambdas/runtime/contract/memory-row.ts'
import type { Namespace } from '../../../lambdas/runtime/namespaces/namespace.ts'
import { inscriber } from '../../../lambdas/runtime/readings/inscribe.ts'
import { inscribeReading, type ReadingToInscribe } from '../../../lambdas/runtime/readings/inscribe-reading.ts'
import { inscribedObjects } from '../../../lambdas/runtime/readings/reading-objects.ts'
import type { CrashPoint } from '../../support/crash-point.ts'
import { TABLE } from '../../support/table-world.ts'
import { issuerDeps, ticking } from '../receipts/issuing/issuing-world.ts'

/** Objects in memory, with the interface of the bucket. */
export const objectMap = () => {
  const objects = new Map<string, Uint8Array>()
  return {
    objects,
    bucketOf: ({ around }: Pick<CrashPoint, 'around'>) => ({
      putOnce: async (key: string, bytes: Uint8Array) => {
        await around(async () => {
          if (!objects.has(key)) objects.set(key, bytes)
        })
      },
      read: async (key: string) => {
        const bytes = objects.get(key)
        return bytes && Buffer.from(bytes)
      },
    }),
  }
}

export const NO_CRASH = { around: <T>(run: () => Promise<T>) => run() } as Pick<CrashPoint, 'around'>

type Bucket = ReturnType<ReturnType<typeof objectMap>['bucketOf']>

/** Builds an inscriber over a table and objects. */
export const inscriberIn = (
  db: DynamoDBDocumentClient,
  bucket: Bucket,
  issue: IssueReceipt = receiptIssuer(issuerDeps({ db })),
) => {
  const tables = { db, table: TABLE, now: ticking }
  return inscribeReading({
    now: ticking,
    log: { info: () => undefined },
    shelfOf: (_org, script) => loadShelf(script),
    memories: rowTable(memoryRow, tables),
    inscriber: inscriber({ ...tables, issue, objects: inscribedObjects(bucket) }),
  })
}

const SCRIPT = `spread small "What could go wrong?"
deck threats = stride-core@1
ask public "Can anyone reach it?" as yes/no
position entry "How could somebody get in?"
  when public
  draw 2 from threats where stride = S
`

export const namespaceOf = (org: string): Namespace => ({ org, namespaceId: 'shared/q', querent: 'q' })

export const readingOf = (org: string, members: Partial<ReadingToInscribe> = {}): ReadingToInscribe => ({
  readingRequest: {
    script: SCRIPT,
    intention: 'A webhook',
    state: { public: true, share: 0.5 },
    seed: 42,
    lenient: true,
  },
  namespace: namespaceOf(org),
  isPublic: false,
  key: undefined,
  ...members,
})
