import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { DescribeExecutionCommand, StartExecutionCommand } from '@aws-sdk/client-sfn'
import { ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs'
import { GetCommand, PutCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { clientsOf, freshDir, openWorld, queueSpec, removeDir, tableSpec, until } from './world.ts'

const TableName = 'app'
const stateMachineArn = 'arn:aws:states:us-east-1:000000000000:stateMachine:jobs'

async function startChild(dir: string) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.resolve('./crash-child.ts')), dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const clients = clientsOf(line.toString().trim())
  return {
    ...clients,
    async kill() {
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
      clients.destroy()
    },
  }
}

describe('kill -9 during work', () => {
  it('acknowledged items, messages, objects and executions survive, and no transaction is partial', async () => {
    const dir = freshDir()
    const child = await startChild(dir)
    const QueueUrl = 'http://x/000000000000/jobs'
    const acknowledged = { puts: 0, messages: 0, transactions: 0, objects: 0, executions: [] as string[] }
    let isKilled = false
    const repeat = async (work: (n: number) => Promise<unknown>) => {
      for (let n = 0; !isKilled; n++)
        if (
          (await work(n).then(
            () => true,
            () => false,
          )) === false
        )
          return
    }
    const work = [
      repeat(async (n) => {
        await child.db.send(new PutCommand({ TableName, Item: { pk: `put${n}`, sk: '-' } }))
        acknowledged.puts = n + 1
      }),
      repeat(async (n) => {
        const Item = (at: number) => ({ pk: `tx${n}`, sk: `${at}`, gsi1pk: `tx${n}`, gsi1sk: `${at}` })
        await child.db.send(
          new TransactWriteCommand({
            TransactItems: Array.from({ length: 10 }, (_, at) => ({ Put: { TableName, Item: Item(at) } })),
          }),
        )
        acknowledged.transactions = n + 1
      }),
      repeat(async (n) => {
        await child.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: `m${n}` }))
        acknowledged.messages = n + 1
      }),
      repeat(async (n) => {
        await child.s3.send(
          new PutObjectCommand({ Bucket: 'bytes', Key: 'same', Body: String(n).padStart(8, '0').repeat(20_000) }),
        )
        acknowledged.objects = n + 1
      }),
      repeat(async (n) => {
        const { executionArn } = await child.sfn.send(
          new StartExecutionCommand({ stateMachineArn, name: `e${n}`, input: `{"n":${n}}` }),
        )
        if (executionArn) acknowledged.executions.push(executionArn)
        if (n === 20) await new Promise((resolve) => setTimeout(resolve, 5_000).unref())
      }),
    ]
    await until(
      () =>
        acknowledged.puts > 100 &&
        acknowledged.transactions > 20 &&
        acknowledged.messages > 50 &&
        acknowledged.objects > 5 &&
        acknowledged.executions.length > 5,
    )
    await child.kill()
    isKilled = true
    await Promise.all(work.slice(0, 4))

    const resumed: number[] = []
    const world = await openWorld(dir, async (_arn, payload) => void resumed.push((payload as { n: number }).n))
    await world.aws.declareTable(tableSpec())
    const { url } = await world.aws.declareQueue(queueSpec('jobs'))
    for (let n = 0; n < acknowledged.puts; n++)
      expect((await world.db.send(new GetCommand({ TableName, Key: { pk: `put${n}`, sk: '-' } }))).Item).toBeDefined()
    for (let n = 0; n <= acknowledged.transactions; n++) {
      const count = async (index: object) =>
        (
          await world.db.send(
            new QueryCommand({ TableName, ExpressionAttributeValues: { ':p': `tx${n}` }, ...index } as never),
          )
        ).Count
      const counts = [
        await count({ KeyConditionExpression: 'pk = :p' }),
        await count({ KeyConditionExpression: 'gsi1pk = :p', IndexName: 'gsi1' }),
      ]
      expect(
        n < acknowledged.transactions
          ? [[10, 10]]
          : [
              [10, 10],
              [0, 0],
            ],
      ).toContainEqual(counts)
    }
    const bodies = new Set<string | undefined>()
    for (let count = -1; count !== 0; ) {
      const { Messages = [] } = await world.sqs.send(
        new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10 }),
      )
      count = Messages.length
      for (const { Body } of Messages) bodies.add(Body)
    }
    for (let n = 0; n < acknowledged.messages; n++) expect(bodies).toContain(`m${n}`)
    const text = await (
      await world.s3.send(new GetObjectCommand({ Bucket: 'bytes', Key: 'same' }))
    ).Body?.transformToString()
    expect(text?.length).toBe(160_000)
    expect(Number(text?.slice(0, 8))).toBeGreaterThanOrEqual(acknowledged.objects - 1)
    expect(text).toBe(text?.slice(0, 8).repeat(20_000))

    await world.aws.declareStateMachine({
      name: 'jobs',
      arn: stateMachineArn,
      definition: {
        StartAt: 'Run',
        States: { Run: { Type: 'Task', Resource: 'arn:aws:lambda:us-east-1:000000000000:function:run', End: true } },
      },
    })
    await world.aws.start()
    for (const executionArn of acknowledged.executions)
      await until(
        async () => (await world.sfn.send(new DescribeExecutionCommand({ executionArn }))).status === 'SUCCEEDED',
      )
    expect(resumed).toEqual(expect.arrayContaining(acknowledged.executions.map((_arn, n) => n)))
    await world.close()
    removeDir(dir)
  })
})

describe('the state folder', () => {
  it('a second run is rejected while a state folder is in use', async () => {
    const world = await openWorld()
    await expect(openWorld(world.dir)).rejects.toThrow(/Another run uses/)
    await world.close()
    await (await openWorld(world.dir)).close()
    removeDir(world.dir)
  })
})

describe('startup time', () => {
  it('all services start in well under a second', async () => {
    const started = performance.now()
    const world = await openWorld()
    await world.aws.declareTable(tableSpec())
    const elapsedMs = performance.now() - started
    await world.close()
    removeDir(world.dir)
    expect(elapsedMs).toBeLessThan(1_000)
  })
})
