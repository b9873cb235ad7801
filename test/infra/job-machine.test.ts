import { DescribeExecutionCommand, StartExecutionCommand } from '@aws-sdk/client-sfn'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FunctionError } from '../../lib/local/aws/ports.ts'
import { openWorld, removeDir, until, type World } from '../unit/local-aws/world.ts'
import { idOf, synthesize } from './synth.ts'

const stateMachineArn = 'arn:aws:states:us-east-1:000000000000:stateMachine:jobs'
const BUSY = 'Lambda.TooManyRequestsException'

let deployed: string
let world: World
let calls: string[]
/** What each call of a step meets, in order; undefined: nothing. */
let faults: Record<string, (string | undefined)[]>

/** The name of the step in the function's logical id, such as Paint in PriorityPaintFn1A2B. */
const stepOf = (arn: string): string => /(Paint|Encode|Settle)Fn/.exec(arn)?.[1] ?? arn

beforeAll(() => {
  const [machine] = synthesize('test').of('AWS::StepFunctions::StateMachine')
  const parts = machine?.Properties.DefinitionString['Fn::Join'][1] as readonly unknown[]
  const arnOf = (part: unknown) => `arn:aws:lambda:us-east-1:000000000000:function:${idOf(part)}`
  deployed = parts.map((part) => (typeof part === 'string' ? part : arnOf(part))).join('')
})

beforeEach(async () => {
  calls = []
  faults = {}
  world = await openWorld(undefined, async (arn) => {
    const step = stepOf(arn)
    calls.push(step)
    const fault = faults[step]?.shift()
    if (fault !== undefined) throw new FunctionError(fault, 'injected')
    return { outcome: 'painted' }
  })
  // The same rules, with pauses of a second at most instead of a minute.
  const definition = JSON.parse(
    deployed
      .replaceAll('"IntervalSeconds":2', '"IntervalSeconds":1')
      .replaceAll(/"MaxDelaySeconds":\d+/g, '"MaxDelaySeconds":1'),
  )
  await world.aws.stateMachine({ name: 'jobs', arn: stateMachineArn, definition })
})
afterEach(async () => {
  await world.close()
  removeDir(world.dir)
})

const run = async () => {
  const { executionArn } = await world.sfn.send(new StartExecutionCommand({ stateMachineArn, input: '{"jobId":"1"}' }))
  const ended = () => world.sfn.send(new DescribeExecutionCommand({ executionArn }))
  await until(async () => (await ended()).status !== 'RUNNING', 25_000)
  return (await ended()).status
}

describe('a job whose steps Lambda has no room for', () => {
  it('is completed when that ends, however often it was tried before', async () => {
    const busy = new Array(4).fill(BUSY)
    faults = { Paint: [...busy], Encode: [...busy] }
    expect(await run()).toBe('SUCCEEDED')
    expect(calls).toEqual([...new Array(5).fill('Paint'), ...new Array(5).fill('Encode')])
  })

  it('keeps its attempts for errors of its own', async () => {
    faults = { Paint: [BUSY, 'TypeError', BUSY, BUSY, 'TypeError', BUSY] }
    expect(await run()).toBe('SUCCEEDED')
    expect(calls).toEqual([...new Array(7).fill('Paint'), 'Encode'])
  })

  it('is settled after eleven attempts, as often as need be', async () => {
    faults = { Paint: new Array(11).fill(BUSY), Settle: new Array(6).fill(BUSY) }
    expect(await run()).toBe('SUCCEEDED')
    expect(calls).toEqual([...new Array(11).fill('Paint'), ...new Array(7).fill('Settle')])
  })

  it('is settled at the third error of its own, or of a Lambda that may have run', async () => {
    faults = { Paint: ['TypeError', 'Lambda.ServiceException', 'Lambda.SdkClientException'] }
    expect(await run()).toBe('SUCCEEDED')
    expect(calls).toEqual(['Paint', 'Paint', 'Paint', 'Settle'])
  })

  it('is settled at once when it was refused for good', async () => {
    faults = { Paint: ['PaintingRefused'] }
    expect(await run()).toBe('SUCCEEDED')
    expect(calls).toEqual(['Paint', 'Settle'])
  })
})
