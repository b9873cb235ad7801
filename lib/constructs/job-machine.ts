import { Duration } from 'aws-cdk-lib'
import {
  Choice,
  Condition,
  DefinitionBody,
  Fail,
  JitterType,
  type RetryProps,
  StateMachine,
  StateMachineType,
  Succeed,
  type TaskStateBase,
  Timeout,
} from 'aws-cdk-lib/aws-stepfunctions'
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks'
import { Construct } from 'constructs'
import type { Config } from '../config.ts'
import type { DomainFunction } from './domain-function.ts'
import { machineLogs } from './machine-logs.ts'
import { versionWaiver, waive } from './waivers.ts'

export interface JobMachineProps {
  readonly config: Config
  readonly paint: DomainFunction
  readonly encode: DomainFunction
  readonly settle: DomainFunction
}

/** The error of an execution that could not settle its job: the sweeper will. */
export const UNSETTLED = 'Unsettled'

/** How long a step waits beyond its function's own timeout: a cold start is not counted there (10 s at most). */
const STEP_MARGIN = Duration.seconds(20)

/** Every attempt of every step, with the pauses between them, fits; the sweeper waits longer still. */
const MACHINE_TIMEOUT = Duration.minutes(50)

/** Names of errors that a retry cannot fix; the workers throw them under these names. */
const FINAL_ERRORS = ['PaintingRefused', 'EncodingRefused']

/**
 * The account has no room for another environment: nothing has run, and it lets up only with time. Three minutes on
 * average, six at most. Lambda's other errors do not prove that nothing has run, and count as a step's own.
 */
const WHEN_LAMBDA_IS_BUSY: RetryProps = {
  errors: ['Lambda.TooManyRequestsException'],
  interval: Duration.seconds(2),
  maxAttempts: 10,
  backoffRate: 2,
  maxDelay: Duration.minutes(1),
  jitterStrategy: JitterType.FULL,
}

/** Retries of any other error of a step: pauses of one second on average, then two, four… */
const afterErrors = (maxAttempts: number): RetryProps => ({
  errors: ['States.ALL'],
  interval: Duration.seconds(1),
  maxAttempts,
  backoffRate: 2,
  jitterStrategy: JitterType.FULL,
})

/**
 * How a settled job ends its execution: as a failure if we or a vendor are why, so that the machine's own numbers tell.
 * A refused prompt, bad input and a missed deadline are outcomes. A worker of an older version says no verdict.
 */
const endings = (scope: Construct): Choice => {
  const isFault = Condition.and(
    Condition.isPresent('$.result.verdict'),
    Condition.stringEquals('$.result.verdict', 'fault'),
  )
  const failed = new Fail(scope, 'Job failed', { errorPath: '$.result.error_code', causePath: '$.jobId' })
  return new Choice(scope, 'Our fault?').when(isFault, failed).otherwise(new Succeed(scope, 'Settled'))
}

const guarded = (step: LambdaInvoke, settled: TaskStateBase): LambdaInvoke => {
  for (const retry of [{ errors: FINAL_ERRORS, maxAttempts: 0 }, WHEN_LAMBDA_IS_BUSY, afterErrors(2)]) {
    step.addRetry(retry)
  }
  step.addCatch(settled, { errors: ['States.ALL'], resultPath: '$.failure' })
  return step
}

/**
 * One execution a job, named after it: paint, then encode; whatever fails for good is settled as failed or
 * failed_encoding by where the job stands, and fails its execution. JSONPath, and steps that can be run again: input is only the job's key.
 */
export class JobMachine extends Construct {
  readonly machine: StateMachine
  constructor(scope: Construct, id: string, { config, paint, encode, settle }: JobMachineProps) {
    super(scope, id)
    const task = (name: string, { fn, timeout }: DomainFunction): LambdaInvoke =>
      new LambdaInvoke(this, name, {
        lambdaFunction: fn,
        payloadResponseOnly: true,
        retryOnServiceExceptions: false,
        resultPath: '$.result',
        taskTimeout: Timeout.duration(timeout.plus(STEP_MARGIN)),
      })
    const settled = task('Settle', settle).addRetry(WHEN_LAMBDA_IS_BUSY).addRetry(afterErrors(5))
    settled.next(endings(this))
    settled.addCatch(new Fail(this, 'Unsettled', { error: UNSETTLED, causePath: '$.jobId' }), {
      errors: ['States.ALL'],
      resultPath: '$.failure',
    })
    const painted = guarded(task('Paint', paint), settled)
    const encoded = guarded(task('Encode', encode), settled)
    encoded.next(new Succeed(this, 'Completed'))
    // A job that was deleted, or that another run has already ended, has nothing left to encode.
    painted.next(
      new Choice(this, 'Still wanted?')
        .when(Condition.stringEquals('$.result.outcome', 'painted'), encoded)
        // A refused prompt is an outcome, not an error: it ends the job.
        .when(Condition.stringEquals('$.result.outcome', 'refused'), settled)
        .otherwise(new Succeed(this, 'Nothing to do')),
    )
    this.machine = new StateMachine(this, 'Machine', {
      stateMachineType: StateMachineType.STANDARD,
      definitionBody: DefinitionBody.fromChainable(painted),
      timeout: MACHINE_TIMEOUT,
      tracingEnabled: true,
      logs: machineLogs(this, config),
    })
    waive(this.machine, ...[paint, encode, settle].map(({ fn }) => versionWaiver(fn)), {
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'X-Ray and log deliveries cannot be granted on a resource',
    })
  }
}
