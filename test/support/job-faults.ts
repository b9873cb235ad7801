import { PurgeQueueCommand, SQSClient } from '@aws-sdk/client-sqs'
import { expect } from 'vitest'
import { killAt } from './control.ts'
import { pauses } from './pauses.ts'
import { sdkClient } from './sdk-client.ts'
import { testStack } from './test-stack.ts'

interface Snapshots {
  readonly machines: readonly {
    readonly machine: string
    readonly executions: readonly { readonly name: string; readonly status: string }[]
  }[]
  readonly queues: readonly {
    readonly name: string
    readonly url: string
    readonly visible: number
    readonly inFlight: number
  }[]
}

const sqs = sdkClient((options) => new SQSClient(options))

const snapshotOf = async <K extends keyof Snapshots>(
  snapshotName: 'executions' | 'queues',
  member: K,
): Promise<Snapshots[K]> =>
  ((await (await fetch(`${testStack().control}/_local/${snapshotName}`)).json()) as Pick<Snapshots, K>)[member]

/** Returns the job queues of all lanes. */
const jobQueues = async (): Promise<Snapshots['queues']> =>
  (await snapshotOf('queues', 'queues')).filter(({ name }) => name.includes('Jobs') && !name.includes('DeadLetters'))

/** Returns whether any job waits or runs. A job that a sweep has redelivered may still run. */
const isBusy = async (): Promise<boolean> => {
  const [machines, queues] = await Promise.all([snapshotOf('executions', 'machines'), jobQueues()])
  const jobMachines = machines.filter(({ machine }) => machine.includes('JobMachine'))
  const running = jobMachines.some(({ executions }) => executions.some(({ status }) => status === 'RUNNING'))
  return running || queues.some(({ visible, inFlight }) => visible + inFlight > 0)
}

/** Returns the messages of the queue with this text in its name. */
export const messagesIn = async (name: string): Promise<{ readonly visible: number; readonly inFlight: number }> => {
  const matchingQueues = (await snapshotOf('queues', 'queues')).filter(
    (each) => each.name.includes(name) && !/Dead|Undel/.test(each.name),
  )
  const [queue] = matchingQueues
  if (!queue || matchingQueues.length > 1)
    throw new Error(`${matchingQueues.length} queues have ${name} in their names`)
  return { visible: queue.visible, inFlight: queue.inFlight }
}

/** Returns the number of job messages that consumers have received and not deleted. */
export const jobsInFlight = async (): Promise<number> =>
  (await jobQueues()).reduce((sum, { inFlight }) => sum + inFlight, 0)

/** Returns the name of the state machine that ran a job; executions have the job's name. */
export const machineOfJob = async (jobId: string): Promise<string> => {
  const machines = await snapshotOf('executions', 'machines')
  const jobMachine = machines.find(({ executions }) => executions.some(({ name }) => name.includes(jobId)))
  return String(jobMachine?.machine)
}

/** Waits, up to a limit, until no job waits or runs. */
export const waitForIdleJobs = async (): Promise<void> => {
  const pause = pauses()
  for (let attempts = 0; await isBusy(); attempts++) {
    expect(attempts, 'Jobs of other tests are still under way').toBeLessThan(150)
    await pause()
  }
}

/** Deletes the messages of jobs that could not be dispatched. They would be delivered again during other tests. */
export const dropJobMessages = async (): Promise<void> => {
  for (const { url } of await jobQueues()) await sqs().send(new PurgeQueueCommand({ QueueUrl: url }))
}

/** Kills the painting of the next job at each of its three attempts. No other job is affected, because none runs. */
export const killPaintings = async (): Promise<void> => {
  await waitForIdleJobs()
  for (const nth of [1, 2, 3]) await killAt('images-paint', 'before', nth)
}
