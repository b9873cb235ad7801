import { reply } from '@signet/contracts'
import { type Clock, type RowTable, route } from '@signet/kernel'
import type { Allowance, WorkspaceQuotas } from '@signet/search/conversations'
import { workspaceOf } from '@signet/search/conversations/callers'
import type { uploadRow } from '@signet/search/conversations/rows'
import { getStats, type Stats } from '../contract/stats.ts'
import { type ImportList, importsHash } from '../imports/import-list-table.ts'
import { usedBytes } from '../uploads/upload-quota.ts'
import { EMPTY_CENSUS } from './census.ts'
import type { SurveyQueue } from './survey-queue.ts'
import type { SurveyRow, SurveyTable } from './survey-table.ts'

/** More frequent requests get the previous counts. */
const RECOUNT_MS = 60_000

export interface StatsDeps {
  readonly surveys: SurveyTable
  readonly imports: ImportList
  readonly queue: SurveyQueue
  readonly uploads: Pick<RowTable<typeof uploadRow>, 'all'>
  readonly allowance: Pick<Allowance, 'read'>
  readonly now: Clock
}

type Imports = Awaited<ReturnType<ImportList['list']>>

const byCountDescending = (counts: Readonly<Record<string, number>>): [string, number][] =>
  Object.entries(counts).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))

const importsOf = (imports: Imports): Stats['imports'] => {
  const countInStates = (...states: Imports[number]['state'][]) =>
    imports.filter(({ state }) => states.includes(state)).length
  const completed = countInStates('completed', 'completed_with_errors')
  const failed = countInStates('failed')
  return { total: imports.length, inProgress: imports.length - completed - failed, completed, failed }
}

const indexOf = (row: SurveyRow | undefined): Stats['index'] =>
  row === undefined
    ? { state: 'ready', scanned: 0, added: 0 }
    : {
        state: row.standing === 'open' ? 'scanning' : 'ready',
        scanned: row.census.conversations,
        added: row.indexed,
      }

const quotasOf = (
  { tier, monthEndsAt, bytes, embeddingTokens, questions }: WorkspaceQuotas,
  stored: number,
): Stats['quotas'] => ({
  plan: tier,
  bytes: { used: stored, limit: bytes },
  embeddingTokens,
  questions,
  monthEndsAt: monthEndsAt.toISOString(),
})

const viewOf = (row: SurveyRow | undefined, imports: Imports, isFresh: boolean): Omit<Stats, 'quotas'> => {
  const { census = EMPTY_CENSUS, windows = 0, counted_at = null } = row?.last ?? {}
  const { conversations, messages, vendors, models, months, oldest = null, newest = null } = census
  const uploaded = imports.reduce((sum, { bytes_total }) => sum + bytes_total, 0)
  return {
    conversations,
    messages,
    windows,
    bytes: { uploaded, stored: census.bytes },
    vendors: byCountDescending(vendors).map(([vendor, count]) => ({
      vendor: vendor as Stats['vendors'][number]['vendor'],
      conversations: count,
    })),
    models: byCountDescending(models).map(([model, count]) => ({ model, conversations: count })),
    months: Object.keys(months)
      .sort()
      .map((month) => ({ month, conversations: months[month] ?? 0 })),
    oldest,
    newest,
    imports: importsOf(imports),
    countedAt: counted_at,
    fresh: isFresh,
    index: indexOf(row),
  }
}

const isRecent = ({ last }: SurveyRow, now: Date): boolean =>
  last !== undefined && Date.parse(last.counted_at) > now.getTime() - RECOUNT_MS

/** GET /api/stats: returns the last counts. Starts a new count if the content has changed since. */
export const statsRoute = ({ surveys, imports, queue, uploads, allowance, now }: StatsDeps) =>
  route(getStats, async ({ caller }) => {
    const workspace = workspaceOf(caller)
    const [row, importRows, allowances, stored] = await Promise.all([
      surveys.get(workspace),
      imports.list(workspace),
      allowance.read(workspace),
      usedBytes(uploads, workspace, now),
    ])
    const currentHash = importsHash(importRows)
    const isFresh = currentHash === (row?.last?.imports_hash ?? '')
    if (!isFresh && !(row && isRecent(row, now())) && (await surveys.requestSurvey(workspace, currentHash)))
      await queue.send({ workspace })
    return reply(200, { ...viewOf(row, importRows, isFresh), quotas: quotasOf(allowances, stored) })
  })
