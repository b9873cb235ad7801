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
  const begun = () => {
    starting.splice(starting.indexOf(begun), 1)
    resolve()
  }
  starting.push(begun)
  return {
    ready,
    alive: true,
    run: ({ event }) => new Promise((answered) => void running.push({ event, answer: () => answered(event) })),
    taken: () => {},
    readerLeft: () => {},
    end: async () => {},
  }
}
const idle = idleEnvironments()
afterAll(() => idle.stop())
const pool = (max: number) => lambdaPool({ start, max, nextFault: () => undefined, idle: idle.ofFunction() })
const allStarted = (count: number) =>
  eventually(() => {
    for (const begun of [...starting]) begun()
    return running.length === count || undefined
  })

describe('concurrent events', () => {
  it('each event gets an environment', async () => {
    const many = pool(64)
    const count = 6
    const answers = Array.from({ length: count }, (_, i) => many.run(String(i)))
    await allStarted(count)
    expect(many.state()).toMatchObject({ busy: count, waiting: 0 })
    for (const { answer } of running) answer()
    expect(await Promise.all(answers)).toEqual(Array.from({ length: count }, (_, i) => String(i)))
  })

  it('events above the number of environments wait, and synchronous events above their limit are rejected', async () => {
    const two = pool(2)
    const first = [two.run('a', { atMost: 3 }), two.run('b', { atMost: 3 }), two.run('c', { atMost: 3 })]
    await expect(two.run('d', { atMost: 3 })).rejects.toMatchObject({ errorType: 'TooManyRequestsException' })
    const patient = two.run('e')
    await allStarted(2)
    expect(two.state()).toMatchObject({ busy: 2, waiting: 2, started: 2 })
    await eventually(() => {
      for (const { answer } of running.splice(0)) answer()
      return two.state().busy === 0 || undefined
    })
    expect(await Promise.all([...first, patient])).toEqual(['a', 'b', 'c', 'e'])
  })
})

describe('environments', () => {
  it('starts are limited across functions, and none starts for an event that another environment has taken', async () => {
    const gate = startGate(1)
    const [one, other] = [1, 2].map(() =>
      lambdaPool({ start, max: 8, nextFault: () => undefined, gate, idle: idle.ofFunction() }),
    )
    const answers = [one!.run('a'), other!.run('b'), one!.run('c')]
    await eventually(() => one!.state().waiting === 2 || undefined)
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
    expect([one!.state().started, other!.state().started]).toEqual([1, 1])
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
