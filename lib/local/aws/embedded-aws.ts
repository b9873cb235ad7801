import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { AwsError } from './aws-error.ts'
import { backgroundWork } from './background-work.ts'
import { type CallListener, changeCount } from './call-log.ts'
import { claimFolder } from './claim-folder.ts'
import { dynamoService } from './dynamo/dynamo-service.ts'
import { type RowStore, rowStore } from './dynamo/row-store.ts'
import { eventBuses } from './events/event-buses.ts'
import { eventsService } from './events/events-service.ts'
import { type FrontDoorOptions, openFrontDoor } from './front-door.ts'
import { logsService, stsService, userPoolService } from './identity-service.ts'
import { limitInvocations } from './invocation-limit.ts'
import type { Input } from './json-service.ts'
import { keyStore } from './kms/key-store.ts'
import { kmsService } from './kms/kms-service.ts'
import { lambdaCalls } from './lambda-calls.ts'
import { type LocalClockOptions, localClock } from './local-clock.ts'
import { functionOfKey } from './local-credentials.ts'
import { metricsService } from './metrics-service.ts'
import { type Outages, outages } from './outages.ts'
import type { EmbeddedAws, InvokeFunction, LocalClock } from './ports.ts'
import { s3Service } from './s3/s3-service.ts'
import { scheduleTarget } from './scheduler/schedule-target.ts'
import { scheduler } from './scheduler/scheduler.ts'
import { secretsService } from './secrets-service.ts'
import { mailbox } from './ses/mailbox.ts'
import { sesService } from './ses/ses-service.ts'
import { executions as makeExecutions } from './sfn/executions.ts'
import { sfnService } from './sfn/sfn-service.ts'
import { queueStore } from './sqs/queue-store.ts'
import { queues as makeQueues } from './sqs/queues.ts'
import { sqsService } from './sqs/sqs-service.ts'

export interface EmbeddedAwsOptions {
  /** State folder, created if absent. Contains the effects of every SDK call that received a response. */
  readonly dir: string
  /** Port of the endpoint. If 0 or absent, any free port. */
  readonly port?: number | undefined
  readonly invoke: InvokeFunction
  readonly log?: ((line: string) => void) | undefined
  readonly clock?: LocalClock | undefined
  readonly onCall?: CallListener | undefined
  /** Access keys of functions that process log lines. Entries may be added after the start. */
  readonly logConsumers?: ReadonlySet<string> | undefined
  readonly account?: string | undefined
  readonly region?: string | undefined
}

interface Stores extends Pick<EmbeddedAwsOptions, 'dir' | 'invoke' | 'log'> {
  readonly state: RowStore
  readonly clock: LocalClock
  readonly account: string
  readonly region: string
  readonly arn: (service: string, rest: string) => string
  readonly plannedOutages: Outages
}

const persistentClock = (state: RowStore, hooks: Pick<LocalClockOptions, 'waitForSlot' | 'changes'>): LocalClock =>
  localClock({
    initialOffset: Number(state.read('clock', 'lead') ?? 0),
    onMove: (lead) => state.write('clock', 'lead', lead),
    ...hooks,
  })

const openServices = ({ dir, invoke, state: rows, clock, log, account, region, arn, plannedOutages }: Stores) => {
  const messages = queueStore(dir, clock)
  const queues = makeQueues({ store: messages, clock })
  const executions = makeExecutions({ rows, clock, invoke, log })
  const target = scheduleTarget({ invoke, queues, executions })
  return {
    messages,
    keys: keyStore(rows, clock.now),
    dynamo: dynamoService({ dir, clock, account, region, log }),
    s3: s3Service(dir, clock, log),
    queues,
    executions,
    buses: eventBuses({ rows, clock, invoke, queues, executions, plannedOutages, account, region, log }),
    secrets: secretsService({ rows, now: clock.now, arnOf: (name) => arn('secretsmanager', `secret:${name}`), log }),
    schedules: scheduler({ rows, clock, invoke: target, log }),
    mails: mailbox(dir, clock.now),
  }
}

interface Addresses extends Pick<Stores, 'account' | 'state' | 'log' | 'invoke'> {
  readonly url: (queue: string) => string
  readonly queueArn: (queue: string) => string
}

const handlersOf = (
  { dynamo, s3, queues, executions, buses, secrets, keys, mails }: ReturnType<typeof openServices>,
  { url, queueArn, account, state, log, invoke }: Addresses,
) => ({
  dynamodb: dynamo.handler,
  s3: s3.handler,
  sqs: sqsService({ queues, urlOf: url, arnOf: queueArn, log }),
  states: sfnService(executions, log),
  events: eventsService(buses, log),
  secretsmanager: secrets.handler,
  'cognito-idp': userPoolService(log),
  kms: kmsService(keys, log),
  monitoring: metricsService(state, log),
  lambda: lambdaCalls(invoke),
  logs: logsService(log),
  ses: sesService(mails),
  sts: stsService(account),
})

const declarations = (
  { dynamo, s3, queues, executions, schedules, buses, secrets, keys, mails }: ReturnType<typeof openServices>,
  { url, queueArn }: Pick<Addresses, 'url' | 'queueArn'>,
): Omit<
  EmbeddedAws,
  'endpoint' | 'serve' | 'callTable' | 'clock' | 'outages' | 'declareConsumer' | 'start' | 'stop'
> => ({
  declareTable: dynamo.declareTable,
  declareBucket: async (spec) => s3.declareBucket(spec),
  declareQueue: async (spec) => {
    queues.declare(spec)
    return { url: url(spec.name), arn: queueArn(spec.name) }
  },
  declareStateMachine: async (spec) => executions.declare(spec),
  declareSchedule: async (spec) => schedules.declare(spec),
  declareEventBus: async (spec) => buses.declareBus(spec),
  declareEventRule: async (spec) => buses.declareRule(spec),
  events: () => buses.archive(),
  declareSecret: async (spec) => secrets.declare(spec),
  declareKey: async (spec) => keys.declare(spec),
  mails: () => mails.list(),
})

/**
 * Runs DynamoDB calls without HTTP. They are reported, counted and subject to outages like calls through the front
 * door.
 */
const tableCalls =
  ({
    dynamo,
    plannedOutages,
    onCall,
    onSuccess,
  }: Pick<ReturnType<typeof openServices>, 'dynamo'> &
    Pick<FrontDoorOptions, 'plannedOutages' | 'onCall' | 'onSuccess'>) =>
  async (operation: string, input: Input, caller: string): Promise<unknown> => {
    onCall?.({ caller, service: 'dynamodb', operation, path: '/', input })
    const outage = plannedOutages.consume({ service: 'dynamodb', operation, caller: functionOfKey(caller) })
    if (outage) throw new AwsError(outage.type, 'planned', outage.status, outage.body)
    const output = await dynamo.run(operation, input)
    onSuccess?.(operation, caller)
    return output
  }

/** Opens the state in `dir` and listens on loopback; resolves when SDK calls can be made. */
export const startEmbeddedAws = async (options: EmbeddedAwsOptions): Promise<EmbeddedAws> => {
  const { dir, log, account = '000000000000', region = 'us-east-1' } = options
  mkdirSync(dir, { recursive: true })
  const release = claimFolder(dir)
  const state = rowStore(join(dir, 'state.sqlite'))
  const { invoke, waitForSlot } = limitInvocations(options.invoke)
  const changes = changeCount(options.logConsumers)
  const clock = options.clock ?? persistentClock(state, { waitForSlot, changes: changes.count })
  const arn = (service: string, rest: string) => `arn:aws:${service}:${region}:${account}:${rest}`
  const queueArn = (name: string) => arn('sqs', name)
  const plannedOutages = outages()
  const services = openServices({ dir, invoke, state, clock, log, account, region, arn, plannedOutages })
  const { messages, dynamo, s3, queues, executions, schedules, buses } = services
  await s3.sweep()

  let endpoint = ''
  const queueUrl = (queue: string) => `${endpoint}/${account}/${queue}`
  // The caller already occupies an invocation slot, so its nested invocation must not wait for one.
  const handlers = handlersOf(services, { url: queueUrl, queueArn, account, state, log, invoke: options.invoke })
  const door = await openFrontDoor(handlers, options.port ?? 0, {
    now: clock.now,
    plannedOutages,
    onCall: options.onCall,
    onSuccess: changes.recordSuccess,
  })
  endpoint = door.endpoint

  const eventSources = { queues, clock, invoke, account, region, arnOf: queueArn, log }
  const background = backgroundWork({ clock, log, dynamo, s3, schedules, executions, buses, eventSources })
  const close = async () => {
    // Functions still make SDK calls while the stop waits for them, so the front door closes last.
    await background.stop()
    await door.close()
    for (const store of [dynamo, s3, messages, state]) store.close()
    release()
  }
  let closing: Promise<void> | undefined

  return {
    endpoint,
    serve: door.serve,
    clock,
    outages: plannedOutages,
    callTable: tableCalls({ dynamo, plannedOutages, onCall: options.onCall, onSuccess: changes.recordSuccess }),
    ...declarations(services, { url: queueUrl, queueArn }),
    declareConsumer: async (consumer) => background.consume(consumer),
    start: async () => background.start(),
    stop: () => {
      closing ??= close()
      return closing
    },
  }
}
