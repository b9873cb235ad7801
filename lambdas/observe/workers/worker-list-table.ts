import { GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb'
import { partitionOf, rowKey, type TableDeps } from '@signet/kernel'
import { admittedWorkersRow, workerRow } from '../contract/rows.ts'

export interface Worker {
  readonly name: string
  /** ISO time of the first request. */
  readonly firstSeen: string
  /** Microseconds since 1970. Telemetry that started earlier is erased or about to be erased. */
  readonly floor: number
  /** Microseconds since 1970. Telemetry that started earlier is erased. */
  readonly swept: number
  readonly isRemoved: boolean
}

type Item = Readonly<Record<string, unknown>>

const workerOf = ({ name, first_seen, floor = 0, swept = 0, gone = 0 }: Item): Worker => ({
  name: String(name),
  firstSeen: String(first_seen),
  floor: Number(floor),
  swept: Number(swept),
  isRemoved: gone === 1,
})

const namesIn = (item: Item | undefined): ReadonlySet<string> => (item?.names as Set<string> | undefined) ?? new Set()

export const workerList = ({ db, table }: Pick<TableDeps, 'db' | 'table'>) => {
  const readAdmitted = async (tenant: string): Promise<Item | undefined> => {
    const Key = rowKey(admittedWorkersRow, { tenant })
    return (await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))).Item
  }
  return {
    /** Returns all workers of a tenant in byte order of their names, including internal and removed ones. */
    async all(tenant: string): Promise<readonly Worker[]> {
      const query = {
        TableName: table,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :start)',
        ExpressionAttributeValues: { ':pk': partitionOf(workerRow, { tenant }), ':start': 'W#' },
        ConsistentRead: true,
      }
      const workers: Worker[] = []
      for await (const { Items = [] } of paginateQuery({ client: db }, query)) workers.push(...Items.map(workerOf))
      return workers
    },

    admittedNames: async (tenant: string): Promise<ReadonlySet<string>> => namesIn(await readAdmitted(tenant)),

    async orgOf(tenant: string): Promise<string | undefined> {
      const org = (await readAdmitted(tenant))?.org
      return org === undefined ? undefined : String(org)
    },

    /** Returns all tenants with workers. The index is eventually consistent. */
    async *tenants(): AsyncGenerator<string> {
      const query = {
        TableName: table,
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :all',
        ExpressionAttributeValues: { ':all': admittedWorkersRow.index.gsi1pk },
      }
      for await (const { Items = [] } of paginateQuery({ client: db }, query))
        yield* Items.map(({ gsi1sk }) => String(gsi1sk))
    },
  }
}
