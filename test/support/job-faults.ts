import { expect } from 'vitest'
import { killAt } from './control.ts'
import { pauses } from './pauses.ts'
import { testStack } from './test-stack.ts'

interface Snapshots {
  readonly machines: readonly {
    readonly machine: string
    readonly executions: readonly { readonly status: string }[]
  }[]
  readonly queues: readonly { readonly name: string; readonly visible: number; readonly inFlight: number }[]
}

const seen = async <K extends keyof Snapshots>(what: 'executions' | 'queues', member: K): Promise<Snapshots[K]> =>
  ((await (await fetch(`${testStack().control}/_local/${what}`)).json()) as Pick<Snapshots, K>)[member]

/** Whether any job waits or runs. A job that a sweep has sent again may still run. */
const isBusy = async (): Promise<boolean> => {
  const [machines, queues] = await Promise.all([seen('executions', 'machines'), seen('queues', 'queues')])
  const ofJobs = machines.filter(({ machine }) => machine.includes('JobMachine'))
  const running = ofJobs.some(({ executions }) => executions.some(({ status }) => status === 'RUNNING'))
  const waiting = queues.filter(({ name }) => name.includes('Jobs') && !name.includes('DeadLetters'))
  return running || waiting.some(({ visible, inFlight }) => visible + inFlight > 0)
}

/** The painting of the next job dies at each of its three tries. The deaths are no other job's: none is under way. */
export const killPaintings = async (): Promise<void> => {
  const pause = pauses()
  for (let looks = 0; await isBusy(); looks++) {
    expect(looks, 'Jobs of other tests are still under way').toBeLessThan(150)
    await pause()
  }
  for (const nth of [1, 2, 3]) await killAt('imagegen-paint', 'before', nth)
}
