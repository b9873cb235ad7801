import { cloudEvent } from '@signet/contracts/events'
import { eraseAccount, exportPrefixes, removeObjects } from '@signet/erasure'
import { exportRow } from '@signet/erasure/rows'
import { eraseRows, type Log, partitionOf, type TableDeps } from '@signet/kernel'
import type { Bucket } from '@signet/kernel/bucket'
import type { Outbox } from '@signet/kernel/events'
import { accountErasureContract } from '../contract/account-deletion.ts'
import { rows } from '../contract/rows.ts'
import { type AccessDeps, endAccess } from './end-access.ts'
import { type ErasureRow, type ErasureTable, erasureIdOf } from './erasure-table.ts'
import type { UserPool } from './user-pool.ts'

const DAY_MS = 86_400_000

export interface CarryOutDeps extends TableDeps, AccessDeps {
  readonly erasures: ErasureTable
  readonly outbox: Outbox
  readonly pool: UserPool
  readonly exports: Pick<Bucket, 'list' | 'remove'>
  readonly services: readonly string[]
  readonly log: Log
}

/** Builds the event of a round. Its ID is derived from the round, so a repeated event is a duplicate. */
const dueEvent = (row: ErasureRow, now: Date) => {
  const { id, org_id, user_id, email, rounds } = row
  const erasureId = erasureIdOf(row)
  return cloudEvent(accountErasureContract, 'account-erasure.due', {
    entity: erasureId,
    version: rounds,
    time: now,
    tenant: org_id ?? id,
    data: { erasure_id: erasureId, org_id: org_id ?? null, user_id: user_id ?? null, email: email ?? null },
  })
}

/**
 * Deletes the export row, so that services stop storing parts, and then the export's objects. A service that stores a
 * part during the first round has finished by the last round, at least 15 minutes later, which removes its objects.
 */
const eraseExports = async (
  { exports, ...deps }: CarryOutDeps,
  { org_id: org, user_id: user }: ErasureRow,
): Promise<void> => {
  if (org === undefined || user === undefined) return
  await eraseRows(deps, { pk: partitionOf(exportRow, { user }) })
  await removeObjects(exports, exportPrefixes(org))
}

/** Erases the account's own rows last, because other services use them to find their data. */
const eraseOwnRows = async (deps: CarryOutDeps, row: ErasureRow): Promise<void> => {
  const { org_id: org = null, user_id: user = null, email = null } = row
  const account = { org_id: org, user_id: user, email }
  const eraseFirst = async () => {
    await eraseExports(deps, row)
    if (user !== null) await deps.pool.remove(user)
    return 'done' as const
  }
  await eraseAccount(deps, rows, account, { before: eraseFirst })
}

const runRound = async (deps: CarryOutDeps, id: string): Promise<void> => {
  const { erasures, outbox, services, now, log } = deps
  const row = await erasures.begin(id)
  if (!row) return
  await endAccess(deps)(row)
  if (row.rounds === 0) await eraseExports(deps, row)
  const erasedServices = await erasures.erasedServices(row)
  const missing = services.filter((service) => !erasedServices.includes(service))
  if (row.rounds > 0 && missing.length === 0) {
    await eraseOwnRows(deps, row)
    await erasures.finish(row)
    log.info('account erasure finished', { erasure_id: id })
    return
  }
  if (row.rounds > 0 && now().getTime() - Date.parse(row.erases_at) > DAY_MS)
    log.error('services have not erased data of a deleted account', { erasure_id: id, services: missing })
  const nextRow = await erasures.startNextRound(row, (round) => outbox.steps([dueEvent(round, now())]))
  await outbox.publish([dueEvent(nextRow, now())])
}

/**
 * Carries out the due erasures, one round each: ends access and emits the event until every service has answered, then
 * erases the account's own rows. A round may be interrupted anywhere and is repeated.
 */
export const carryOutErasures = (deps: CarryOutDeps) => async (): Promise<void> => {
  for await (const id of deps.erasures.overdue()) {
    await runRound(deps, id).catch((error: unknown) =>
      deps.log.error('account erasure failed', { erasure_id: id, error }),
    )
  }
}
