import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { conditionHeld, indexEntryOf, rowKey, type TableDeps, transact } from '@signet/kernel'
import { observedRow, workerRow } from '../contract/rows.ts'
import { usOf } from '../counters/units.ts'
import { type Worker, workerList } from './worker-list-table.ts'

export interface WorkerCapacity {
  readonly org: string
  readonly places: number
}

/** The places of a plan that became smaller go to those who came first. */
const earliest = (workers: readonly Worker[], names: ReadonlySet<string>, places: number): readonly string[] =>
  workers
    .filter(({ name }) => names.has(name))
    .toSorted((one, other) => (`${one.firstSeen} ${one.name}` < `${other.firstSeen} ${other.name}` ? -1 : 1))
    .slice(0, places)
    .map(({ name }) => name)

/** The place in the plan: a set in one row, so that no two requests take the last one. */
const placing = (table: string, tenant: string, worker: string, { org, places }: WorkerCapacity) => ({
  Update: {
    TableName: table,
    Key: rowKey(observedRow, { tenant }),
    UpdateExpression: 'SET gsi1pk = :pk, gsi1sk = :sk, #org = :org ADD #names :names',
    ConditionExpression: 'attribute_not_exists(#names) OR contains(#names, :name) OR size(#names) < :places',
    ExpressionAttributeNames: { '#names': 'names', '#org': 'org' },
    ExpressionAttributeValues: {
      ':names': new Set([worker]),
      ':name': worker,
      ':places': places,
      ':org': org,
      ...(({ gsi1pk, gsi1sk }) => ({ ':pk': gsi1pk, ':sk': gsi1sk }))(indexEntryOf(observedRow, { tenant })),
    },
  },
})

const noting = (table: string, tenant: string, worker: string, at: string) => ({
  Update: {
    TableName: table,
    Key: rowKey(workerRow, { tenant, worker }),
    UpdateExpression: 'SET #name = :name, first_seen = if_not_exists(first_seen, :at) REMOVE gone',
    ExpressionAttributeNames: { '#name': 'name' },
    ExpressionAttributeValues: { ':name': worker, ':at': at },
  },
})

const freeing = (table: string, tenant: string, worker: string) => ({
  TableName: table,
  Key: rowKey(observedRow, { tenant }),
  UpdateExpression: 'DELETE #names :names',
  ConditionExpression: 'attribute_exists(pk)',
  ExpressionAttributeNames: { '#names': 'names' },
  ExpressionAttributeValues: { ':names': new Set([worker]) },
})

const hiding = (table: string, tenant: string, worker: string, now: Date) => ({
  Update: {
    TableName: table,
    Key: rowKey(workerRow, { tenant, worker }),
    UpdateExpression: 'SET gone = :one, floor = :now',
    ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(gone)',
    // What began in this millisecond, too.
    ExpressionAttributeValues: { ':one': 1, ':now': usOf(now.getTime() + 1) },
  },
})

const raising = (table: string, key: { tenant: string; worker: string }, member: 'floor' | 'swept', to: number) => ({
  TableName: table,
  Key: rowKey(workerRow, key),
  UpdateExpression: 'SET #member = :to',
  ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(#member) OR #member < :to)',
  ExpressionAttributeNames: { '#member': member },
  ExpressionAttributeValues: { ':to': to },
})

const forgetting = (table: string, tenant: string, worker: string) => ({
  TableName: table,
  Key: rowKey(workerRow, { tenant, worker }),
  ConditionExpression: 'gone = :one',
  ExpressionAttributeValues: { ':one': 1 },
})

export type WorkerTable = ReturnType<typeof workerTable>

export const workerTable = (deps: TableDeps) => {
  const { db, table, now } = deps
  const list = workerList(deps)
  return {
    ...list,

    /** Whether the worker has a place in the plan; it takes a free one. The number of places holds exactly. */
    async admit(tenant: string, worker: string, room: WorkerCapacity): Promise<boolean> {
      const names = await list.placesOf(tenant)
      if (names.size > room.places) return earliest(await list.all(tenant), names, room.places).includes(worker)
      if (names.has(worker)) return true
      const place = placing(table, tenant, worker, room)
      return transact<boolean>(deps, async (refused) => {
        if (refused?.conditionFailed(place)) return { result: false }
        return { steps: [place, noting(table, tenant, worker, now().toISOString())], result: true }
      })
    },

    note: (tenant: string, worker: string): Promise<unknown> =>
      db.send(new UpdateCommand(noting(table, tenant, worker, now().toISOString()).Update)),

    free: (tenant: string, worker: string): Promise<boolean> =>
      conditionHeld(db.send(new UpdateCommand(freeing(table, tenant, worker)))),

    /** Removes a worker: its place is free, and whatever it sent is hidden. False: there is none. */
    async remove(tenant: string, worker: string): Promise<boolean> {
      const gone = hiding(table, tenant, worker, now())
      return transact<boolean>(deps, async (refused) => {
        if (refused?.conditionFailed(gone)) return { result: false }
        return { steps: [gone, { Update: freeing(table, tenant, worker) }], result: true }
      })
    },

    /** Raises where what is shown begins, or up to where the rest is erased. Neither goes back. */
    raise: (tenant: string, worker: string, member: 'floor' | 'swept', to: number): Promise<boolean> =>
      conditionHeld(db.send(new UpdateCommand(raising(table, { tenant, worker }, member, to)))),

    /** Forgets a removed worker of which nothing is left, unless it sends again. False: it does. */
    forget: (tenant: string, worker: string): Promise<boolean> =>
      conditionHeld(db.send(new DeleteCommand(forgetting(table, tenant, worker)))),
  }
}
