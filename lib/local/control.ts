import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { type EmbeddedAws, FunctionError } from './aws/ports.ts'
import { awsCall } from './aws-call.ts'
import { assertNotFromAPage, ControlError, parseObject } from './control-request.ts'
import type { LambdaService } from './lambda-service.ts'
import { closeImmediately, listen } from './listen.ts'
import type { LocalApp } from './local-app.ts'
import { mailboxPage } from './mailbox-page.ts'
import type { SessionIssuer } from './session-issuer.ts'
import type { TrialReceiver } from './trial-receiver.ts'

export interface ControlDeps {
  readonly port: number
  readonly aws: Pick<EmbeddedAws, 'endpoint' | 'clock' | 'outages' | 'events' | 'mails'>
  readonly lambda: LambdaService
  readonly app: LocalApp
  readonly queueUrls: ReadonlyMap<string, string>
  readonly issuer: SessionIssuer | undefined
  readonly receiver: TrialReceiver
}

class Page {
  readonly html: string
  constructor(html: string) {
    this.html = html
  }
}

type Handler = (match: readonly string[], body: Record<string, unknown>) => unknown

const COUNT_ATTRIBUTES = [
  'ApproximateNumberOfMessages',
  'ApproximateNumberOfMessagesNotVisible',
  'ApproximateNumberOfMessagesDelayed',
]

const queueSnapshot = async ({ aws, queueUrls }: ControlDeps): Promise<unknown> => {
  const queues = [...queueUrls].map(async ([name, url]) => {
    const input = { QueueUrl: url, AttributeNames: COUNT_ATTRIBUTES }
    const { Attributes = {} } = await awsCall<{ Attributes?: Record<string, string> }>(
      aws.endpoint,
      'AmazonSQS.GetQueueAttributes',
      input,
    )
    const [visible, inFlight, delayed] = COUNT_ATTRIBUTES.map((key) => Number(Attributes[key] ?? 0))
    return { name, url, visible, inFlight, delayed }
  })
  return { queues: await Promise.all(queues) }
}

const executionSnapshot = async ({ aws, app }: ControlDeps): Promise<unknown> => {
  const all = app.machines.map(async ({ name, arn }) => {
    const target = 'AWSStepFunctions.ListExecutions'
    const { executions = [] } = await awsCall<{ executions?: unknown[] }>(aws.endpoint, target, {
      stateMachineArn: arn,
    })
    return { machine: name, executions }
  })
  return { machines: await Promise.all(all) }
}

const integerField = (
  body: Record<string, unknown>,
  field: string,
  min: number,
  max = Number.MAX_SAFE_INTEGER,
): number => {
  const value = body[field]
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value
  const rule = `must be a whole number from ${min} to ${max}`
  throw new ControlError(400, `${field} ${rule} (got ${JSON.stringify(value)})`)
}

/** Two years. An advance cannot be undone and, unless it is `asleep`, runs every schedule on the way. */
const MAX_ADVANCE_MS = 2 * 366 * 86_400_000

const clockState = ({ aws, lambda }: ControlDeps) => ({
  now: new Date(aws.clock.now() + lambda.lead()).toISOString(),
  offsetMs: aws.clock.offset,
  leadMs: lambda.lead(),
})

const advanceClock = async (deps: ControlDeps, body: Record<string, unknown>): Promise<unknown> => {
  const { asleep = false } = body
  if (typeof asleep !== 'boolean') throw new ControlError(400, 'asleep must be true or false')
  await deps.aws.clock.advance(integerField(body, 'advanceMs', 0, MAX_ADVANCE_MS), { asleep })
  deps.lambda.publishClock()
  return clockState(deps)
}

/** Sets the time by which the functions are ahead of the clock of timers and schedules. */
const setLead = (deps: ControlDeps, body: Record<string, unknown>): unknown => {
  deps.lambda.setLead(integerField(body, 'leadMs', 0, MAX_ADVANCE_MS))
  return clockState(deps)
}

const planFault = ({ lambda }: ControlDeps, body: Record<string, unknown>): unknown => {
  const { function: name, when = 'before' } = body
  if (typeof name !== 'string')
    throw new ControlError(400, 'function must be the name of a function; GET /_local/functions lists them')
  if (when !== 'before' && when !== 'after') throw new ControlError(400, 'when must be before or after')
  const fault = { function: name, nth: integerField({ nth: 1, ...body }, 'nth', 1), when } as const
  lambda.fault(fault)
  return fault
}

const planOutage = ({ aws, lambda }: ControlDeps, body: Record<string, unknown>): unknown => {
  const { type = 'InternalServerError', status = 500, body: fields = {}, times = 1, jitter, ...filterFields } = body
  const { service, operation, function: caller } = filterFields
  if (typeof service !== 'string') throw new ControlError(400, 'service must be a name such as dynamodb or s3')
  const outage = {
    service,
    times: integerField({ times }, 'times', 1),
    status: integerField({ status }, 'status', 400),
  }
  const labels = lambda.functions().map(({ name }) => name)
  if (caller !== undefined && !labels.includes(String(caller)))
    throw new ControlError(400, `function must be one of ${labels.join(', ')}`)
  if (jitter !== undefined && !(typeof jitter === 'number' && jitter >= 0 && jitter <= 1))
    throw new ControlError(
      400,
      'jitter must be a number from 0 to 1, the upper bound of Math.random in the function: a low one shortens random pauses',
    )
  const filters = {
    ...(typeof operation === 'string' && { operation }),
    ...(typeof caller === 'string' && { caller }),
  }
  const planned = { ...outage, ...filters, type: String(type), body: fields as Record<string, unknown> }
  aws.outages.plan(planned)
  if (jitter !== undefined) lambda.limitRandom(jitter)
  return planned
}

const endOutages = ({ aws, lambda }: ControlDeps): unknown => {
  aws.outages.clear()
  lambda.limitRandom(1)
  return {}
}

const issueSession = ({ issuer }: ControlDeps, body: Record<string, unknown>): unknown => {
  const { user_id: userId, lifetime_seconds = 86_400 } = body
  if (!issuer) throw new ControlError(404, 'The stack uses another session issuer than the local one')
  if (typeof userId !== 'string') throw new ControlError(400, 'user_id must be a string, the id of a user')
  return { session: issuer.tokenFor(userId, integerField({ lifetime_seconds }, 'lifetime_seconds', 1)) }
}

const routes = (deps: ControlDeps): readonly (readonly [string, RegExp, Handler])[] => {
  const { aws, lambda } = deps
  const kill = async (name = '') => ({ killed: await lambda.kill(decodeURIComponent(name)) })
  return [
    ['GET', /^\/_local\/clock$/, () => clockState(deps)],
    ['POST', /^\/_local\/clock$/, (_, body) => advanceClock(deps, body)],
    ['PUT', /^\/_local\/clock\/lead$/, (_, body) => setLead(deps, body)],
    ['GET', /^\/_local\/functions$/, () => ({ functions: lambda.functions() })],
    ['POST', /^\/_local\/functions\/([^/]+)\/kill$/, ([, name]) => kill(name)],
    [
      'POST',
      /^\/_local\/functions\/([^/]+)\/invoke$/,
      async ([, name], { payload = {} }) => ({ result: await lambda.invoke(decodeURIComponent(name ?? ''), payload) }),
    ],
    ['POST', /^\/_local\/faults$/, (_, body) => planFault(deps, body)],
    ['POST', /^\/_local\/outages$/, (_, body) => planOutage(deps, body)],
    ['DELETE', /^\/_local\/outages$/, () => endOutages(deps)],
    ['POST', /^\/_local\/sessions$/, (_, body) => issueSession(deps, body)],
    ['GET', /^\/_local\/events$/, () => ({ events: aws.events() })],
    ['GET', /^\/_local\/mails$/, () => ({ mails: aws.mails() })],
    ['GET', /^\/_local\/mailbox$/, () => new Page(mailboxPage(aws.mails()))],
    ['POST', /^\/_local\/receiver$/, (_, body) => deps.receiver.receive(body)],
    ['GET', /^\/_local\/receiver$/, () => ({ received: deps.receiver.list() })],
    ['GET', /^\/_local\/queues$/, () => queueSnapshot(deps)],
    ['GET', /^\/_local\/executions$/, () => executionSnapshot(deps)],
  ]
}

const sendResponse = (response: ServerResponse, status: number, body: unknown): void => {
  const [type, text] =
    body instanceof Page ? ['text/html; charset=utf-8', body.html] : ['application/json', JSON.stringify(body)]
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) }).end(text)
}

/**
 * The control API for tests and drills, on the loopback interface: advances the clock, ends environments of a function,
 * plans faults, and lists queues and executions. It exists only locally.
 */
export const startControl = async (deps: ControlDeps) => {
  const routeTable = routes(deps)
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      assertNotFromAPage(request)
      const path = (request.url ?? '/').split('?')[0] ?? '/'
      const matches = routeTable.filter(([, pattern]) => pattern.test(path))
      const [, pattern, handler] = matches.find(([method]) => method === request.method) ?? []
      if (!pattern || !handler)
        throw new ControlError(matches.length > 0 ? 405 : 404, `${request.method} ${path} does not exist`)
      sendResponse(response, 200, await handler(path.match(pattern) ?? [], parseObject(await textOf(request))))
    } catch (error) {
      const otherStatus = error instanceof FunctionError ? 404 : 500
      const message = error instanceof Error ? error.message : String(error)
      sendResponse(response, error instanceof ControlError ? error.status : otherStatus, { error: message })
    }
  }
  const serve: RequestListener = (request, response) => void handle(request, response)
  const server = createServer(serve)
  const url = await listen(server, deps.port, 'control')
  return {
    url,
    serve,
    stop: () => closeImmediately(server),
  }
}
