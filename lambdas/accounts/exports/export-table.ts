import { type CloudEvent, cloudEvent } from '@signet/contracts/events'
import { DOWNLOAD_DAYS, exportPartRow, exportRow, OPEN_DAYS } from '@signet/erasure/rows'
import { personalTenantOf } from '@signet/identity'
import { addMs, type NewId, overdueRows, type RowOf, rowTable, type TableDeps, transact } from '@signet/kernel'
import type { Outbox } from '@signet/kernel/events'
import { accountExportContract } from '../contract/account-export.ts'

export type ExportRow = RowOf<typeof exportRow>

const DAY_MS = 86_400_000

/** Exceeds the timeout of the worker that joins the parts. */
const JOINING_MS = 16 * 60_000

interface Requester {
  readonly user: string
  readonly email?: string | undefined
}

export interface JoinedExport {
  readonly files: number
  readonly bytes: number
  readonly missing: readonly string[]
}

export interface ExportTable {
  get(user: string): Promise<ExportRow | undefined>
  /** Returns the latest export. Starts one if none exists, or if the latest is finished and `isNew` is set. */
  request(requester: Requester, options?: { readonly isNew: boolean }): Promise<ExportRow>
  /** Returns the services that have stored their part, each with the run that stored it. */
  storedRunsByService(row: ExportRow): Promise<ReadonlyMap<string, string>>
  listDue(): AsyncGenerator<string>
  resend(row: ExportRow): Promise<void>
  /** Claims the export to join its parts. Returns undefined if another worker has claimed it or it was deleted. */
  claim(row: ExportRow): Promise<ExportRow | undefined>
  /** Marks the export as finished. Returns false if another worker has claimed it in the meantime or it was deleted. */
  finish(row: ExportRow, joined: JoinedExport): Promise<boolean>
}

export interface ExportTableDeps extends TableDeps {
  readonly newId: NewId
  readonly outbox: Outbox
}

/** Builds the event of a round. Its ID is derived from the round, so a repeated event is a duplicate. */
const dueEvent = ({ export_id, org: org_id, user: user_id, email, rounds, told_at }: ExportRow): CloudEvent =>
  cloudEvent(accountExportContract, 'account-export.due', {
    entity: export_id,
    version: rounds,
    time: new Date(told_at),
    tenant: org_id,
    data: { export_id, org_id, user_id, email: email ?? null },
  })

const newExport = ({ user, email }: Requester, at: Date, export_id: string): ExportRow => {
  const now = at.toISOString()
  return {
    user,
    org: personalTenantOf(user),
    export_id,
    asked_at: now,
    due: now,
    told_at: now,
    rounds: 1,
    ...(email === undefined ? {} : { email }),
    standing: 'open',
    until: addMs(at, OPEN_DAYS * DAY_MS).toISOString(),
  }
}

const requestExport =
  (deps: ExportTableDeps): ExportTable['request'] =>
  async (requester, { isNew } = { isNew: false }) => {
    const { now, newId, outbox } = deps
    const { user } = requester
    const rows = rowTable(exportRow, deps)
    const { row, events } = await transact<{ readonly row: ExportRow; readonly events: readonly CloudEvent[] }>(
      deps,
      async () => {
        const latest = await rows.get({ user })
        if (latest && !(isNew && latest.standing === 'over')) return { result: { row: latest, events: [] } }
        const next = newExport(requester, now(), newId())
        const due = [dueEvent(next)]
        const step = latest
          ? rows.steps.replace({ user }, next, { export_id: latest.export_id })
          : rows.steps.putNew({ user }, next)
        return { steps: [step, ...outbox.steps(due)], result: { row: next, events: due } }
      },
    )
    await outbox.publish(events)
    return row
  }

export const exportTable = (deps: ExportTableDeps): ExportTable => {
  const { now, outbox } = deps
  const rows = rowTable(exportRow, deps)
  const parts = rowTable(exportPartRow, deps)

  return {
    get: (user) => rows.get({ user }),
    request: requestExport(deps),
    async storedRunsByService({ user, export_id }) {
      const allParts = await parts.all({ user })
      return new Map(allParts.flatMap((part) => (part.export_id === export_id ? [[part.service, part.run]] : [])))
    },
    async *listDue() {
      for await (const { partition } of overdueRows(deps, exportRow)) yield partition
    },
    async resend(row) {
      const { user, export_id, rounds } = row
      const next = { ...row, told_at: now().toISOString(), rounds: rounds + 1 }
      const events = [dueEvent(next)]
      const step = rows.steps.replace({ user }, next, { export_id, rounds })
      await transact(deps, async () => ({ steps: [step, ...outbox.steps(events)], result: undefined }))
      await outbox.publish(events)
    },
    async claim(row) {
      const next = { ...row, due: addMs(now(), JOINING_MS).toISOString() }
      const { user, export_id, due } = row
      return (await rows.replace({ user }, next, { export_id, due })) ? next : undefined
    },
    async finish(row, { files, bytes, missing }) {
      const ready = now()
      const { user, export_id, due } = row
      const until = addMs(ready, DOWNLOAD_DAYS * DAY_MS).toISOString()
      const finished: ExportRow = {
        ...row,
        standing: 'over',
        ready_at: ready.toISOString(),
        files,
        bytes,
        missing: [...missing],
        until,
      }
      return rows.replace({ user }, finished, { export_id, due })
    },
  }
}
