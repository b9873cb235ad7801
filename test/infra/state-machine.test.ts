import { beforeAll, describe, expect, it } from 'vitest'
import { STUCK_AFTER_MS } from '../../lambdas/images/sweep/sweep-jobs.ts'
import { idOf, type Synth, synthesize } from './synth.ts'

let disposable: Synth
beforeAll(() => {
  disposable = synthesize('test')
})

const FUNCTION = 'AWS::Lambda::Function'

interface Retrier {
  readonly ErrorEquals: readonly string[]
  readonly IntervalSeconds?: number
  readonly MaxAttempts: number
  readonly BackoffRate?: number
  readonly MaxDelaySeconds?: number
  readonly JitterStrategy?: string
}

interface State {
  readonly Type: string
  readonly TimeoutSeconds?: number
  readonly Retry?: readonly Retrier[]
  readonly Catch?: readonly { readonly Next: string }[]
  readonly Next?: string
}

describe('the state machine', () => {
  const definition = (): { StartAt: string; States: Record<string, State>; TimeoutSeconds?: number } => {
    const [machine] = disposable.of('AWS::StepFunctions::StateMachine')
    const parts = machine?.Properties.DefinitionString['Fn::Join'][1] as readonly unknown[]
    return JSON.parse(parts.map((part) => (typeof part === 'string' ? part : idOf(part))).join('')) as never
  }

  it('uses JSONPath, which the embedded interpreter runs', () => {
    expect(JSON.stringify(definition())).not.toMatch(/JSONata|\{%/)
  })

  it('retries every task, with a time limit, and settles permanent failures', () => {
    const { States, TimeoutSeconds } = definition()
    expect(TimeoutSeconds).toBe(3000)
    const tasks = Object.entries(States).filter(([, { Type }]) => Type === 'Task')
    expect(tasks.map(([name]) => name).sort()).toEqual(['Encode', 'Paint', 'Settle'])
    for (const [name, task] of tasks) {
      expect(task.TimeoutSeconds, name).toBeGreaterThan(0)
      expect(task.Retry, name).toContainEqual(expect.objectContaining({ ErrorEquals: ['States.ALL'] }))
      // Settling is the last step: if it fails, an alarm starts and the sweeper ends the job.
      if (name !== 'Settle')
        expect(
          task.Catch?.map(({ Next }) => Next),
          name,
        ).toEqual(['Settle'])
    }
  })

  it('waits minutes for a throttled Lambda at every task, before the rule for all errors applies', () => {
    for (const [name, { Type, Retry = [] }] of Object.entries(definition().States)) {
      if (Type !== 'Task') continue
      const busy = Retry.findIndex(({ ErrorEquals }) => ErrorEquals.includes('Lambda.TooManyRequestsException'))
      expect(Retry[busy], name).toEqual({
        ErrorEquals: ['Lambda.TooManyRequestsException'],
        IntervalSeconds: 2,
        MaxAttempts: 10,
        BackoffRate: 2,
        MaxDelaySeconds: 60,
        JitterStrategy: 'FULL',
      })
      expect(busy, name).toBe(Retry.length - 2)
      expect(Retry.at(-1)?.ErrorEquals, name).toEqual(['States.ALL'])
    }
  })

  it('settles a refusal that a step returned like a failure, without an exception', () => {
    const { States } = definition()
    const choices = (States['Is it still needed?'] as unknown as { Choices: readonly Record<string, string>[] }).Choices
    expect(choices).toEqual([
      expect.objectContaining({ Variable: '$.result.outcome', StringEquals: 'painted', Next: 'Encode' }),
      expect.objectContaining({ Variable: '$.result.outcome', StringEquals: 'refused', Next: 'Settle' }),
    ])
  })

  it('enters four states for a successful job, each of which is a billed transition', () => {
    const { StartAt, States } = definition()
    const enteredStates: string[] = []
    for (let name: string | undefined = StartAt; name !== undefined; ) {
      enteredStates.push(name)
      const { Next, Choices = [] } = States[name] as State & {
        Choices?: readonly { Next: string; StringEquals: string }[]
      }
      name = Next ?? Choices.find(({ StringEquals }) => StringEquals === 'painted')?.Next
    }
    expect(enteredStates).toEqual(['Paint', 'Is it still needed?', 'Encode', 'Completed'])
  })

  it('exists once per lane; only the painter differs', () => {
    const machines = disposable
      .of('AWS::StepFunctions::StateMachine')
      .map(({ Properties }) => JSON.stringify(Properties.DefinitionString))
      .filter((text) => text.includes('Is it still needed?'))
    expect(machines).toHaveLength(2)
    const withSamePainter = machines.map((text) => text.replaceAll(/(?:Priority)?PaintFn[0-9A-F]+/g, 'paint'))
    expect(withSamePainter[0]).toBe(withSamePainter[1])
    expect(machines[0]).not.toBe(machines[1])
  })

  it('waits longer for a task than its function may take', () => {
    for (const [name, state] of Object.entries(definition().States)) {
      if (state.Type !== 'Task') continue
      const fn = disposable.of(FUNCTION).find(({ id }) => (state as { Resource?: string }).Resource === id)
      expect(state.TimeoutSeconds, name).toBeGreaterThan(fn?.Properties.Timeout)
    }
  })

  it('allows every attempt of every step, and the sweeper waits until the execution can no longer be running', () => {
    const { States, TimeoutSeconds = 0 } = definition()
    const pausesOf = ({ IntervalSeconds = 1, MaxAttempts = 3, BackoffRate = 2, MaxDelaySeconds }: Retrier): number =>
      Array.from({ length: MaxAttempts }, (_, attempt) => IntervalSeconds * BackoffRate ** attempt)
        .map((pause) => Math.min(pause, MaxDelaySeconds ?? pause))
        .reduce((sum, pause) => sum + pause, 0)
    const maxDurationOf = ({ TimeoutSeconds: limit = 0, Retry = [] }: State): number => {
      // Each retrier counts separately. A throttled call ends at once; any other may use its full time.
      const attempts = 1 + (Retry.at(-1)?.MaxAttempts ?? 0)
      return Retry.reduce((sum, retrier) => sum + pausesOf(retrier), attempts * limit)
    }
    const tasks = Object.values(States).filter(({ Type }) => Type === 'Task')
    const total = tasks.reduce((sum, task) => sum + maxDurationOf(task), 0)
    expect(total).toBeGreaterThan(1200)
    expect(total).toBeLessThan(TimeoutSeconds)
    expect(STUCK_AFTER_MS).toBeGreaterThan(TimeoutSeconds * 1000)
  })

  it('logs every step, and is traced', () => {
    const [machine] = disposable.of('AWS::StepFunctions::StateMachine')
    expect(machine?.Properties).toMatchObject({
      LoggingConfiguration: { Level: 'ALL' },
      TracingConfiguration: { Enabled: true },
    })
  })
})
