import { DeleteCommand, GetCommand, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { conditionHeld, indexEntryOf, partitionOf, rowKey, type TableDeps, transact } from '@signet/kernel'
import { observedRow, workerRow } from '../contract/rows.ts'
import { usOf } from '../counters/slots.ts'

/** A worker that has sent telemetry. */
export interface Worker {
  readonly name: string
  /** ISO time of its first request. */
  readonly firstSeen: string
  /** Microseconds since 1970: what began before is erased, or about to be. */
  readonly floor: number
  /** Up to where it is erased. */
  readonly swept: number
  /** Whether somebody removed it, and it has sent nothing since. */
  readonly isGone: boolean
}

/** The plan's room for workers, and whose plan it is. */
export interface Room {
  readonly org: string
  readonly places: number
}

type Item = Readonly<Record<string, unknown>>

const workerOf = ({ name, first_seen, floor = 0, swept = 0, gone = 0 }: Item): Worker => ({
  ...{ name: String(name), firstSeen: String(first_seen), floor: Number(floor), swept: Number(swept) },
  isGone: gone === 1,
})

const namesIn = (item: Item | undefined): ReadonlySet<string> => (item?.names as Set<string> | undefined) ?? new Set()

/** The places of a plan that became smaller go to those who came first. */
const earliest = (workers: readonly Worker[], names: ReadonlySet<string>, places: number): readonly string[] =>
  workers
    .filter(({ name }) => names.has(name))
    .toSorted((one, other) => (`${one.firstSeen} ${one.name}` < `${other.firstSeen} ${other.name}` ? -1 : 1))
    .slice(0, places)
    .map(({ name }) => name)

/** The place in the plan: a set in one row, so that no two requests take the last one. */
const placing = (table: string, tenant: string, worker: string, { org, places }: Room) => ({
  Update: {
    TableName: table,
    Key: rowKey(observedRow, { tenant }),
    UpdateExpression: 'SET gsi1pk = :pk, gsi1sk = :sk, #org = :org ADD #names :names',
    ConditionExpression: 'attribute_not_exists(#names) OR contains(#names, :name) OR size(#names) < :places',
    ExpressionAttributeNames: { '#names': 'names', '#org': 'org' },
    ExpressionAttributeValues: {
      ...{ ':names': new Set([worker]), ':name': worker, ':places': places, ':org': org },
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

export type WorkerTable = ReturnType<typeof workerTable>

/** Workers of tenants. */
export const workerTable = (deps: TableDeps) => {
  const { db, table, now } = deps
  const observed = async (tenant: string): Promise<Item | undefined> => {
    const Key = rowKey(observedRow, { tenant })
    return (await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))).Item
  }
  const placesOf = async (tenant: string): Promise<ReadonlySet<string>> => namesIn(await observed(tenant))
  const all = async (tenant: string): Promise<readonly Worker[]> => {
    const asked = {
      TableName: table,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :start)',
      ExpressionAttributeValues: { ':pk': partitionOf(workerRow, { tenant }), ':start': 'W#' },
      ConsistentRead: true,
    }
    const found: Worker[] = []
    for await (const { Items = [] } of paginateQuery({ client: db }, asked)) found.push(...Items.map(workerOf))
    return found
  }
  return {
    /** Every worker of a tenant, in the order of their names' bytes: ours and removed ones, too. */
    all,
    placesOf,

    /** Whose plan it is; undefined: the tenant has no workers. */
    async orgOf(tenant: string): Promise<string | undefined> {
      const org = (await observed(tenant))?.org
      return org === undefined ? undefined : String(org)
    },

    /** Every tenant with workers. The index is eventually consistent. */
    async *tenants(): AsyncGenerator<string> {
      const asked = {
        TableName: table,
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :all',
        ExpressionAttributeValues: { ':all': observedRow.index.gsi1pk },
      }
      for await (const { Items = [] } of paginateQuery({ client: db }, asked))
        yield* Items.map(({ gsi1sk }) => String(gsi1sk))
    },

    /** Forgets a removed worker of which nothing is left, unless it sends again. */
    async forget(tenant: string, worker: string): Promise<void> {
      const forgetting = {
        TableName: table,
        Key: rowKey(workerRow, { tenant, worker }),
        ConditionExpression: 'gone = :one',
        ExpressionAttributeValues: { ':one': 1 },
      }
      await conditionHeld(db.send(new DeleteCommand(forgetting)))
    },

    /** Whether the worker has a place in the plan; it takes a free one. The number of places holds exactly. */
    async admit(tenant: string, worker: string, room: Room): Promise<boolean> {
      const names = await placesOf(tenant)
      if (names.size > room.places) return earliest(await all(tenant), names, room.places).includes(worker)
      if (names.has(worker)) return true
      const place = placing(table, tenant, worker, room)
      return transact<boolean>(deps, async (refused) =>
        refused?.conditionFailed(place)
          ? { result: false }
          : { steps: [place, noting(table, tenant, worker, now().toISOString())], result: true },
      )
    },

    /** Notes a worker of ours, which holds no place. */
    note: (tenant: string, worker: string): Promise<unknown> =>
      db.send(new UpdateCommand(noting(table, tenant, worker, now().toISOString()).Update)),

    /** Frees the place of a worker that sends no more. */
    free: (tenant: string, worker: string): Promise<boolean> =>
      conditionHeld(db.send(new UpdateCommand(freeing(table, tenant, worker)))),

    /** Removes a worker: its place is free, and whatever it sent is hidden. False: there is none. */
    async remove(tenant: string, worker: string): Promise<boolean> {
      const gone = {
        Update: {
          TableName: table,
          Key: rowKey(workerRow, { tenant, worker }),
          UpdateExpression: 'SET gone = :one, floor = :now',
          ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(gone)',
          ExpressionAttributeValues: { ':one': 1, ':now': usOf(now().getTime()) + 1 },
        },
      }
      return transact<boolean>(deps, async (refused) =>
        refused?.conditionFailed(gone)
          ? { result: false }
          : { steps: [gone, { Update: freeing(table, tenant, worker) }], result: true },
      )
    },

    /** Hides what began before; never shows again what was hidden. */
    raise: (tenant: string, worker: string, member: 'floor' | 'swept', to: number): Promise<boolean> =>
      conditionHeld(
        db.send(
          new UpdateCommand({
            TableName: table,
            Key: rowKey(workerRow, { tenant, worker }),
            UpdateExpression: 'SET #member = :to',
            ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(#member) OR #member < :to)',
            ExpressionAttributeNames: { '#member': member },
            ExpressionAttributeValues: { ':to': to },
          }),
        ),
      ),
  }
}
