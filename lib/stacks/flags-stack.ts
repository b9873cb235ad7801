import { ArnFormat, CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib'
import { Schedule, ScheduleExpression, ScheduleTargetInput } from 'aws-cdk-lib/aws-scheduler'
import { LambdaInvoke as ScheduledInvoke } from 'aws-cdk-lib/aws-scheduler-targets'
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import type { Construct } from 'constructs'
import { flagRoutes } from '../../lambdas/flags/contract/service.ts'
import type { Config } from '../config.ts'
import { CanaryMachine } from '../constructs/canary-machine.ts'
import { ContractApi } from '../constructs/contract-api.ts'
import { DomainFunction } from '../constructs/domain-function.ts'
import { alarmWaiver, versionWaiver, waive } from '../constructs/waivers.ts'
import type { DataStack } from './data-stack.ts'

export interface FlagsStackProps extends StackProps {
  readonly config: Config
  readonly data: DataStack
}

/** The flags service: its REST API, what advances canaries, and what looks after those that nothing advances. */
export class FlagsStack extends Stack {
  /** A guard names any alarm of the account. */
  private readonly alarms = this.formatArn({
    service: 'cloudwatch',
    resource: 'alarm',
    resourceName: '*',
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  })

  constructor(scope: Construct, id: string, { config, data, ...props }: FlagsStackProps) {
    super(scope, id, props)
    const advance = this.writesSets(
      new DomainFunction(this, 'FlagsAdvance', {
        config,
        bundle: 'flags-advance',
        description: 'Takes a canary to its next stage, or rolls it back',
        environment: { TABLE_NAME: data.table.tableName },
        memoryMb: 512,
        timeout: Duration.seconds(30),
      }),
      data,
    )
    const { machine } = new CanaryMachine(this, 'FlagsCanaries', { config, advance })
    this.addSweep(config, data, machine)
    const api = this.addApiFunction(config, data, machine)
    const { api: rest } = new ContractApi(this, 'FlagsRest', {
      config,
      service: 'flags',
      description: `Signet feature flags (${config.stage})`,
      routes: [{ fn: api.fn, rows: flagRoutes() }],
      fallback: api.fn,
    })
    waive(this, alarmWaiver(this))
    new CfnOutput(this, 'Url', { value: rest.url, description: 'Base address of the flags service' })
  }

  /** Every write of a set is one transaction: its version and snapshot change, its log only grows. */
  private writesSets(fn: DomainFunction, { table }: DataStack): DomainFunction {
    return fn
      .allowRows(['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:DeleteItem'], table.tableArn, ['FLAGSET#'])
      .allowRows(['dynamodb:PutItem'], table.tableArn, ['FLAGAUDIT#'])
      .allowRows(['dynamodb:Query'], table.tableArn, ['FLAGUSE#'])
      .allow(['cloudwatch:DescribeAlarms'], [this.alarms])
  }

  private addSweep(config: Config, data: DataStack, machine: StateMachine): void {
    const sweep = this.writesSets(
      new DomainFunction(this, 'FlagsSweep', {
        config,
        bundle: 'flags-sweep',
        description: 'Judges running canaries by their guards and goes on with those that nothing advances',
        environment: { TABLE_NAME: data.table.tableName, MACHINE_ARN: machine.stateMachineArn },
        memoryMb: 512,
        timeout: Duration.minutes(1),
      }),
      data,
    )
    sweep
      .allow(['dynamodb:Query'], [`${data.table.tableArn}/index/gsi1`])
      .allow(['states:StartExecution'], [machine.stateMachineArn])
    waive(this, versionWaiver(sweep.fn))
    new Schedule(this, 'FlagsSweepSchedule', {
      description: 'Every minute',
      schedule: ScheduleExpression.rate(Duration.minutes(1)),
      target: new ScheduledInvoke(sweep.fn, { input: ScheduleTargetInput.fromObject({ source: 'schedule' }) }),
    })
  }

  private addApiFunction(config: Config, data: DataStack, machine: StateMachine): DomainFunction {
    const { table, pepper, sessions } = data
    const api = this.writesSets(
      new DomainFunction(this, 'FlagsApi', {
        config,
        bundle: 'flags-api',
        description: 'Flags, canaries, audit log and evaluation',
        environment: {
          TABLE_NAME: table.tableName,
          MACHINE_ARN: machine.stateMachineArn,
          PEPPER_SECRET: pepper.secretArn,
          ...sessions.environment,
          VERSION: config.version,
          STAGE: config.stage,
        },
        memoryMb: 1024,
        timeout: Duration.seconds(29),
      }),
      data,
    )
    return api
      .allowRows(['dynamodb:GetItem', 'dynamodb:Query'], table.tableArn, ['FLAGAUDIT#'])
      .allowRows(['dynamodb:UpdateItem'], table.tableArn, ['FLAGUSE#'])
      .allowRows(['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:DeleteItem'], table.tableArn, ['KEY#'])
      .allowRows(['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:DeleteItem'], table.tableArn, [
        'ORGKEY#',
      ])
      .allow(['secretsmanager:GetSecretValue'], [pepper.secretArn])
      .allow(['states:StartExecution'], [machine.stateMachineArn])
  }
}
