import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import { BatchWriteCommand, DynamoDBDocumentClient, GetCommand, paginateScan } from '@aws-sdk/lib-dynamodb'
import { seedIdentities } from '../../lib/local/seed.ts'
import { type RunningStack, startStack } from '../../lib/local/stack.ts'
import { SERVICES } from '../../lib/services.ts'

/**
 * Runs the drill of docs/restore.md locally: the table is lost, a copy contains the rows that it had at the restore
 * point, and the configuration selects the copy. The system serves rows from before that point, not later ones, and
 * writes to the copy; it does not read the lost table.
 */
const RESTORED = 'signet-restored-by-the-drill'
const BATCH = 25
const problems: string[] = []
const expectEqual = (what: string, actual: unknown, wanted: unknown): void => {
  if (JSON.stringify(actual) !== JSON.stringify(wanted))
    problems.push(`${what}: ${JSON.stringify(actual)}, not ${JSON.stringify(wanted)}`)
}

const tablesOf = ({ aws }: RunningStack) => {
  const client = new DynamoDBClient({
    endpoint: aws.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
  return { client, db: DynamoDBDocumentClient.from(client) }
}

/** Copies a table like RestoreTableToPointInTime: keys, indexes and rows, without time to live. */
const copyTable = async (stack: RunningStack, from: string): Promise<number> => {
  const { client, db } = tablesOf(stack)
  const { Table } = await client.send(new DescribeTableCommand({ TableName: from }))
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes = [] } = Table ?? {}
  const indexes = GlobalSecondaryIndexes.map(({ IndexName, KeySchema: keys, Projection }) => ({
    IndexName,
    KeySchema: keys,
    Projection,
  }))
  const definition = { TableName: RESTORED, KeySchema, AttributeDefinitions, BillingMode: 'PAY_PER_REQUEST' }
  await client.send(
    new CreateTableCommand({ ...definition, GlobalSecondaryIndexes: indexes } as CreateTableCommandInput),
  )
  let rows = 0
  for await (const { Items = [] } of paginateScan({ client: db }, { TableName: from })) {
    for (let i = 0; i < Items.length; i += BATCH) {
      const requests = Items.slice(i, i + BATCH).map((Item) => ({ PutRequest: { Item } }))
      await db.send(new BatchWriteCommand({ RequestItems: { [RESTORED]: requests } }))
    }
    rows += Items.length
  }
  const TimeToLiveSpecification = { AttributeName: 'ttl', Enabled: true }
  await client.send(new UpdateTimeToLiveCommand({ TableName: RESTORED, TimeToLiveSpecification }))
  return rows
}

const flagClient = ({ urls, identities }: RunningStack) => {
  const headers = { authorization: `Bearer ${identities.team?.platKey}`, 'content-type': 'application/json' }
  return {
    createFlag: async (key: string) => {
      const body = JSON.stringify({ key, type: 'boolean', enabled: true })
      return (await fetch(`${urls.flags}/flags`, { method: 'POST', headers, body })).status
    },
    readFlag: async (key: string) => (await fetch(`${urls.flags}/flags/${key}`, { headers })).status,
  }
}

const state = mkdtempSync(join(tmpdir(), 'signet-restore-'))
const options = { port: 0, state, watch: false, seed: seedIdentities() }

const drill = async (): Promise<void> => {
  const before = await startStack({ ...options, fresh: true })
  const lostTable = String(before.app.tables[0]?.name)
  try {
    const { createFlag } = flagClient(before)
    expectEqual('a flag created before the restore point', await createFlag('before'), 201)
    const rows = await copyTable(before, lostTable)
    console.log(`${rows} rows are in ${RESTORED}`)
    expectEqual('a flag created after the restore point', await createFlag('after'), 201)
  } finally {
    await before.stop()
  }
  process.env.SIGNET_TABLE = RESTORED
  const restored = await startStack(options)
  try {
    const { createFlag, readFlag } = flagClient(restored)
    expectEqual('a row from before the restore point', await readFlag('before'), 200)
    expectEqual('a row from after the restore point', await readFlag('after'), 404)
    expectEqual('a new row', await createFlag('new'), 201)
    expectEqual('the stored new row', await readFlag('new'), 200)
    const { db } = tablesOf(restored)
    const org = restored.identities.team?.orgId
    // Services that are deployed apart have a separate table, which was not lost.
    const separateServices = SERVICES.flatMap(({ service, isApart }) => (isApart ? [service.name] : []))
    const tableNames = restored.app.functions
      .filter(({ bundle }) => !separateServices.some((name) => bundle?.startsWith(`${name}-`)))
      .map(({ environment }) => environment.TABLE_NAME)
      .filter((name) => name !== undefined)
    expectEqual('every function reads the restored table', [...new Set(tableNames)], [RESTORED])
    const Key = { pk: `ORG#${org}`, sk: 'ORG' }
    const { Item } = await db.send(new GetCommand({ TableName: RESTORED, Key }))
    expectEqual('the organization exists', Item !== undefined, true)
  } finally {
    delete process.env.SIGNET_TABLE
    await restored.stop()
  }
}

drill()
  .catch((error: unknown) => problems.push(String(error)))
  .finally(() => {
    rmSync(state, { recursive: true, force: true })
    for (const problem of problems) console.error(`FAILED: ${problem}`)
    if (problems.length === 0) console.log('the drill of docs/restore.md passed')
    process.exitCode = problems.length === 0 ? 0 : 1
    setImmediate(() => process.exit())
  })
