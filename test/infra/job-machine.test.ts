import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { localClock } from '../../lib/local/aws/local-clock.ts'
import { FunctionError, type InvokeFunction } from '../../lib/local/aws/ports.ts'
import { type PreparedMachine, prepareMachine } from '../../lib/local/aws/sfn/machine-definition.ts'
import { runMachine } from '../../lib/local/aws/sfn/run-machine.ts'
import { idOf, synthesize } from './synth.ts'

const BUSY = 'Lambda.TooManyRequestsException'

/** Longer than any pause between two attempts. */
const STEP_MS = 120_000

let deployed: PreparedMachine
let calls: string[]
/** Response of the settle step. */
let verdict: object
/** Errors of each step by call; undefined means success. */
let faults: Record<string, (string | undefined)[]>

/** The name of the step in the function's logical id, such as Paint in PriorityPaintFn1A2B. */
const stepOf = (arn: string): string => /(Paint|Encode|Settle)Fn/.exec(arn)?.[1] ?? arn

beforeAll(() => {
  const [machine] = synthesize('test').of('AWS::StepFunctions::StateMachine')
  const parts = machine?.Properties.DefinitionString['Fn::Join'][1] as readonly unknown[]
  const arnOf = (part: unknown) => `arn:aws:lambda:us-east-1:000000000000:function:${idOf(part)}`
  deployed = prepareMachine(
    'jobs',
    JSON.parse(parts.map((part) => (typeof part === 'string' ? part : arnOf(part))).join('')),
  )
})

beforeEach(() => {
  calls = []
  faults = {}
  verdict = { verdict: 'ended' }
  // Pauses between attempts have their deployed length; fake timers skip them.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const invoke: InvokeFunction = async (arn) => {
  const step = stepOf(arn)
  calls.push(step)
  const fault = faults[step]?.shift()
  if (fault !== undefined) throw new FunctionError(fault, 'injected')
  return step === 'Settle' ? { outcome: 'failed', ...verdict } : { outcome: 'painted' }
}

const run = async (): Promise<string> => {
  const { output } = await runMachine({ clock: localClock(), invoke }, deployed, { jobId: '1' }, {})
  let status = 'RUNNING'
  const ended = output.then(
    () => (status = 'SUCCEEDED'),
    ({ name, message }: Error) => (status = `FAILED ${name}: ${message}`),
  )
  while (status === 'RUNNING') await vi.advanceTimersByTimeAsync(STEP_MS)
  return ended
}

describe('a job whose steps Lambda throttles', () => {
  it('completes when throttling ends, however many attempts it took', async () => {
    const busy = new Array(4).fill(BUSY)
    faults = { Paint: [...busy], Encode: [...busy] }
    expect(await run()).toBe('SUCCEEDED')
    expect(calls).toEqual([...new Array(5).fill('Paint'), ...new Array(5).fill('Encode')])
  })

  it('does not count throttled attempts among the retries after errors', async () => {
    faults = { Paint: [BUSY, 'TypeError', BUSY, BUSY, 'TypeError', BUSY] }
    expect(await run()).toBe('SUCCEEDED')
    expect(calls).toEqual([...new Array(7).fill('Paint'), 'Encode'])
  })

  it('settles as failed after eleven throttled attempts, and retries settling as often as needed', async () => {
    faults = { Paint: new Array(11).fill(BUSY), Settle: new Array(6).fill(BUSY) }
    expect(await run()).toBe('SUCCEEDED')
    expect(calls).toEqual([...new Array(11).fill('Paint'), ...new Array(7).fill('Settle')])
  })

  it('settles at the third error of a function, or of a Lambda that may have run it', async () => {
    faults = { Paint: ['TypeError', 'Lambda.ServiceException', 'Lambda.SdkClientException'] }
    expect(await run()).toBe('SUCCEEDED')
    expect(calls).toEqual(['Paint', 'Paint', 'Paint', 'Settle'])
  })

  it("fails its execution with the failure's code if the platform or a vendor caused it", async () => {
    faults = { Encode: ['EncodingRefused'] }
    verdict = { verdict: 'fault', error_code: 'provider_unavailable' }
    expect(await run()).toBe('FAILED provider_unavailable: 1')
    expect(calls).toEqual(['Paint', 'Encode', 'Settle'])
  })

  it('succeeds if a worker of an older version settles it without a verdict', async () => {
    faults = { Paint: ['ImageRefused'] }
    verdict = {}
    expect(await run()).toBe('SUCCEEDED')
  })

  it('an execution that cannot settle its job fails, which raises an alarm', async () => {
    faults = { Paint: ['ImageRefused'], Settle: new Array(6).fill('TypeError') }
    expect(await run()).toBe('FAILED Unsettled: 1')
  })

  it('settles at once after a permanent refusal', async () => {
    faults = { Paint: ['ImageRefused'] }
    expect(await run()).toBe('SUCCEEDED')
    expect(calls).toEqual(['Paint', 'Settle'])
  })
})
