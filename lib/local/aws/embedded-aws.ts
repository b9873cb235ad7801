import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { dynamoService } from './dynamo/dynamo-service.ts'
import { rowStore } from './dynamo/row-store.ts'
import { openFrontDoor } from './front-door.ts'
import { localClock } from './local-clock.ts'
import type { EmbeddedAws, InvokeFunction, LocalClock } from './ports.ts'
import { s3Service } from './s3/s3-service.ts'
import { secretsService } from './secrets-service.ts'
import { queueStore } from './sqs/queue-store.ts'
import { queues as makeQueues } from './sqs/queues.ts'
import { sqsService } from './sqs/sqs-service.ts'

export interface EmbeddedAwsOptions {
  /** The state folder; it is made if absent, and everything an SDK call was answered for is found in it again. */
  readonly dir: string
  /** 0 or absent: any free port. */
  readonly port?: number | undefined
  readonly invoke: InvokeFunction
  readonly log?: ((line: string) => void) | undefined
  readonly clock?: LocalClock | undefined
  readonly account?: string | undefined
  readonly region?: string | undefined
}

/** Opens the state in `dir` and listens on loopback; resolves when SDK calls can be made. */
export async function startEmbeddedAws(options: EmbeddedAwsOptions): Promise<EmbeddedAws> {
  const { dir, log, clock = localClock(), account = '000000000000', region = 'us-east-1' } = options
  mkdirSync(dir, { recursive: true })
  const arn = (service: string, rest: string) => `arn:aws:${service}:${region}:${account}:${rest}`
  const queueArn = (name: string) => arn('sqs', name)

  const dynamo = dynamoService({ dir, clock, account, region, log })
  const s3 = s3Service(dir, clock, log)
  const messages = queueStore(dir, clock)
  const queues = makeQueues({ store: messages, clock })
  const state = rowStore(join(dir, 'state.sqlite'))
  const secrets = secretsService({
    rows: state,
    now: () => clock.now(),
    arnOf: (name) => arn('secretsmanager', `secret:${name}`),
    log,
  })
  await s3.sweep()

  const url = (queue: string) => `${endpoint()}/${account}/${queue}`
  const sqs = sqsService({ queues, urlOf: url, arnOf: queueArn, log })
  const door = await openFrontDoor(
    { dynamodb: dynamo.handler, s3: s3.handler, sqs, secretsmanager: secrets.handler },
    options.port ?? 0,
  )
  const endpoint = () => `http://127.0.0.1:${door.port}`
  const missing = (what: string) => Promise.reject(new Error(`${what} is not served by this build yet`))

  return {
    endpoint: endpoint(),
    clock,
    table: dynamo.table,
    bucket: async (spec) => s3.bucket(spec),
    queue: async (spec) => {
      queues.declare(spec)
      return { url: url(spec.name), arn: queueArn(spec.name) }
    },
    secret: async (spec) => secrets.declare(spec),
    consume: () => missing('consume'),
    stateMachine: () => missing('stateMachine'),
    schedule: () => missing('schedule'),
    key: () => missing('key'),
    async start() {},
    async stop() {
      await door.close()
      dynamo.close()
      s3.close()
      messages.close()
      state.close()
    },
  }
}
