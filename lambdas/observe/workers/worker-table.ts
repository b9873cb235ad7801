import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { conditionHeld, indexEntryOf, rowKey, type TableDeps, transact } from '@signet/kernel'
import { admittedWorkersRow, workerRow } from '../contract/rows.ts'
import { usOf } from '../counters/units.ts'
import { type Worker, workerList } from './worker-list-table.ts'

export interface WorkerLimit {
  readonly org: string
  readonly maxWorkers: number
}

/** Returns the workers that remain admitted after a downgrade: those seen first. */
const earliestWorkers = (
  workers: readonly Worker[],
  names: ReadonlySet<string>,
  maxWorkers: number,
): readonly string[] =>
  workers
    .filter(({ name }) => names.has(name))
    .toSorted((one, other) => (`${one.firstSeen} ${one.name}` < `${other.firstSeen} ${other.name}` ? -1 : 1))
    .slice(0, maxWorkers)
    .map(({ name }) => name)

/**
 * Counts a worker against the plan. The names are one set in one row, so that concurrent requests cannot exceed the
 * limit.
 */
const admissionStep = (table: string, tenant: string, worker: string, { org, maxWorkers }: WorkerLimit) => ({
  Update: {
    TableName: table,
    Key: rowKey(admittedWorkersRow, { tenant }),
    UpdateExpression: 'SET gsi1pk = :pk, gsi1sk = :sk, #org = :org ADD #names :names',
    ConditionExpression: 'attribute_not_exists(#names) OR contains(#names, :name) OR size(#names) < :maxWorkers',
    ExpressionAttributeNames: { '#names': 'names', '#org': 'org' },
    ExpressionAttributeValues: {
      ':names': new Set([worker]),
      ':name': worker,
      ':maxWorkers': maxWorkers,
      ':org': org,
      ...(({ gsi1pk, gsi1sk }) => ({ ':pk': gsi1pk, ':sk': gsi1sk }))(indexEntryOf(admittedWorkersRow, { tenant })),
    },
  },
})

const registrationStep = (table: string, tenant: string, worker: string, at: string) => ({
  Update: {
    TableName: table,
    Key: rowKey(workerRow, { tenant, worker }),
    UpdateExpression: 'SET #name = :name, first_seen = if_not_exists(first_seen, :at) REMOVE gone',
    ExpressionAttributeNames: { '#name': 'name' },
    ExpressionAttributeValues: { ':name': worker, ':at': at },
  },
})

const releaseUpdate = (table: string, tenant: string, worker: string) => ({
  TableName: table,
  Key: rowKey(admittedWorkersRow, { tenant }),
  UpdateExpression: 'DELETE #names :names',
  ConditionExpression: 'attribute_exists(pk)',
  ExpressionAttributeNames: { '#names': 'names' },
  ExpressionAttributeValues: { ':names': new Set([worker]) },
})

const removalStep = (table: string, tenant: string, worker: string, now: Date) => ({
  Update: {
    TableName: table,
    Key: rowKey(workerRow, { tenant, worker }),
    UpdateExpression: 'SET gone = :one, floor = :now',
    ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(gone)',
    // Also hides telemetry that started in this millisecond.
    ExpressionAttributeValues: { ':one': 1, ':now': usOf(now.getTime() + 1) },
  },
})

const raiseUpdate = (
  table: string,
  key: { tenant: string; worker: string },
  member: 'floor' | 'swept',
  to: number,
) => ({
  TableName: table,
  Key: rowKey(workerRow, key),
  UpdateExpression: 'SET #member = :to',
  ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(#member) OR #member < :to)',
  ExpressionAttributeNames: { '#member': member },
  ExpressionAttributeValues: { ':to': to },
})

const deletion = (table: string, tenant: string, worker: string) => ({
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
    async admit(tenant: string, worker: string, capacity: WorkerLimit): Promise<boolean> {
      const names = await list.admittedNames(tenant)
      if (names.size > capacity.maxWorkers)
        return earliestWorkers(await list.all(tenant), names, capacity.maxWorkers).includes(worker)
      if (names.has(worker)) return true
      const admission = admissionStep(table, tenant, worker, capacity)
      return transact<boolean>(deps, async (refused) => {
        if (refused?.conditionFailed(admission)) return { result: false }
        return { steps: [admission, registrationStep(table, tenant, worker, now().toISOString())], result: true }
      })
    },

    register: (tenant: string, worker: string): Promise<unknown> =>
      db.send(new UpdateCommand(registrationStep(table, tenant, worker, now().toISOString()).Update)),

    release: (tenant: string, worker: string): Promise<boolean> =>
      conditionHeld(db.send(new UpdateCommand(releaseUpdate(table, tenant, worker)))),

    /** Removes a worker: frees its capacity and hides its telemetry. Returns false if the worker does not exist. */
    async remove(tenant: string, worker: string): Promise<boolean> {
      const removal = removalStep(table, tenant, worker, now())
      return transact<boolean>(deps, async (refused) => {
        if (refused?.conditionFailed(removal)) return { result: false }
        return { steps: [removal, { Update: releaseUpdate(table, tenant, worker) }], result: true }
      })
    },

    /** Raises `floor`, the start of visible telemetry, or `swept`, the end of erased telemetry. Neither decreases. */
    raise: (tenant: string, worker: string, member: 'floor' | 'swept', to: number): Promise<boolean> =>
      conditionHeld(db.send(new UpdateCommand(raiseUpdate(table, { tenant, worker }, member, to)))),

    /** Deletes a removed worker without remaining telemetry. Returns false if it has sent telemetry again. */
    delete: (tenant: string, worker: string): Promise<boolean> =>
      conditionHeld(db.send(new DeleteCommand(deletion(table, tenant, worker)))),
  }
}
