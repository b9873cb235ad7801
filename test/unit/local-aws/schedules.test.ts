import { GetQueueUrlCommand, ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs'
import { afterEach, describe, expect, it } from 'vitest'
import { limitInvocations } from '../../../lib/local/aws/invocation-limit.ts'
import { localClock } from '../../../lib/local/aws/local-clock.ts'
import type { LocalClock } from '../../../lib/local/aws/ports.ts'
import { timetable } from '../../../lib/local/aws/scheduler/schedule-expression.ts'
import { openWorld, queueSpec, removeDir, until, type World } from './world.ts'

const utc = (text: string) => Date.parse(`${text}Z`)
/** Returns the next times of a schedule that was declared at `anchor`. */
const nextAfter = (expression: string, from: string, { count = 1, anchor = utc(from) } = {}): string[] => {
  const table = timetable(expression)
  const times: string[] = []
  let after = utc(from)
  for (let n = 0; n < count; n++) {
    const next = table.next(after, anchor)
    if (next === undefined) break
    times.push(new Date(next).toISOString().slice(0, 16))
    after = next
  }
  return times
}

describe('schedule expressions', () => {
  // 2026-11-21 is a Saturday.
  it.each([
    ['cron(0 10 * * ? *)', '2026-11-21T10:00:00', ['2026-11-22T10:00', '2026-11-23T10:00']],
    ['cron(15 12 ? * 1 *)', '2026-11-21T00:00:00', ['2026-11-22T12:15', '2026-11-29T12:15']],
    ['cron(0 18 ? * MON-FRI *)', '2026-11-21T00:00:00', ['2026-11-23T18:00', '2026-11-24T18:00']],
    ['cron(0 18 ? * 2-6 *)', '2026-11-20T18:00:00', ['2026-11-23T18:00', '2026-11-24T18:00']],
    ['cron(0/15 9 ? * 7 *)', '2026-11-21T09:10:00', ['2026-11-21T09:15', '2026-11-21T09:30']],
    ['cron(0 0 L * ? *)', '2026-11-21T00:00:00', ['2026-11-30T00:00', '2026-12-31T00:00']],
    ['cron(0 0 ? * 6L *)', '2026-11-21T00:00:00', ['2026-11-27T00:00', '2026-12-25T00:00']],
    ['cron(0 9 ? * 2#1 *)', '2026-11-21T00:00:00', ['2026-12-07T09:00', '2027-01-04T09:00']],
    ['cron(0 8 1 JAN ? 2028)', '2026-11-21T00:00:00', ['2028-01-01T08:00']],
    ['rate(1 minute)', '2026-11-21T00:00:00', ['2026-11-21T00:01', '2026-11-21T00:02']],
    ['rate(12 hours)', '2026-11-21T00:00:00', ['2026-11-21T12:00', '2026-11-22T00:00']],
    ['at(2026-11-22T08:30:00)', '2026-11-21T00:00:00', ['2026-11-22T08:30']],
  ])('%s fires next after %s', (expression, from, expected) => {
    expect(nextAfter(expression, from, { count: 2 })).toEqual(expected)
  })

  it('a rate counts from its first declaration', () => {
    expect(nextAfter('rate(5 minutes)', '2026-11-21T00:07:00', { anchor: utc('2026-11-21T00:01:00') })).toEqual([
      '2026-11-21T00:11',
    ])
  })

  it.each([
    ['rate(2 minute)', /whole number/],
    ['rate(0 minutes)', /whole number/],
    ['cron(0 10 * * *)', /six fields/],
    ['cron(0 10 * * * *)', /exactly one/],
    ['cron(99 10 * * ? *)', /99/],
    ['at(tomorrow)', /yyyy-mm-ddThh:mm:ss/],
    ['every day', /must be rate/],
  ])('%s is rejected with the violated rule', (expression, rule) => {
    expect(() => timetable(expression)).toThrow(rule)
  })
})

/** Returns the times of a poll every 60 ms; the list grows as the clock advances. */
const pollTimesOf = (clock: LocalClock): readonly number[] => {
  const pollTimes: number[] = []
  const schedulePoll = () => {
    clock.poll(
      () => (Math.floor(clock.now() / 60) + 1) * 60,
      () => {
        pollTimes.push(clock.now())
        schedulePoll()
      },
    )
  }
  schedulePoll()
  return pollTimes
}

describe('the local clock', () => {
  it('due timers fire in order of due time, each at its own time, including timers set on the way', async () => {
    const clock = localClock({ machineNow: () => 1_000 })
    const fired: [string, number][] = []
    const record = (name: string) => () => void fired.push([name, clock.now()])
    clock.after(300, record('late'))
    clock.after(100, () => {
      record('early')()
      clock.after(100, record('set on the way'))
    })
    const cancel = clock.after(150, record('canceled'))
    cancel()
    clock.after(5_000, record('not yet'))
    await clock.advance(1_000)
    expect(fired).toEqual([
      ['early', 1_100],
      ['set on the way', 1_200],
      ['late', 1_300],
    ])
    expect([clock.now(), clock.offset]).toEqual([2_000, 1_000])
  })

  it('idle polls are skipped except at the start, after each timer, and at the end', async () => {
    const clock = localClock({ machineNow: () => 0 })
    const pollTimes = pollTimesOf(clock)
    clock.after(1_000, () => {})
    await clock.advance(86_400_000)
    expect(pollTimes).toEqual([60, 1_020, 86_400_000])
    await clock.advance(60)
    expect(pollTimes.slice(3)).toEqual([86_400_060])
  })

  it('a poll is skipped after timers without effect, and fires once their work has changed something', async () => {
    let changes = 0
    const clock = localClock({ machineNow: () => 0, changes: () => changes })
    const pollTimes = pollTimesOf(clock)
    clock.after(1_000, () => {})
    clock.after(2_000, () => {})
    clock.after(3_000, () => clock.after(1_000, () => void changes++))
    await clock.advance(10_000)
    expect(pollTimes).toEqual([60, 4_020, 10_000])
  })

  it('a poll fires at the end, even after a late change', async () => {
    const clock = localClock({ machineNow: () => 0 })
    const pollTimes = pollTimesOf(clock)
    clock.after(125, () => {})
    await clock.advance(130)
    expect(pollTimes).toEqual([60, 130])
  })

  it('timers also fire in real time', async () => {
    const clock = localClock()
    const started = Date.now()
    await new Promise<void>((resolve) => clock.after(30, resolve))
    expect(Date.now() - started).toBeGreaterThanOrEqual(29)
  })
})

describe('timers of an advancing clock', () => {
  it('concurrent invocations stay within the limit', async () => {
    let running = 0
    let maxRunning = 0
    let ended = 0
    const { invoke, waitForSlot } = limitInvocations(async () => {
      maxRunning = Math.max(maxRunning, ++running)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running--
      ended++
    })
    const clock = localClock({ waitForSlot })
    for (let n = 0; n < 40; n++) clock.after(60_000 + n, () => void invoke('any', {}))
    await clock.advance(120_000)
    await until(() => ended === 40)
    expect(maxRunning).toBeGreaterThan(1)
    expect(maxRunning).toBeLessThanOrEqual(16)
  })
})

describe('schedules', () => {
  let world: World
  afterEach(async () => {
    await world.close()
    removeDir(world.dir)
  })
  const targetArn = 'arn:aws:lambda:us-east-1:000000000000:function:tick'

  it('schedules invoke their target with their input, and continue after a failure', async () => {
    const calls: [string, unknown][] = []
    world = await openWorld(undefined, async (arn, payload) => {
      calls.push([arn, payload])
      if (calls.length === 1) throw new Error('first one fails')
    })
    await world.aws.declareSchedule({ name: 'tick', expression: 'rate(1 hour)', targetArn, input: { n: 1 } })
    await world.aws.start()
    await world.aws.clock.advance(3 * 3_600_000 + 1_000)
    expect(calls).toEqual(Array.from({ length: 3 }, () => [targetArn, { n: 1 }]))
    expect(world.log.join()).toContain('schedule tick')
  })

  it('a minutely schedule fires at the start and the end of a jump, which takes below a second, and once per step of a minute', async () => {
    const times: number[] = []
    world = await openWorld(undefined, async () => void times.push(world.aws.clock.now()))
    await world.aws.declareSchedule({ name: 'tick', expression: 'rate(1 minute)', targetArn, input: {} })
    for (const name of ['one', 'two', 'three']) await world.aws.declareQueue(queueSpec(name))
    await world.aws.declareConsumer({
      queue: 'one',
      functionArn: targetArn,
      batchSize: 1,
      windowSeconds: 0,
      reportBatchItemFailures: false,
    })
    await world.aws.start()
    const began = performance.now()
    await world.aws.clock.advance(30 * 86_400_000)
    expect(performance.now() - began).toBeLessThan(1_000)
    expect(times).toHaveLength(2)
    for (let n = 0; n < 3; n++) await world.aws.clock.advance(60_000)
    expect(times).toHaveLength(5)
  })

  it('a minutely schedule skips days on which the daily schedule changed nothing', async () => {
    const runCounts = { day: 0, minute: 0 }
    world = await openWorld(undefined, async (_arn, payload) => {
      const { rate } = payload as { readonly rate: keyof typeof runCounts }
      runCounts[rate]++
      if (rate === 'minute') return
      const QueueUrl = runCounts.day === 7 ? url : 'http://127.0.0.1/0/nowhere'
      await world.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x' })).catch(() => {})
    })
    const { url } = await world.aws.declareQueue(queueSpec('days'))
    for (const rate of ['day', 'minute'] as const) {
      await world.aws.declareSchedule({ name: rate, expression: `rate(1 ${rate})`, targetArn, input: { rate } })
    }
    await world.aws.start()
    await world.aws.clock.advance(10 * 86_400_000 + 1_000)
    // At the start, after the day that sent something, and at the end.
    expect(runCounts).toEqual({ day: 10, minute: 3 })
  })

  it('recurring schedules fire once at the end of a sleep, and one-time schedules at their time', async () => {
    const fired: [string, number][] = []
    world = await openWorld(undefined, async (_arn, payload) => {
      const { name } = payload as { readonly name: string }
      fired.push([name, Math.round((world.aws.clock.now() - began) / 3_600_000)])
    })
    const began = world.aws.clock.now()
    const once = `at(${new Date(began + 5 * 3_600_000).toISOString().slice(0, 19)})`
    for (const expression of ['rate(1 minute)', 'rate(1 hour)', 'rate(1 day)', once])
      await world.aws.declareSchedule({ name: expression, expression, targetArn, input: { name: expression } })
    await world.aws.start()
    await world.aws.clock.advance(48 * 3_600_000, { asleep: true })
    const [first, ...others] = fired
    expect(first).toEqual([once, 5])
    expect(others.toSorted()).toEqual([
      ['rate(1 day)', 48],
      ['rate(1 hour)', 48],
      ['rate(1 minute)', 48],
    ])
    await world.aws.clock.advance(3_600_000)
    expect(fired.filter(([name]) => name === 'rate(1 hour)').map(([, hour]) => hour)).toEqual([48, 49])
  })

  it("the clock stops while a schedule's invocation runs", async () => {
    const runs: { readonly began: number; readonly ended: number }[] = []
    world = await openWorld(undefined, async () => {
      const began = world.aws.clock.now()
      await new Promise((resolve) => setTimeout(resolve, 5))
      runs.push({ began, ended: world.aws.clock.now() })
    })
    await world.aws.declareSchedule({ name: 'hourly', expression: 'rate(1 hour)', targetArn, input: {} })
    await world.aws.start()
    await world.aws.clock.advance(3 * 3_600_000 + 1_000)
    const hours = runs.map(({ began }) => Math.round((began - runs[0]!.began) / 3_600_000))
    expect(hours).toEqual([0, 1, 2])
    expect(runs.filter(({ began, ended }) => ended - began > 60_000)).toEqual([])
  })

  it('schedules also send to queues and start state machines', async () => {
    const calls: unknown[] = []
    world = await openWorld(undefined, async (_arn, payload) => void calls.push(payload))
    await world.aws.declareQueue(queueSpec('beats'))
    const machine = 'arn:aws:states:us-east-1:000000000000:stateMachine:beat'
    const States = { Run: { Type: 'Task', Resource: targetArn, End: true } }
    await world.aws.declareStateMachine({ name: 'beat', arn: machine, definition: { StartAt: 'Run', States } })
    const schedule = (name: string, arn: string) =>
      world.aws.declareSchedule({ name, expression: 'rate(1 minute)', targetArn: arn, input: { name } })
    await schedule('message', 'arn:aws:sqs:us-east-1:000000000000:beats')
    await schedule('execution', machine)
    await world.aws.start()
    await world.aws.clock.advance(60_000)
    const { QueueUrl } = await world.sqs.send(new GetQueueUrlCommand({ QueueName: 'beats' }))
    const { Messages } = await world.sqs.send(new ReceiveMessageCommand({ QueueUrl }))
    expect(Messages?.map(({ Body }) => Body)).toEqual(['{"name":"message"}'])
    await until(() => calls.length === 1)
    expect(calls).toEqual([{ name: 'execution' }])
  })

  it('a one-time schedule fires once across restarts, even if it fell due during a stop', async () => {
    const calls: unknown[] = []
    const open = async (dir?: string) => {
      world = await openWorld(dir, async (_arn, payload) => void calls.push(payload))
    }
    await open()
    const at = new Date(world.aws.clock.now() + 3_600_000).toISOString().slice(0, 19)
    const declare = () => world.aws.declareSchedule({ name: 'once', expression: `at(${at})`, targetArn, input: 'owed' })
    await declare()
    await world.aws.clock.advance(2 * 3_600_000)
    expect(calls).toEqual([])
    for (let n = 0; n < 2; n++) {
      await world.close()
      await open(world.dir)
      await declare()
      await world.aws.start()
      await until(() => calls.length === 1)
      await world.aws.clock.advance(3_600_000)
    }
    expect(calls).toEqual(['owed'])
  })
})
