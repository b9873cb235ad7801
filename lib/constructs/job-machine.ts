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

/** The error of an execution that could not settle its job; the sweeper settles it later. */
export const UNSETTLED_ERROR = 'Unsettled'

/** Wait of a step beyond its function's own timeout, which does not include a cold start (at most 10 s). */
const STEP_MARGIN = Duration.seconds(20)

/** Longer than all attempts of all steps with their pauses. The sweeper waits even longer. */
const MACHINE_TIMEOUT = Duration.minutes(50)

/** Errors that a retry cannot fix, under the names that the workers throw. */
const FINAL_ERRORS = ['ImageRefused', 'EncodingRefused']

/**
 * Retries while the account has no free concurrency. The function did not run, and only time helps: three minutes on
 * average, six at most. Lambda's other errors do not prove that it did not run, so they count as errors of the step.
 */
const WHEN_LAMBDA_IS_BUSY: RetryProps = {
  errors: ['Lambda.TooManyRequestsException'],
  interval: Duration.seconds(2),
  maxAttempts: 10,
  backoffRate: 2,
  maxDelay: Duration.minutes(1),
  jitterStrategy: JitterType.FULL,
}

/** Retries any other error of a step: with random pauses of at most one second, then two, four… */
const afterErrors = (maxAttempts: number): RetryProps => ({
  errors: ['States.ALL'],
  interval: Duration.seconds(1),
  maxAttempts,
  backoffRate: 2,
  jitterStrategy: JitterType.FULL,
})

/**
 * Ends the execution of a settled job: as a failure if the platform or a vendor caused it, so that the machine's
 * metrics count it. A refused prompt, invalid input and a missed deadline are outcomes. A worker of an earlier version
 * returns no verdict.
 */
const endingChoice = (scope: Construct): Choice => {
  const isFault = Condition.and(
    Condition.isPresent('$.result.verdict'),
    Condition.stringEquals('$.result.verdict', 'fault'),
  )
  const failed = new Fail(scope, 'Job failed', { errorPath: '$.result.error_code', causePath: '$.jobId' })
  return new Choice(scope, 'Is it a fault?').when(isFault, failed).otherwise(new Succeed(scope, 'Settled'))
}

const withErrorHandling = (step: LambdaInvoke, settleStep: TaskStateBase): LambdaInvoke => {
  for (const retry of [{ errors: FINAL_ERRORS, maxAttempts: 0 }, WHEN_LAMBDA_IS_BUSY, afterErrors(2)]) {
    step.addRetry(retry)
  }
  step.addCatch(settleStep, { errors: ['States.ALL'], resultPath: '$.failure' })
  return step
}

/**
 * One execution per job, named after it: paint, then encode. After a final error, the job is settled as `failed` or
 * `failed_encoding`, depending on its state; the execution fails if the platform or a vendor caused the error. The
 * input is only the job's key, and every step can run again. Uses JSONPath.
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
    const settleStep = task('Settle', settle).addRetry(WHEN_LAMBDA_IS_BUSY).addRetry(afterErrors(5))
    settleStep.next(endingChoice(this))
    settleStep.addCatch(new Fail(this, 'Unsettled', { error: UNSETTLED_ERROR, causePath: '$.jobId' }), {
      errors: ['States.ALL'],
      resultPath: '$.failure',
    })
    const paintStep = withErrorHandling(task('Paint', paint), settleStep)
    const encodeStep = withErrorHandling(task('Encode', encode), settleStep)
    encodeStep.next(new Succeed(this, 'Completed'))
    // A job that was deleted, or ended by another run, needs no encoding.
    paintStep.next(
      new Choice(this, 'Is it still needed?')
        .when(Condition.stringEquals('$.result.outcome', 'painted'), encodeStep)
        // A refused prompt is an outcome, not an error: it ends the job.
        .when(Condition.stringEquals('$.result.outcome', 'refused'), settleStep)
        .otherwise(new Succeed(this, 'No work left')),
    )
    this.machine = new StateMachine(this, 'Machine', {
      stateMachineType: StateMachineType.STANDARD,
      definitionBody: DefinitionBody.fromChainable(paintStep),
      timeout: MACHINE_TIMEOUT,
      tracingEnabled: true,
      logs: machineLogs(this, config),
    })
    waive(this.machine, ...[paint, encode, settle].map(({ fn }) => versionWaiver(fn)), {
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'X-Ray and log delivery permissions do not support resource restrictions',
    })
  }
}
