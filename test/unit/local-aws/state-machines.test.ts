import {
  DescribeExecutionCommand,
  ListExecutionsCommand,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FunctionError, type InvokeFunction } from '../../../lib/local/aws/ports.ts'
import { openWorld, removeDir, until, type World } from './world.ts'

const stateMachineArn = 'arn:aws:states:us-east-1:000000000000:stateMachine:jobs'
const fn = (name: string) => `arn:aws:lambda:us-east-1:000000000000:function:${name}`

let world: World
let handlers: Record<string, (payload: never) => unknown>
let calls: [string, unknown][]
const invoke: InvokeFunction = async (arn, payload) => {
  const name = arn.split(':').at(-1) ?? ''
  calls.push([name, payload])
  return handlers[name]?.(payload as never)
}
beforeEach(async () => {
  handlers = {}
  calls = []
  world = await openWorld(undefined, invoke)
})
afterEach(async () => {
  await world.close()
  removeDir(world.dir)
})

const declare = (States: Record<string, unknown>, StartAt = Object.keys(States)[0], options: object = {}) =>
  world.aws.declareStateMachine({ name: 'jobs', arn: stateMachineArn, definition: { StartAt, States, ...options } })
const task = (name: string, options: object = { End: true }) => ({ Type: 'Task', Resource: fn(name), ...options })
const start = (input: unknown = {}, name?: string) =>
  world.sfn.send(new StartExecutionCommand({ stateMachineArn, input: JSON.stringify(input), ...(name && { name }) }))
const describeExecution = (executionArn: string | undefined) =>
  world.sfn.send(new DescribeExecutionCommand({ executionArn }))
const waitUntilEnded = async (executionArn: string | undefined) => {
  let execution = await describeExecution(executionArn)
  await until(async () => {
    execution = await describeExecution(executionArn)
    return execution.status !== 'RUNNING'
  })
  return execution
}
const run = async (input: unknown = {}) => waitUntilEnded((await start(input)).executionArn)
const output = async (input: unknown = {}) => {
  const execution = await run(input)
  expect(execution).toMatchObject({ status: 'SUCCEEDED' })
  return JSON.parse(execution.output ?? 'null') as unknown
}

describe('an execution', () => {
  it('state passes between Lambda functions, in both integrations, with choices, maps and the context object', async () => {
    handlers = {
      double: ({ n }: { n: number }) => ({ n: n * 2 }),
      name: ({ id }: { id: string }) => id.split(':').at(-1),
    }
    await declare({
      Double: task('double', { Next: 'Choose' }),
      Choose: {
        Type: 'Choice',
        Choices: [{ Variable: '$.n', NumericGreaterThan: 4, Next: 'Spread' }],
        Default: 'Small',
      },
      Small: { Type: 'Fail', Error: 'TooSmall', Cause: 'n' },
      Spread: {
        Type: 'Map',
        ItemsPath: '$$.Execution.Input.list',
        ItemProcessor: { StartAt: 'Each', States: { Each: task('double') } },
        ResultPath: '$.list',
        Next: 'Name',
      },
      Name: {
        Type: 'Task',
        Resource: 'arn:aws:states:::lambda:invoke',
        Parameters: { FunctionName: fn('name'), Payload: { 'id.$': '$$.Execution.Id' } },
        ResultSelector: { 'it.$': '$.Payload' },
        ResultPath: '$.name',
        End: true,
      },
    })
    const { executionArn } = await start({ n: 3, list: [{ n: 1 }, { n: 2 }] }, 'run-1')
    expect(JSON.parse((await waitUntilEnded(executionArn)).output ?? '')).toEqual({
      n: 6,
      list: [{ n: 2 }, { n: 4 }],
      name: { it: 'run-1' },
    })
    expect(await run({ n: 1, list: [] })).toMatchObject({ status: 'FAILED', error: 'TooSmall', cause: 'n' })
  })

  it("Retry and Catch match the name of the function's error, with the cause as Lambda writes it", async () => {
    handlers = {
      flaky: () => {
        if (calls.length < 3) throw new FunctionError('Throttled', 'slow down')
        throw new FunctionError('RefusedError', 'no')
      },
      after: (payload: unknown) => payload,
    }
    await declare({
      Flaky: task('flaky', {
        Retry: [{ ErrorEquals: ['Throttled'], IntervalSeconds: 1, MaxAttempts: 2, BackoffRate: 1, MaxDelaySeconds: 1 }],
        Catch: [
          { ErrorEquals: ['OtherError'], Next: 'Wrong' },
          { ErrorEquals: ['RefusedError'], ResultPath: '$.error', Next: 'After' },
        ],
        Next: 'Wrong',
      }),
      Wrong: { Type: 'Fail', Error: 'Wrong' },
      After: task('after'),
    })
    expect(await output({ id: 1 })).toEqual({
      id: 1,
      error: { Error: 'RefusedError', Cause: JSON.stringify({ errorType: 'RefusedError', errorMessage: 'no' }) },
    })
    expect(calls.map(([name]) => name)).toEqual(['flaky', 'flaky', 'flaky', 'after'])
  })

  it.each(['States.TaskFailed', 'States.ALL'])(
    '%s matches any function error, and an unmatched error fails the execution',
    async (wildcard) => {
      handlers = {
        bad: () => {
          throw new FunctionError('TypeError', 'x is not a function')
        },
      }
      await declare({
        Bad: task('bad', { Catch: [{ ErrorEquals: [wildcard], Next: 'Done' }], End: true }),
        Done: { Type: 'Pass', Result: 'caught', End: true },
      })
      expect(await output()).toBe('caught')
      await declare({ Bad: task('bad') })
      expect(await run()).toMatchObject({ status: 'FAILED', error: 'TypeError' })
    },
  )

  it('a task and an execution end with States.Timeout at their limits', async () => {
    handlers = { slow: () => new Promise(() => undefined) }
    await declare({
      Slow: task('slow', { TimeoutSeconds: 1, Catch: [{ ErrorEquals: ['States.Timeout'], Next: 'Late' }], End: true }),
      Late: { Type: 'Pass', Result: 'late', End: true },
    })
    expect(await output()).toBe('late')
    await declare({ Slow: task('slow') }, 'Slow', { TimeoutSeconds: 1 })
    expect(await run()).toMatchObject({ status: 'TIMED_OUT', error: 'States.Timeout' })
  })

  it('waits use the local clock', async () => {
    handlers = { after: (payload: unknown) => payload }
    await declare({ Wait: { Type: 'Wait', SecondsPath: '$.seconds', Next: 'After' }, After: task('after') })
    const { executionArn } = await start({ seconds: 3600 })
    await until(async () => {
      await world.aws.clock.advance(1_000_000)
      return (await describeExecution(executionArn)).status === 'SUCCEEDED'
    })
    expect(calls).toEqual([['after', { seconds: 3600 }]])
  })

  it('repeated waits each end at their own time in one advance of the clock', async () => {
    const began = world.aws.clock.now()
    const minutes: number[] = []
    handlers = {
      // As slow as a real function, which the clock must not overtake.
      step: async ({ left }: { left: number }) => {
        minutes.push(Math.floor((world.aws.clock.now() - began) / 60_000))
        await new Promise((resolve) => setTimeout(resolve, 20))
        return { left: left - 1 }
      },
    }
    await declare({
      Dwell: { Type: 'Wait', Seconds: 900, Next: 'Step' },
      Step: task('step', { Next: 'Again' }),
      Again: {
        Type: 'Choice',
        Choices: [{ Variable: '$.left', NumericGreaterThan: 0, Next: 'Dwell' }],
        Default: 'Done',
      },
      Done: { Type: 'Succeed' },
    })
    const { executionArn } = await start({ left: 4 })
    // The interpreter takes a moment to reach the first wait.
    await until(async () => {
      if (minutes.length === 0) await world.aws.clock.advance(60_000)
      return minutes.length > 0
    })
    const [first = 0] = minutes
    await world.aws.clock.advance(2 * 3_600_000)
    expect(minutes).toEqual([first, first + 15, first + 30, first + 45])
    expect(await describeExecution(executionArn)).toMatchObject({ status: 'SUCCEEDED' })
  })

  it.each([
    ['a result', { Big: task('big') }],
    [
      'an output merged from small parts',
      { One: task('half', { ResultPath: '$.a', Next: 'Two' }), Two: task('half', { ResultPath: '$.b', End: true }) },
    ],
  ])('%s over 256 KiB fails with States.DataLimitExceeded, which States.ALL does not catch', async (_name, states) => {
    handlers = { big: () => 'x'.repeat(262_144), half: () => 'x'.repeat(140_000) }
    const caughtStates = Object.fromEntries(
      Object.entries(states).map(([name, state]) => [
        name,
        { ...state, Catch: [{ ErrorEquals: ['States.ALL'], Next: 'Done' }] },
      ]),
    )
    await declare({ ...caughtStates, Done: { Type: 'Succeed' } })
    expect(await run()).toMatchObject({ status: 'FAILED', error: 'States.DataLimitExceeded' })
  })
})

describe('the service', () => {
  it('a repeated start under the same name returns the running execution if the input is the same, and is rejected otherwise', async () => {
    const gate = Promise.withResolvers<unknown>()
    handlers = { gate: () => gate.promise }
    await declare({ Gate: task('gate') })
    const first = await start({ a: 1 }, 'once')
    expect((await start({ a: 1 }, 'once')).executionArn).toBe(first.executionArn)
    await expect(start({ a: 2 }, 'once')).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' })
    gate.resolve({})
    await waitUntilEnded(first.executionArn)
    await expect(start({ a: 1 }, 'once')).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' })
    expect(calls).toHaveLength(1)
  })

  it('invalid names, invalid input and unknown machines are rejected', async () => {
    await declare({ Done: { Type: 'Succeed' } })
    await expect(start({}, 'a b')).rejects.toMatchObject({ name: 'InvalidName' })
    await expect(start('x'.repeat(262_143))).rejects.toMatchObject({ name: 'InvalidExecutionInput' })
    await expect(world.sfn.send(new StartExecutionCommand({ stateMachineArn, input: '{' }))).rejects.toMatchObject({
      name: 'InvalidExecutionInput',
    })
    await expect(
      world.sfn.send(new StartExecutionCommand({ stateMachineArn: `${stateMachineArn}x` })),
    ).rejects.toMatchObject({ name: 'StateMachineDoesNotExist' })
    await expect(describeExecution('arn:none')).rejects.toMatchObject({ name: 'ExecutionDoesNotExist' })
  })

  it('a stopped execution stays stopped, and executions are listed by status, newest first', async () => {
    handlers = { slow: () => new Promise(() => undefined) }
    await declare({ Slow: task('slow') })
    const { executionArn } = await start({}, 'to-stop')
    await until(() => calls.length === 1)
    await world.sfn.send(new StopExecutionCommand({ executionArn, error: 'Cancelled', cause: 'by user' }))
    expect(await describeExecution(executionArn)).toMatchObject({
      status: 'ABORTED',
      error: 'Cancelled',
      cause: 'by user',
    })
    await declare({ Done: { Type: 'Succeed' } })
    await world.aws.clock.advance(1_000)
    await run()
    const list = (statusFilter?: 'ABORTED') =>
      world.sfn.send(new ListExecutionsCommand({ stateMachineArn, ...(statusFilter && { statusFilter }) }))
    expect((await list()).executions?.map(({ status }) => status)).toEqual(['SUCCEEDED', 'ABORTED'])
    expect((await list('ABORTED')).executions?.map(({ name }) => name)).toEqual(['to-stop'])
  })

  it('a machine that cannot run is rejected at declaration with the name of the state', async () => {
    await expect(
      declare({ Queue: { Type: 'Task', Resource: 'arn:aws:states:::sqs:sendMessage', End: true } }),
    ).rejects.toThrow(/state "Queue".*sqs:sendMessage/)
    await expect(declare({ Done: { Type: 'Succeed' } }, 'Done', { QueryLanguage: 'JSONata' })).rejects.toThrow(
      /JSONPath/,
    )
  })

  it('an interrupted execution restarts from the beginning with the same input', async () => {
    handlers = { slow: () => new Promise(() => undefined) }
    await declare({ Slow: task('slow') })
    const { executionArn } = await start({ id: 7 }, 'resumed')
    await until(() => calls.length === 1)
    await world.close()
    handlers = { slow: (payload: unknown) => payload }
    world = await openWorld(world.dir, invoke)
    await declare({ Slow: task('slow') })
    await world.aws.start()
    expect(await waitUntilEnded(executionArn)).toMatchObject({ status: 'SUCCEEDED', output: '{"id":7}' })
    expect(calls).toEqual([
      ['slow', { id: 7 }],
      ['slow', { id: 7 }],
    ])
  })
})
