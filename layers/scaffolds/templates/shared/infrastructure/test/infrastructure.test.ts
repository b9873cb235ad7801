import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { MODEL_TIMEOUT_MS } from '../src/model/model.ts'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
// #if aws
const stack = [
  read('infrastructure/stack.ts'),
  read('infrastructure/resources.ts'),
  // #if objects || connections || connection || model
  read('infrastructure/rights.ts'),
  // #endif
].join('')
// #endif

// #if aws && functions
/** Joins calls and statements into single lines. */
const inOneLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/([([]) /g, '$1')
    .replace(/,? ([)\]])/g, '$1')

// #case unit: $rightTraces
test('given the stack, when its permissions are read, then they are exactly these, on these resources', async () => {
  const grants = [...stack.matchAll(/\b\w+[.]grant\w*[(][^)]*[)]/g)].map(([grant]) => grant)
  const statements = [...stack.matchAll(/actions: \[([^\]]*)\],\s*resources: (\[[^\]]*\]|[\w.()]+)/g)].map(
    ([, actions, resources]) => `${actions} on ${resources}`,
  )
  assert.deepEqual([...grants, ...statements].map(inOneLine).sort(), [
    // #each grant
    $grant,
    // #endeach
  ])
  assert.equal(stack.split('new PolicyStatement(').length - 1, statements.length)
  const forbidden = /ManagedPolicy|addToPolicy|addToPrincipalPolicy|addToResourcePolicy|inlinePolicies|Effect[.]/
  for (const source of [stack, read('infrastructure/service-function.ts')]) assert.ok(!forbidden.test(source))
})
// #endif

// #if aws && !functions
// #case unit: $rightTraces
test('given the stack, when its permissions are read, then it has none, because nothing runs', async () => {
  assert.ok(!/[.]grant|PolicyStatement|ManagedPolicy|new Role/.test(stack))
})
// #endif

// #if cloudflare
// #case unit: $rightTraces
test('given the configuration of Workers, when its bindings are read, then they are exactly those that the code uses', async () => {
  const { name, vars: _vars, ...rest } = JSON.parse(read('wrangler.jsonc')) as Record<string, unknown>
  const bindings: unknown[] = []
  JSON.parse(JSON.stringify(rest), (key, value: unknown) => {
    if (key === 'binding' || key === 'class_name') bindings.push(value)
    return value
  })
  assert.equal(typeof name, 'string')
  assert.deepEqual(bindings.sort(), [
    // #each binding
    $binding,
    // #endeach
  ])
})
// #endif

// #if aws && functions
// #case unit: watched
test('given the stack, when its alarms are read, then crashes, logged errors, dead-letter messages and silence each raise one', async () => {
  const alarms = (source: string) =>
    [...source.matchAll(/new Alarm[(]\w+, '(\w+)', [{]([\s\S]*?)\n +[}][)]\n/g)].map(
      ([, name, props = '']) => `${name}: ${inOneLine(props).trim()}`,
    )
  const actions = (source: string) => [...source.matchAll(/^.*addAlarmAction[(].*$/gm)].map(([line]) => line.trim())
  const functionSource = read('infrastructure/service-function.ts')
  assert.deepEqual(
    [...alarms(functionSource).sort(), ...actions(functionSource).sort()],
    [
      // #each ownAlarm
      $alarm,
      // #endeach
    ],
  )
  assert.ok(functionSource.includes("FilterPattern.numberValue('$.status', '>=', 500)"))
  assert.ok(functionSource.includes("FilterPattern.stringValue('$.outcome', '=', 'failed')"))
  assert.deepEqual(
    [...alarms(stack).sort(), ...actions(stack).sort()],
    [
      // #each stackAlarm
      $alarm,
      // #endeach
    ],
  )
})

// #case unit: bounded-entries
test('given the stack, when its limits and schedule are read, then they are exactly these', async () => {
  const limitLines =
    /^ *(?:throttle|timeout|schedule|targets|batchSize|reportBatchItemFailures|retryAttempts|bisectBatchOnError|onFailure|maxRecordAge|startingPosition)\b.*$/gm
  assert.deepEqual(
    [...stack.matchAll(limitLines)].map(([line]) => line.trim()),
    [
      // #each limit
      $limit,
      // #endeach
    ],
  )
})
// #endif

// #if cloudflare && functions
// #case unit: bounded-entries
test('given the configuration of Workers, when its queues and schedule are read, then they are exactly these', async () => {
  const { name, queues, triggers } = JSON.parse(read('wrangler.jsonc')) as Record<string, unknown>
  const limits = JSON.parse(JSON.stringify({ queues, triggers }).replaceAll(`${name}-`, ''))
  assert.deepEqual(limits, $workerLimits)
})
// #endif

// #if queue || file
// #case unit: queue-partial, queue-poison
test('given the queue, when its configuration is read, then a message moves to a dead-letter queue after five attempts', async () => {
  // #if aws
  assert.match(stack, /maxReceiveCount: 5 [}]/)
  // #endif
  // #if cloudflare
  assert.match(read('wrangler.jsonc'), /"max_retries": 4,[^}]*"dead_letter_queue"/)
  // #endif
})
// #endif

// #if queueModel
// #case unit: bounded-entries
test('given a model that is slow for every message of a batch, when the durations are added, then the batch ends before the function times out', async () => {
  // #if aws
  const batch = Number(/new SqsEventSource[(]queue, [{]\s+batchSize: (\d+)/.exec(stack)?.[1])
  const seconds = Number(/handler: 'queue',\s+timeout: Duration[.]seconds[(](\d+)[)]/.exec(stack)?.[1])
  assert.ok(batch * MODEL_TIMEOUT_MS < seconds * 1_000, `${batch} messages in ${seconds} seconds`)
  // #endif
  // #if cloudflare
  const { queues } = JSON.parse(read('wrangler.jsonc')) as { queues: { consumers: { max_batch_size: number }[] } }
  // Cloudflare stops a consumer of a queue after 15 minutes.
  assert.ok(queues.consumers.every((consumer) => consumer.max_batch_size * MODEL_TIMEOUT_MS < 900_000))
  // #endif
})
// #endif
