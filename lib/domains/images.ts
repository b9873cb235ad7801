import { Duration } from 'aws-cdk-lib'
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import { Construct } from 'constructs'
import { isWatched } from '../config.ts'
import type { DomainBuild, DomainParts } from '../constructs/domain-build.ts'
import type { DomainFunction } from '../constructs/domain-function.ts'
import { JobMachine } from '../constructs/job-machine.ts'
import { JobQueue } from '../constructs/job-queue.ts'
import { RECEIVES_MAX } from '../operations/function-signals.ts'

const PRIORITY_CONCURRENCY = 20

/** Creates the state machine of a lane. All lanes share the functions that encode and settle. */
const machineOf = (scope: Construct, build: DomainBuild, paint: DomainFunction): StateMachine => {
  const steps = { paint, encode: build.fn('encode'), settle: build.fn('settle') }
  return new JobMachine(scope, 'JobMachine', { config: build.config, ...steps }).machine
}

/**
 * Creates the lane of priority jobs: its queue, state machine and painter are separate, so waiting jobs of one lane do
 * not delay another (docs/adr/0014).
 */
const priorityLane = (build: DomainBuild): JobQueue => {
  // The standard lane is created first: the local runner identifies functions by bundle, and uses the first one.
  for (const name of ['paint', 'dispatch']) build.fn(name)
  const scope = new Construct(build.stack, 'Priority')
  const consumerTimeout = Duration.seconds(build.access('dispatch').timeoutSeconds)
  const jobs = new JobQueue(scope, 'Jobs', { consumerTimeout, maxReceiveCount: RECEIVES_MAX })
  const arn = machineOf(scope, build, build.variant('paint', { scope, id: 'Paint' })).stateMachineArn
  const dispatch = build.variant('dispatch', { scope, id: 'Dispatch', machines: { jobs: { name: arn, arn } } })
  jobs.addConsumer(dispatch, { batchSize: 10, maxConcurrency: build.consumers(PRIORITY_CONCURRENCY) })
  return jobs
}

/** Adds alarms on waiting jobs. Jobs that never start fail only after an hour; callers notice earlier. */
const watchQueues = (build: DomainBuild): void => {
  if (!isWatched(build.config)) return
  build.queue('jobs').watch('JobsWaiting', 'Jobs are waiting: their consumer fails, is throttled, or is overloaded')
  build
    .queue('priority-jobs')
    .watch('PriorityJobsWaiting', 'Priority jobs are waiting: their consumer fails, or is throttled')
}

export const imageParts: DomainParts = {
  machines: { jobs: (build) => machineOf(build.stack, build, build.fn('paint')) },
  queues: { 'priority-jobs': priorityLane },
  addResources: watchQueues,
}
