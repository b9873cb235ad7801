import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'
import { brokenInvariants, ledgerState } from '../unit/ledger/ledger-invariants.ts'
import type { Memory, WatchedStack } from './watched-stack.ts'
import { type AcceptedJob, sendRequest } from './workload.ts'

const ENDED = ['completed', 'failed', 'failed_encoding']

/** Returns the outcome of a job: its final state, `deleted`, `lost`, `reappeared` after a deletion, or `open`. */
export const endOf = async (stack: WatchedStack, { id, caller, deleted }: AcceptedJob): Promise<string> => {
  const answer = await sendRequest(stack, caller, 'GET', `/v2/jobs/${id}`)
  if (answer?.status === 404) return deleted ? 'deleted' : 'lost'
  const state = answer?.body.state ?? ''
  if (deleted === 'yes' && answer?.status === 200) return 'reappeared'
  return ENDED.includes(state) ? state : 'open'
}

type Row = Record<string, unknown>

const rowsOf = async ({ endpoint, table }: WatchedStack): Promise<Row[]> => {
  const credentials = { accessKeyId: 'soak', secretAccessKey: 'soak' }
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials })
  const db = DynamoDBDocumentClient.from(client)
  const rows: Row[] = []
  for await (const { Items = [] } of paginateScan({ client: db }, { TableName: table, ConsistentRead: true })) {
    rows.push(...Items)
  }
  client.destroy()
  return rows
}

/** Counts rows of unfinished work, including jobs whose caller never got a response. */
export const openRows = async (stack: WatchedStack): Promise<number> =>
  (await rowsOf(stack)).filter(({ gsi1pk }) => String(gsi1pk).startsWith('OPEN#')).length

/** Lists violated invariants of the ledger, over every account. */
export const ledgerProblems = async (stack: WatchedStack): Promise<{ accounts: number; problems: string[] }> => {
  const rows = await rowsOf(stack)
  const accounts = rows.filter(({ pk, sk }) => String(pk).startsWith('CR#') && sk === 'BALANCE')
  const jobs = rows.filter(({ sk }) => String(sk).startsWith('JOB#'))
  const problems = accounts.flatMap(({ pk }) => {
    const id = String(pk).slice('CR#'.length)
    const accountRows = rows.filter((row) => row.pk === pk)
    const paid = jobs.filter(({ charge }) => (charge as { account?: string } | undefined)?.account === id)
    return brokenInvariants(ledgerState([...accountRows, ...paid])).map((problem) => `account ${id}: ${problem}`)
  })
  const heldProblems = accounts
    .filter((row) => row.held !== 0)
    .map(({ pk, held: n }) => `${String(pk)} still holds ${n}`)
  return { accounts: accounts.length, problems: [...problems, ...heldProblems] }
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

const MEGABYTE = 1024 * 1024
/** Permitted growth of memory from the second fifth of the run, after all functions have started, to the last fifth. */
const GROWTH_SHARE = 0.1
const GROWTH_MARGIN = 50 * MEGABYTE

/**
 * Returns the medians of the process's resident memory in the second and the last fifth in bytes, and whether it is
 * flat.
 */
export const memoryVerdict = (samples: readonly Memory[]) => {
  const fifth = Math.floor(samples.length / 5)
  const medianOfFifth = (part: number) => median(samples.slice(part * fifth, (part + 1) * fifth).map(({ rss }) => rss))
  const early = medianOfFifth(1)
  const late = medianOfFifth(4)
  return { early, late, isFlat: late <= early * (1 + GROWTH_SHARE) + GROWTH_MARGIN }
}
