import { Duration } from 'aws-cdk-lib'
import { ComparisonOperator, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import { Construct } from 'constructs'
import type { DomainBuild, DomainParts } from '../constructs/domain-build.ts'
import type { DomainFunction } from '../constructs/domain-function.ts'
import { JobMachine } from '../constructs/job-machine.ts'
import { JobQueue } from '../constructs/job-queue.ts'

/** Batches of jobs with priority that are handed over at once. */
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
  const jobs = new JobQueue(scope, 'Jobs', { consumerTimeout, maxReceiveCount: 5 })
  const arn = machineOf(scope, build, build.variant('paint', { scope, id: 'Paint' })).stateMachineArn
  const dispatch = build.variant('dispatch', { scope, id: 'Dispatch', machines: { jobs: { name: arn, arn } } })
  jobs.consumedBy(dispatch, { batchSize: 10, maxConcurrency: build.consumers(PRIORITY_CONCURRENCY) })
  return jobs
}

const addLifecycleAlarm = ({ stack, config }: DomainBuild): void => {
  new Metric({
    namespace: 'Signet',
    metricName: 'ModelsEndingSoon',
    dimensionsMap: { stage: config.stage, function: 'imagegen-lifecycle' },
    period: Duration.days(1),
    statistic: 'Maximum',
  }).createAlarm(stack, 'ModelsEndingSoon', {
    alarmDescription:
      'A provider ends a model within 30 days: the log of imagegen-lifecycle says which, and what replaces it',
    threshold: 1,
    evaluationPeriods: 1,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  })
}

/** The state machines of jobs, one a lane, and the queue of the jobs that have priority. */
export const imagegenParts: DomainParts = {
  machines: { jobs: (build) => machineOf(build.stack, build, build.fn('paint')) },
  queues: { 'priority-jobs': priorityLane },
  more: addLifecycleAlarm,
}
