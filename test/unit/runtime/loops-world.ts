import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { rowTable } from '@signet/kernel'
import { loadShelf, startInterview } from '@signet/readings'
import { receiptIssuer } from '@signet/receipts/issuing'
import { loopEventRow } from '../../../lambdas/runtime/contract/loop-rows.ts'
import { memoryRow } from '../../../lambdas/runtime/contract/memory-row.ts'
import type { AdvanceDeps } from '../../../lambdas/runtime/loops/advance-loop.ts'
import { answerFromMemory } from '../../../lambdas/runtime/loops/answer-from-memory.ts'
import type { LoopMessage } from '../../../lambdas/runtime/loops/loop-queue.ts'
import { loopTable, type StoredLoop } from '../../../lambdas/runtime/loops/loop-table.ts'
import { type RunTickDeps, runTick } from '../../../lambdas/runtime/loops/run-tick.ts'
import { inscriber } from '../../../lambdas/runtime/readings/inscribe.ts'
import { inscribedObjects } from '../../../lambdas/runtime/readings/reading-objects.ts'
import { TABLE } from '../../support/table-world.ts'
import { issuerDeps, ticking } from '../receipts/issuing/issuing-world.ts'
import { namespaceOf, type objectMap } from './runtime-world.ts'

type Bucket = ReturnType<ReturnType<typeof objectMap>['bucketOf']>

/** An interview with three equally decisive questions. */
export const SCRIPT = `spread small "What could go wrong?"
deck threats = stride-core@1
ask public "Can anyone reach it?" as yes/no
ask peak   "Requests a second at peak?" as number
ask owner  "Who owns it?" as text
position entry "How could somebody get in?"
  when public
  draw 2 from threats where stride = S
position flood "What if it is flooded?"
  when peak > 50
  draw 2 from threats where stride = D
position people "Who is called?"
  when owner is known and owner != nobody
  draw 1 from threats where stride = R
`

export const ID = '0195e6a0-0000-7000-8000-000000000001'

export const loopsIn = (db: DynamoDBDocumentClient, bucket: Bucket): AdvanceDeps => {
  const tables = { db, table: TABLE, now: ticking }
  return {
    now: ticking,
    shelfOf: (_org, script) => loadShelf(script),
    loops: loopTable(tables),
    memories: rowTable(memoryRow, tables),
    inscriber: inscriber({
      ...tables,
      issue: receiptIssuer(issuerDeps({ db })),
      objects: inscribedObjects(bucket),
    }),
  }
}

/** Stores a new interview of an organization, as its route does. */
export const beginLoop = async (
  { loops }: Pick<AdvanceDeps, 'loops'>,
  org: string,
  { mode = 'manual', budget = {} }: { mode?: 'manual' | 'auto'; budget?: object } = {},
): Promise<StoredLoop> => {
  const at = ticking().getTime()
  const inputs = { script: SCRIPT, intention: 'A webhook', lenient: true }
  const started = startInterview({ id: ID, inputs, budget }, { at, shelf: await loadShelf(SCRIPT) })
  if (!started.ok) throw new Error(started.refusal.code)
  const { namespaceId, querent } = namespaceOf(org)
  const until = new Date(at + 86_400_000).toISOString()
  const loop: StoredLoop = { org, namespaceId, querent, mode, tools: ['recall', 'finish'], state: started.state, until }
  await loops.begin(loop, started.events)
  return loop
}

/** All events of an interview. */
export const eventsOf = async (db: DynamoDBDocumentClient, org: string) =>
  (await rowTable(loopEventRow, { db, table: TABLE, now: ticking }).all({ org, id: ID })).map(
    ({ seq, type, data }) => ({
      seq,
      type,
      data: JSON.parse(data) as Record<string, unknown>,
    }),
  )

/** A message queue in memory: tests take the messages from `list`. */
export const messageList = () => {
  const list: LoopMessage[] = []
  return { list, send: async (message: LoopMessage) => void list.push(message) }
}

export const workerIn = (deps: AdvanceDeps, queue: RunTickDeps['queue']) =>
  runTick({ ...deps, queue, answerFromMemory: answerFromMemory(deps), log: { warn: () => undefined } })
