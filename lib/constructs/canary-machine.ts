import { Duration } from 'aws-cdk-lib'
import {
  Choice,
  Condition,
  DefinitionBody,
  JitterType,
  StateMachine,
  StateMachineType,
  Succeed,
  Timeout,
  Wait,
  WaitTime,
} from 'aws-cdk-lib/aws-stepfunctions'
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks'
import { Construct } from 'constructs'
import type { Config } from '../config.ts'
import type { DomainFunction } from './domain-function.ts'
import { machineLogs } from './machine-logs.ts'
import { versionWaiver, waive } from './waivers.ts'

export interface CanaryMachineProps {
  readonly config: Config
  readonly advance: DomainFunction
}

/** Added to the function's own timeout, for its cold start. */
const STEP_MARGIN = Duration.seconds(20)

/**
 * One execution per canary plan: waits until the stage ends, advances, and repeats while there is a next stage. An
 * error ends the execution: the sweep finds the overdue canary and continues it.
 */
export class CanaryMachine extends Construct {
  readonly machine: StateMachine
  constructor(scope: Construct, id: string, { config, advance }: CanaryMachineProps) {
    super(scope, id)
    const waitForStageEnd = new Wait(this, 'Dwell', { time: WaitTime.timestampPath('$.nextAt') })
    const advanceStage = new LambdaInvoke(this, 'Advance', {
      lambdaFunction: advance.fn,
      payloadResponseOnly: true,
      retryOnServiceExceptions: false,
      taskTimeout: Timeout.duration(advance.timeout.plus(STEP_MARGIN)),
    }).addRetry({
      errors: ['States.ALL'],
      interval: Duration.seconds(1),
      maxAttempts: 4,
      backoffRate: 2,
      jitterStrategy: JitterType.FULL,
    })
    const finished = new Succeed(this, 'Over')
    advanceStage.next(
      new Choice(this, 'Is there another stage?')
        .when(Condition.stringEquals('$.outcome', 'waiting'), waitForStageEnd)
        .otherwise(finished),
    )
    this.machine = new StateMachine(this, 'Machine', {
      stateMachineType: StateMachineType.STANDARD,
      definitionBody: DefinitionBody.fromChainable(waitForStageEnd.next(advanceStage)),
      tracingEnabled: true,
      logs: machineLogs(this, config),
    })
    waive(this.machine, versionWaiver(advance.fn), {
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'X-Ray and log delivery permissions do not support resource restrictions',
    })
  }
}
