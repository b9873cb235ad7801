import { reply } from '@signet/contracts'
import { addMs, type Clock, type RowOf, type RowTable, route } from '@signet/kernel'
import { workspaceOf } from '@signet/search/conversations/callers'
import type { meterRow } from '@signet/search/conversations/rows'
import { getTelemetry, type TelemetryDay } from '../contract/telemetry.ts'
import type { ImportList } from '../imports/import-list-table.ts'

export interface TelemetryDeps {
  readonly meters: RowTable<typeof meterRow>
  readonly imports: ImportList
  readonly models: { readonly embedding: string; readonly language: string }
  readonly now: Clock
}

type DayCounts = Omit<TelemetryDay, 'day'>

const DAY_MS = 86_400_000

const dayOf = (time: Date | string): string => (typeof time === 'string' ? time : time.toISOString()).slice(0, 10)

const countsOf = (row: Partial<RowOf<typeof meterRow>>, imports: number): DayCounts => ({
  imports,
  windowsEmbedded: row.windows ?? 0,
  embeddingCalls: row.embedding_calls ?? 0,
  embeddingTexts: row.embedding_texts ?? 0,
  searches: row.searches ?? 0,
  questions: row.questions ?? 0,
  refusals: row.refusals ?? 0,
  tokensIn: row.tokens_in ?? 0,
  tokensOut: row.tokens_out ?? 0,
})

const ZERO_COUNTS = countsOf({}, 0)

const sumOf = (days: readonly TelemetryDay[]): DayCounts => {
  const names = Object.keys(ZERO_COUNTS) as (keyof DayCounts)[]
  const total = (name: keyof DayCounts): number => days.reduce((sum, day) => sum + day[name], 0)
  return Object.fromEntries(names.map((name) => [name, total(name)])) as DayCounts
}

export const telemetryRoute = ({ meters, imports, models, now }: TelemetryDeps) =>
  route(getTelemetry, async ({ caller, query: { limit } }) => {
    const workspace = workspaceOf(caller)
    const [{ rows }, importRows] = await Promise.all([
      meters.page({ workspace }, { limit, newestFirst: true }),
      imports.list(workspace),
    ])
    const rowsByDay = new Map(rows.map((row) => [row.day, row]))
    const importsByDay = Map.groupBy(importRows, ({ queued_at }) => dayOf(queued_at))
    const days = Array.from({ length: limit }, (_, daysAgo): TelemetryDay => {
      const day = dayOf(addMs(now(), -daysAgo * DAY_MS))
      return { day, ...countsOf(rowsByDay.get(day) ?? {}, importsByDay.get(day)?.length ?? 0) }
    })
    const { embedding: embeddingModel, language: languageModel } = models
    return reply(200, { days, total: sumOf(days), embeddingModel, languageModel })
  })
