import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { conditionHeld, indexEntryOf, rowKey, type TableDeps, transact } from '@signet/kernel'
import { observedRow, workerRow } from '../contract/rows.ts'
import { usOf } from '../counters/units.ts'
import { type Worker, workerList } from './worker-list-table.ts'

export interface WorkerCapacity {
  readonly org: string
  readonly places: number
}

/** Returns the workers that remain admitted after a downgrade: those seen first. */
const earliest = (workers: readonly Worker[], names: ReadonlySet<string>, places: number): readonly string[] =>
  workers
    .filter(({ name }) => names.has(name))
    .toSorted((one, other) => (`${one.firstSeen} ${one.name}` < `${other.firstSeen} ${other.name}` ? -1 : 1))
    .slice(0, places)
    .map(({ name }) => name)

/**
 * Counts a worker against the plan. The names are one set in one row, so that concurrent requests cannot exceed the
 * limit.
 */
const admission = (table: string, tenant: string, worker: string, { org, places }: WorkerCapacity) => ({
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
    // Also hides telemetry that started in this millisecond.
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

    /**
     * Admits a worker if the plan has capacity, or if it is already admitted. Concurrent requests never exceed the
     * limit.
     */
    async admit(tenant: string, worker: string, capacity: WorkerCapacity): Promise<boolean> {
      const names = await list.admittedNames(tenant)
      if (names.size > capacity.places) return earliest(await list.all(tenant), names, capacity.places).includes(worker)
      if (names.has(worker)) return true
      const admissionStep = admission(table, tenant, worker, capacity)
      return transact<boolean>(deps, async (refused) => {
        if (refused?.conditionFailed(admissionStep)) return { result: false }
        return { steps: [admissionStep, noting(table, tenant, worker, now().toISOString())], result: true }
      })
    },

    note: (tenant: string, worker: string): Promise<unknown> =>
      db.send(new UpdateCommand(noting(table, tenant, worker, now().toISOString()).Update)),

    free: (tenant: string, worker: string): Promise<boolean> =>
      conditionHeld(db.send(new UpdateCommand(freeing(table, tenant, worker)))),

    /** Removes a worker: frees its capacity and hides its telemetry. Returns false if the worker does not exist. */
    async remove(tenant: string, worker: string): Promise<boolean> {
      const gone = hiding(table, tenant, worker, now())
      return transact<boolean>(deps, async (refused) => {
        if (refused?.conditionFailed(gone)) return { result: false }
        return { steps: [gone, { Update: freeing(table, tenant, worker) }], result: true }
      })
    },

    /** Raises `floor`, the start of visible telemetry, or `swept`, the end of erased telemetry. Neither decreases. */
    raise: (tenant: string, worker: string, member: 'floor' | 'swept', to: number): Promise<boolean> =>
      conditionHeld(db.send(new UpdateCommand(raising(table, { tenant, worker }, member, to)))),

    /** Deletes a removed worker without remaining telemetry. Returns false if it has sent telemetry again. */
    forget: (tenant: string, worker: string): Promise<boolean> =>
      conditionHeld(db.send(new DeleteCommand(forgetting(table, tenant, worker)))),
  }
}
