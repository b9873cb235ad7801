import { Duration } from 'aws-cdk-lib'
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import { Construct } from 'constructs'
import { isWatched } from '../config.ts'
import type { DomainBuild, DomainParts } from '../constructs/domain-build.ts'
import type { DomainFunction } from '../constructs/domain-function.ts'
import { JobMachine } from '../constructs/job-machine.ts'
import { JobQueue } from '../constructs/job-queue.ts'
import { RECEIVES } from '../operations/function-signals.ts'

const PRIORITY_CONCURRENCY = 20

/** Encoding and settling are shared by all lanes: they take no longer than their input comes. */
const machineOf = (scope: Construct, build: DomainBuild, paint: DomainFunction): StateMachine => {
  const steps = { paint, encode: build.fn('encode'), settle: build.fn('settle') }
  return new JobMachine(scope, 'JobMachine', { config: build.config, ...steps }).machine
}

/**
 * The way of jobs with priority from their queue through a state machine to who paints them, all its own: what waits
 * in one lane delays nobody in another (docs/adr/0014).
 */
const priorityLane = (build: DomainBuild): JobQueue => {
  // The lane of everybody comes first: the local runner knows functions by their bundle, and the first of a name is it.
  for (const name of ['paint', 'dispatch']) build.fn(name)
  const scope = new Construct(build.stack, 'Priority')
  const consumerTimeout = Duration.seconds(build.access('dispatch').timeoutSeconds)
  const jobs = new JobQueue(scope, 'Jobs', { consumerTimeout, maxReceiveCount: RECEIVES })
  const arn = machineOf(scope, build, build.variant('paint', { scope, id: 'Paint' })).stateMachineArn
  const dispatch = build.variant('dispatch', { scope, id: 'Dispatch', machines: { jobs: { name: arn, arn } } })
  jobs.consumedBy(dispatch, { batchSize: 10, maxConcurrency: build.consumers(PRIORITY_CONCURRENCY) })
  return jobs
}

/** Jobs that nobody begins end as failed only after an hour: callers notice long before. */
const watchQueues = (build: DomainBuild): void => {
  if (!isWatched(build.config)) return
  build
    .queue('jobs')
    .watch('JobsWaiting', 'Jobs are not begun: their consumer fails, is throttled, or has too much to do')
  build
    .queue('priority-jobs')
    .watch('PriorityJobsWaiting', 'Jobs with priority are not begun: their consumer fails, or is throttled')
}

export const imageParts: DomainParts = {
  machines: { jobs: (build) => machineOf(build.stack, build, build.fn('paint')) },
  queues: { 'priority-jobs': priorityLane },
  more: watchQueues,
}
