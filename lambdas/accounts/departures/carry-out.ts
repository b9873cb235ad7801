import type { Bucket } from '@signet/kernel/bucket'
import { cloudEvent } from '@signet/contracts/events'
import type { Outbox } from '@signet/kernel/events'
import { eraseRows, type Log, type TableDeps } from '@signet/kernel'
import { exportPrefixes } from '@signet/erasure'
import { departureContract } from '../contract/departures.ts'
import { closeDoors, type DoorDeps } from './close-doors.ts'
import { type DepartureRow, type DepartureTable, occasionOf } from './departure-table.ts'
import type { UserPool } from './user-pool.ts'

const DAY_MS = 86_400_000

export interface CarryOutDeps extends TableDeps, DoorDeps {
  readonly departures: DepartureTable
  readonly outbox: Outbox
  /** Where people sign in. */
  readonly pool: UserPool
  /** The bucket of exports. */
  readonly exports: Pick<Bucket, 'list' | 'remove'>
  /** The services that erase something, by their names. */
  readonly services: readonly string[]
  readonly log: Log
}

/** The event of a round. Its id follows from the round, so a repeated one is the same. */
const dueEvent = (row: DepartureRow, now: Date) => {
  const { id, org_id, user_id, email, rounds } = row
  const occasion = occasionOf(row)
  return cloudEvent(departureContract, 'departure.due', {
    entity: occasion,
    version: rounds,
    time: now,
    tenant: org_id ?? id,
    data: { departure_id: occasion, org_id: org_id ?? null, user_id: user_id ?? null, email: email ?? null },
  })
}

/**
 * No service answers an export without its row. Those that are at it when the first round takes the row have stopped at
 * the next round, a quarter of an hour later, which finds what they have stored.
 */
const eraseExports = async (
  { exports, ...deps }: CarryOutDeps,
  { org_id: org, user_id: user }: DepartureRow,
): Promise<void> => {
  if (org === undefined || user === undefined) return
  await eraseRows(deps, { pk: `EXPORT#${user}` })
  for (const prefix of exportPrefixes(org))
    for (let keys = await exports.list(prefix); keys.length > 0; keys = await exports.list(prefix))
      await exports.remove(keys)
}

/** Rows of people, organisations and the lists of keys. They go last: the other services are told by them whose things go. */
const eraseOwn = async (deps: CarryOutDeps, row: DepartureRow): Promise<void> => {
  const { org_id, user_id } = row
  if (org_id !== undefined) {
    await eraseRows(deps, { pk: `ORGKEY#${org_id}` })
    await eraseRows(deps, { pk: `ORG#${org_id}` })
  }
  if (user_id === undefined) return
  await eraseExports(deps, row)
  await deps.pool.remove(user_id)
  await eraseRows(deps, { pk: `PERSON#${user_id}` })
}

const oneRound = async (deps: CarryOutDeps, id: string): Promise<void> => {
  const { departures, outbox, services, now, log } = deps
  const row = await departures.begin(id)
  if (!row) return
  await closeDoors(deps)(row)
  if (row.rounds === 0) await eraseExports(deps, row)
  const answered = await departures.answered(row)
  const missing = services.filter((service) => !answered.includes(service))
  if (row.rounds > 0 && missing.length === 0) {
    await eraseOwn(deps, row)
    await departures.end(row)
    log.info('a departure is complete', { departure_id: id })
    return
  }
  if (row.rounds > 0 && now().getTime() - Date.parse(row.erases_at) > DAY_MS)
    log.error('services have not erased what they keep of somebody who left', { departure_id: id, services: missing })
  const next = await departures.again(row, (round) => outbox.steps([dueEvent(round, now())]))
  await outbox.publish([dueEvent(next, now())])
}

/**
 * Carries out the departures that are due, a round each: doors are closed and services are told, until each has
 * answered; then the rows of accounts go. A round may be cut off anywhere and is repeated.
 */
export const carryOut = (deps: CarryOutDeps) => async (): Promise<void> => {
  for await (const id of deps.departures.overdue()) {
    await oneRound(deps, id).catch((error: unknown) =>
      deps.log.error('a departure could not be carried out', { departure_id: id, error }),
    )
  }
}
