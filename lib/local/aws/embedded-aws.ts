import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { dynamoService } from './dynamo/dynamo-service.ts'
import { type RowStore, rowStore } from './dynamo/row-store.ts'
import { openFrontDoor } from './front-door.ts'
import { logsService, metricsService, stsService } from './identity-service.ts'
import { keyStore } from './kms/key-store.ts'
import { kmsService } from './kms/kms-service.ts'
import { localClock } from './local-clock.ts'
import type { EmbeddedAws, InvokeFunction, LocalClock, QueueConsumer } from './ports.ts'
import { s3Service } from './s3/s3-service.ts'
import { scheduler } from './scheduler/scheduler.ts'
import { secretsService } from './secrets-service.ts'
import { executions as makeExecutions } from './sfn/executions.ts'
import { sfnService } from './sfn/sfn-service.ts'
import { type EventSourceDeps, runEventSource } from './sqs/event-source.ts'
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

/** How often expired items and objects are collected, on the local clock. AWS promises less: within days. */
const COLLECT_EVERY_MS = 60_000
/** How long `stop` waits for invocations and executions; what takes longer is resumed or delivered again. */
const STOP_PATIENCE_MS = 3_000

interface Stores {
  readonly state: RowStore
  readonly clock: LocalClock
  readonly log: EmbeddedAwsOptions['log']
  readonly account: string
  readonly region: string
  readonly arn: (service: string, rest: string) => string
}

/** A clock that goes on where the last run left it. */
const keptClock = (state: RowStore): LocalClock =>
  localClock({
    lead: Number(state.read('clock', 'lead') ?? 0),
    moved: (lead) => state.write('clock', 'lead', lead),
  })

const openServices = (dir: string, invoke: InvokeFunction, { state, clock, log, account, region, arn }: Stores) => {
  const messages = queueStore(dir, clock)
  const keys = keyStore(state, () => clock.now())
  return {
    messages,
    keys,
    dynamo: dynamoService({ dir, clock, account, region, log }),
    s3: s3Service(dir, clock, log),
    queues: makeQueues({ store: messages, clock }),
    secrets: secretsService({
      rows: state,
      now: () => clock.now(),
      arnOf: (name) => arn('secretsmanager', `secret:${name}`),
      log,
    }),
    executions: makeExecutions({ rows: state, clock, invoke, log }),
    schedules: scheduler({ rows: state, clock, invoke, log }),
  }
}

/** Repeats `collect` on the local clock until the returned function is called. */
function collectRegularly(clock: LocalClock, collect: () => Promise<unknown>, log: EmbeddedAwsOptions['log']) {
  let cancel = () => {}
  let current: Promise<unknown> = Promise.resolve()
  const again = () => {
    cancel = clock.after(COLLECT_EVERY_MS, () => {
      current = collect().catch((error: unknown) => log?.(`collecting expired data failed: ${String(error)}`))
      again()
    })
  }
  again()
  return async () => {
    cancel()
    await current
  }
}

const within = (ms: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms).unref())])

/** Opens the state in `dir` and listens on loopback; resolves when SDK calls can be made. */
export async function startEmbeddedAws(options: EmbeddedAwsOptions): Promise<EmbeddedAws> {
  const { dir, invoke, log, account = '000000000000', region = 'us-east-1' } = options
  mkdirSync(dir, { recursive: true })
  const state = rowStore(join(dir, 'state.sqlite'))
  const clock = options.clock ?? keptClock(state)
  const arn = (service: string, rest: string) => `arn:aws:${service}:${region}:${account}:${rest}`
  const queueArn = (name: string) => arn('sqs', name)
  const services = openServices(dir, invoke, { state, clock, log, account, region, arn })
  const { messages, keys, dynamo, s3, queues, secrets, executions, schedules } = services
  await s3.sweep()

  let endpoint = ''
  const url = (queue: string) => `${endpoint}/${account}/${queue}`
  const handlers = {
    dynamodb: dynamo.handler,
    s3: s3.handler,
    sqs: sqsService({ queues, urlOf: url, arnOf: queueArn, log }),
    states: sfnService(executions, log),
    secretsmanager: secrets.handler,
    kms: kmsService(keys, log),
    monitoring: metricsService(log),
    logs: logsService(log),
    sts: stsService(account),
  }
  const door = await openFrontDoor(handlers, options.port ?? 0)
  endpoint = `http://127.0.0.1:${door.port}`

  const eventSources: EventSourceDeps = { queues, clock, invoke, account, region, arnOf: queueArn, log }
  const consumers: QueueConsumer[] = []
  const pollers: Promise<void>[] = []
  const closing = new AbortController()
  let started = false
  let endCollecting = async () => {}
  const poll = (consumer: QueueConsumer) => pollers.push(runEventSource(eventSources, consumer, closing.signal))

  return {
    endpoint,
    clock,
    table: dynamo.table,
    bucket: async (spec) => s3.bucket(spec),
    queue: async (spec) => {
      queues.declare(spec)
      return { url: url(spec.name), arn: queueArn(spec.name) }
    },
    consume: async (consumer) => {
      queues.find(consumer.queue)
      consumers.push(consumer)
      if (started) poll(consumer)
    },
    stateMachine: async (spec) => executions.declare(spec),
    schedule: async (spec) => schedules.declare(spec),
    secret: async (spec) => secrets.declare(spec),
    key: async (spec) => keys.declare(spec),
    async start() {
      if (started) return
      started = true
      executions.resume()
      consumers.forEach(poll)
      schedules.start()
      endCollecting = collectRegularly(clock, () => Promise.all([dynamo.reap(), s3.collect()]), log)
    },
    async stop() {
      closing.abort()
      // The functions that are being waited for still make SDK calls, so the door closes after them.
      await within(STOP_PATIENCE_MS, Promise.allSettled([...pollers, schedules.stop(), endCollecting()]))
      await executions.stop(STOP_PATIENCE_MS)
      await door.close()
      for (const store of [dynamo, s3, messages, state]) store.close()
    },
  }
}
