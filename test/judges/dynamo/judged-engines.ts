import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CreateTableCommand, DynamoDBClient, ListTablesCommand, waitUntilTableExists } from '@aws-sdk/client-dynamodb'
import { startEmbeddedAws } from '../../../lib/local/aws/embedded-aws.ts'
import { TABLE, TABLE_DEFINITION } from './operation.ts'

/** An implementation of DynamoDB that contains the table. */
export interface Engine {
  readonly name: string
  readonly client: DynamoDBClient
  stop(): Promise<void>
}

const clientOf = (endpoint: string) =>
  new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'judge', secretAccessKey: 'judge' },
    maxAttempts: 1,
  })

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = server.address() as { port: number }
        server.close(() => resolve(port))
      })
  })

const START_LIMIT_MS = 60_000

/** Waits until a started program answers SDK calls, and stops it with the engine. */
async function engineOnceReady(
  name: string,
  child: ChildProcess,
  port: number,
  removeState: () => void,
): Promise<Engine> {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output = `${output}${String(chunk)}`.slice(-4000)
    })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const client = clientOf(`http://127.0.0.1:${port}`)
  const stop = async () => {
    client.destroy()
    child.kill('SIGTERM')
    await Promise.race([exited, sleep(5_000, undefined, { ref: false }).then(() => child.kill('SIGKILL'))])
    removeState()
  }
  const deadline = Date.now() + START_LIMIT_MS
  for (;;) {
    try {
      await client.send(new ListTablesCommand({}))
      return { name, client, stop }
    } catch (cause) {
      if (Date.now() < deadline && child.exitCode === null) await sleep(200)
      else {
        await stop()
        throw new Error(`${name} does not answer on port ${port}: ${output}`, { cause })
      }
    }
  }
}

/** Starts the embedded engine of `npm start` with separate state. */
export async function startEmbedded(): Promise<Engine> {
  const dir = mkdtempSync(join(tmpdir(), 'differential-'))
  const aws = await startEmbeddedAws({ dir, invoke: async () => ({}) })
  const client = clientOf(aws.endpoint)
  const stop = async () => {
    client.destroy()
    await aws.stop()
    rmSync(dir, { recursive: true, force: true })
  }
  return { name: 'embedded', client, stop }
}

/** Starts MiniStack from a virtual environment. */
export async function startMiniStack(program: string): Promise<Engine> {
  const port = await freePort()
  const state = mkdtempSync(join(tmpdir(), 'ministack-'))
  const env = { ...process.env, GATEWAY_PORT: String(port), EDGE_PORT: String(port), LAMBDA_EXECUTOR: 'local' }
  const child = spawn(program, [], { env, cwd: state, stdio: ['ignore', 'pipe', 'pipe'] })
  return engineOnceReady('ministack', child, port, () => rmSync(state, { recursive: true, force: true }))
}

/** Starts AWS's DynamoDB Local from a folder with its jars and native library. */
export async function startDynamoDbLocal(folder: string): Promise<Engine> {
  const port = await freePort()
  const main = 'com.amazonaws.services.dynamodbv2.local.main.ServerRunner'
  const options = ['-inMemory', '-port', String(port), '-disableTelemetry']
  const args = ['-Xmx512m', `-Djava.library.path=${folder}`, '-cp', `${folder}/*`, main, ...options]
  const child = spawn('java', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  return engineOnceReady('dynamodb-local', child, port, () => {})
}

export async function createTable({ client }: Engine): Promise<void> {
  await client.send(new CreateTableCommand(TABLE_DEFINITION))
  await waitUntilTableExists({ client, maxWaitTime: 30, minDelay: 1, maxDelay: 1 }, { TableName: TABLE })
}
