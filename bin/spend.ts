import { existsSync, readFileSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { ceilingTable } from '@signet/kernel/ceiling-table'
import { ceilingsIn } from '@signet/kernel/ceilings'
import { type SpendCommand, setCeiling, spendCommand, spendJson, spendTableText } from '../lib/spend-command.ts'
import { stackOutputs } from '../lib/stack-outputs.ts'

interface Stage {
  readonly table: string
  readonly ceilings: string
  readonly now: Date
  readonly connection: ConstructorParameters<typeof DynamoDBClient>[0]
}

/** Returns the stage that runs on this machine, with its clock. @throws Error if none runs */
const localStage = async ({ state, endpoint }: SpendCommand): Promise<Stage> => {
  const file = join(state, 'stack.json')
  if (!existsSync(file))
    throw new Error(`${file} does not exist. Run npm start, which writes it, or pass another folder with --state`)
  const stack = JSON.parse(readFileSync(file, 'utf8')) as Record<'table' | 'ceilings' | 'endpoint' | 'control', string>
  const clock = (await (await fetch(`${stack.control}/_local/clock`)).json()) as { readonly now: string }
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const connection = { endpoint: endpoint ?? stack.endpoint, region: 'us-east-1', credentials }
  return { table: stack.table, ceilings: stack.ceilings, now: new Date(clock.now), connection }
}

/** Returns an output of a stack. @throws Error with both names if it does not exist */
const outputOf = async (client: CloudFormationClient, stack: string, name: string): Promise<string> => {
  const output = (await stackOutputs(client, stack))?.[name]
  if (output === undefined) throw new Error(`The stack ${stack} has no output ${name}. Deploy it again`)
  return output
}

const deployedStage = async ({ stage, endpoint }: SpendCommand): Promise<Stage> => {
  const connection = endpoint === undefined ? {} : { endpoint }
  const client = new CloudFormationClient(connection)
  const [table, ceilings] = await Promise.all([
    outputOf(client, `signet-${stage}-data`, 'TableName'),
    outputOf(client, `signet-${stage}-operations`, 'DailyCeilings'),
  ])
  return { table, ceilings, now: new Date(), connection }
}

const run = async (args: readonly string[]): Promise<string> => {
  const command = spendCommand(args)
  const stage = await (command.stage === 'local' ? localStage(command) : deployedStage(command))
  const db = DynamoDBDocumentClient.from(new DynamoDBClient(stage.connection ?? {}))
  const table = ceilingTable({ db, table: stage.table, now: () => stage.now })
  const configured = ceilingsIn(stage.ceilings)
  const operator = `${userInfo().username}@${hostname()}`
  if (command.change) await setCeiling(table, command.change, configured, operator)
  const show = command.isJson ? spendJson : spendTableText
  return show(await table.today(configured), table.endOfDay())
}

try {
  console.log(await run(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
