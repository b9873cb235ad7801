import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FunctionError } from '../../../lib/local/aws/ports.ts'
import { type Gateway, startGateway } from '../../../lib/local/gateway.ts'
import { idleEnvironments } from '../../../lib/local/idle-environments.ts'
import type { Environment } from '../../../lib/local/lambda-environment.ts'
import { lambdaPool } from '../../../lib/local/lambda-pool.ts'
import { startGate } from '../../../lib/local/start-gate.ts'
import { eventually } from './fixture-app.ts'

interface RunningEvent {
  readonly event: string
  answer(): void
}
let running: RunningEvent[]
let starting: (() => void)[]
beforeEach(() => {
  running = []
  starting = []
})

/** An environment that becomes ready, and answers, on command of the test. */
function start(): Environment {
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  const becomeReady = () => {
    starting.splice(starting.indexOf(becomeReady), 1)
    resolve()
  }
  starting.push(becomeReady)
  return {
    ready,
    alive: true,
    run: ({ event }) => new Promise((answered) => void running.push({ event, answer: () => answered(event) })),
    acknowledge: () => {},
    closeReader: () => {},
    end: async () => {},
  }
}
const idle = idleEnvironments()
afterAll(() => idle.stop())
const pool = (max: number) => lambdaPool({ start, max, nextFault: () => undefined, idle: idle.ofFunction() })
const allStarted = (count: number) =>
  eventually(() => {
    for (const becomeReady of [...starting]) becomeReady()
    return running.length === count || undefined
  })

describe('concurrent events', () => {
  it('each event gets an environment', async () => {
    const largePool = pool(64)
    const count = 6
    const answers = Array.from({ length: count }, (_, i) => largePool.run(String(i)))
    await allStarted(count)
    expect(largePool.state()).toMatchObject({ busy: count, waiting: 0 })
    for (const { answer } of running) answer()
    expect(await Promise.all(answers)).toEqual(Array.from({ length: count }, (_, i) => String(i)))
  })

  it('events above the number of environments wait, and synchronous events above their limit are rejected', async () => {
    const smallPool = pool(2)
    const first = [
      smallPool.run('a', { maxEvents: 3 }),
      smallPool.run('b', { maxEvents: 3 }),
      smallPool.run('c', { maxEvents: 3 }),
    ]
    await expect(smallPool.run('d', { maxEvents: 3 })).rejects.toMatchObject({ errorType: 'TooManyRequestsException' })
    const unlimited = smallPool.run('e')
    await allStarted(2)
    expect(smallPool.state()).toMatchObject({ busy: 2, waiting: 2, started: 2 })
    await eventually(() => {
      for (const { answer } of running.splice(0)) answer()
      return smallPool.state().busy === 0 || undefined
    })
    expect(await Promise.all([...first, unlimited])).toEqual(['a', 'b', 'c', 'e'])
  })
})

describe('environments', () => {
  it('starts are limited across functions, and none starts for an event that another environment has taken', async () => {
    const gate = startGate(1)
    const [firstPool, secondPool] = [1, 2].map(() =>
      lambdaPool({ start, max: 8, nextFault: () => undefined, gate, idle: idle.ofFunction() }),
    )
    const answers = [firstPool!.run('a'), secondPool!.run('b'), firstPool!.run('c')]
    await eventually(() => firstPool!.state().waiting === 2 || undefined)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(starting).toHaveLength(1)
    starting[0]!()
    await eventually(() => (running.length === 1 && starting.length === 1) || undefined)
    // The first environment is idle again before the start of the second one of its function.
    running.splice(0)[0]!.answer()
    await eventually(() => running.length === 1 || undefined)
    running.splice(0)[0]!.answer()
    starting[0]!()
    await eventually(() => running.length === 1 || undefined)
    running[0]!.answer()
    expect(await Promise.all(answers)).toEqual(['a', 'b', 'c'])
    expect([firstPool!.state().started, secondPool!.state().started]).toEqual([1, 1])
  })
})

describe('a throttled function', () => {
  let gateway: Gateway | undefined
  afterEach(() => gateway?.stop(0))

  it('the gateway returns 429 with the response of the template', async () => {
    const refuse = () => {
      throw new FunctionError('TooManyRequestsException', 'Rate Exceeded')
    }
    const route = { method: 'GET', resource: '/busy', functionArn: 'arn:busy', permitted: true, timeoutMs: 1000 }
    gateway = await startGateway({
      api: {
        key: 'images',
        kind: 'rest',
        id: 'a',
        stage: 'prod',
        account: '0',
        binaryMediaTypes: [],
        routes: [{ ...route, stream: false, mock: undefined }],
        responses: {
          THROTTLED: { headers: { 'Retry-After': "'1'" }, template: '{"code":"$context.error.responseType"}' },
        },
      } as never,
      port: 0,
      lambda: { invokeText: async () => refuse(), invokeStream: refuse },
      now: () => 0,
      log: () => {},
      trustProxy: false,
      endpoint: '',
    })
    const response = await fetch(`${gateway.url}/busy`)
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1'])
    expect(await response.json()).toEqual({ code: 'THROTTLED' })
  })
})
