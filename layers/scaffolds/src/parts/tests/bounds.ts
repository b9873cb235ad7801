import { type Code, code, joined, literal } from '../../code.ts'
import {
  type Case,
  type Context,
  type Design,
  hasTrigger,
  onAws,
  onCloudflare,
  portsOf,
  type Trigger,
} from '../../design.ts'

/** Texts as lines of a list in a test. */
export const lines = (texts: readonly string[]): Code => joined(texts.map((text) => code`    ${literal(text)},`))

/** What else the stack promises in a word: throttles, schedules, batches. */
const PROMISES =
  /^ *((?:throttle|timeout|schedule|targets|batchSize|reportBatchItemFailures|retryAttempts|bisectBatchOnError|onFailure|maxRecordAge|startingPosition)\b.*|.*addEventSource\(new Sqs.*)$/gm

/** What the stack says of its limits, written down twice. */
export const bounds = (stack: string): Case => ({
  ...{
    level: 'unit',
    given: code`the stack`,
    when: code`its limits and its clock are read`,
    outcome: code`they are these`,
  },
  traces: ['bounded-entries'],
  body: code`
  const stack = read('infrastructure/stack.ts')
  const promises = /^ *((?:throttle|timeout|schedule|targets|batchSize|reportBatchItemFailures|retryAttempts|bisectBatchOnError|onFailure|maxRecordAge|startingPosition)\\b.*|.*addEventSource[(]new Sqs.*)$/gm
  assert.deepEqual([...stack.matchAll(promises)].map(([line]) => line.trim()), [
${lines([...stack.matchAll(PROMISES)].map(([line]) => line.trim()))}
  ])
`,
})

/** The same of the configuration of Workers. */
export const workerBounds = (config: Readonly<Record<string, unknown>>): Case => ({
  ...{
    level: 'unit',
    given: code`the configuration of Workers`,
    when: code`its queues and its clock are read`,
    outcome: code`they are these`,
  },
  traces: ['bounded-entries'],
  body: code`
  const { name, queues, triggers } = JSON.parse(read('wrangler.jsonc')) as Record<string, unknown>
  assert.deepEqual(JSON.parse(JSON.stringify({ queues, triggers }).replaceAll(name + '-', '')), ${
    JSON.stringify({ queues: config.queues, triggers: config.triggers })
      .replaceAll(`${String(config.name)}-`, '')
      .replaceAll("'", "\\'") as Code
  })
`,
})

/** Workers of a queue are stopped by Cloudflare after 15 minutes. */
const WORKER_MS = code`900_000`

/** A batch whose every message asks a slow model. */
export const modelInTime = (context: Context): Case => ({
  ...{
    level: 'unit',
    given: code`a model that is slow for every message of a batch`,
    when: code`their times are added`,
    outcome: code`they end before the function is stopped`,
  },
  traces: ['bounded-entries'],
  body: joined([
    onAws(context)
      ? code`  const stack = read('infrastructure/stack.ts')
  const batch = Number(/new SqsEventSource[(]queue, [{] batchSize: (\\d+)/.exec(stack)?.[1])
  const seconds = Number(/handler: 'queue',\\s+timeout: Duration[.]seconds[(](\\d+)[)]/.exec(stack)?.[1])
  assert.ok(batch * MODEL_TIMEOUT_MS < seconds * 1_000, batch + ' messages in ' + seconds + ' seconds')`
      : undefined,
    onCloudflare(context)
      ? code`  const { queues } = JSON.parse(read('wrangler.jsonc')) as { queues: { consumers: { max_batch_size: number }[] } }
  assert.ok(queues.consumers.every((consumer) => consumer.max_batch_size * MODEL_TIMEOUT_MS < ${WORKER_MS}))`
      : undefined,
  ]),
})

/** What bounds the starts of the service, on each platform: only what its configuration says, and a test reads there. */
export const boundsOf = (design: Design, context: Context): Code => {
  const has = (...triggers: readonly Trigger[]): boolean => triggers.some((trigger) => hasTrigger(design, trigger))
  const both = [
    has('queue', 'file', 'stream') ? code`batches and attempts of messages` : undefined,
    has('schedule') ? code`times of its runs` : undefined,
  ]
  const aws = joined(
    [has('http', 'connection') ? code`requests of all callers together` : undefined, ...both, code`seconds of a run`],
    ', ',
  )
  const worker = joined(both, ', ')
  return joined(
    [
      onAws(context) ? code`On AWS the stack bounds ${aws}` : undefined,
      onCloudflare(context)
        ? worker === ''
          ? code`On Cloudflare nothing bounds requests, and nothing else starts the Worker${portsOf(design).has('records') ? code` but the hourly sweep` : code``}`
          : code`On Cloudflare the configuration bounds ${worker}`
        : undefined,
    ],
    '. ',
  )
}
