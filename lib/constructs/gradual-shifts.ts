import { Alarm } from 'aws-cdk-lib/aws-cloudwatch'
import {
  type ILambdaDeploymentConfig,
  LambdaApplication,
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
} from 'aws-cdk-lib/aws-codedeploy'
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'
import { type Config, isProduction } from '../config.ts'
import { ROLLING_BACK } from '../operations/alarms.ts'
import type { DomainFunction } from './domain-function.ts'
import { waive } from './waivers.ts'

interface GradualShiftsProps {
  readonly config: Config
  readonly functions: readonly DomainFunction[]
}

/** A tenth of the requests for five minutes, then all: in production, where there are enough to tell. */
const pace = (config: Config): ILambdaDeploymentConfig =>
  isProduction(config) && config.shift === 'gradual'
    ? LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES
    : LambdaDeploymentConfig.ALL_AT_ONCE

/**
 * Shifts the aliases of a service's functions to their new versions by CodeDeploy, and back when an alarm of the stage rings
 * meanwhile: then the deployment of the stack fails and is rolled back, too.
 */
export class GradualShifts extends Construct {
  constructor(scope: Construct, id: string, { config, functions }: GradualShiftsProps) {
    super(scope, id)
    const application = new LambdaApplication(this, 'Application')
    // One for all groups of the stack: CodeDeploy may shift functions, and read the alarms.
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSCodeDeployRoleForLambdaLimited')],
    })
    waive(role, {
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
      reason: "AWS's own policy for CodeDeploy is what it needs to shift functions, and no more",
    })
    // By their names: the stack of alarms is deployed before. A mend is deployed while they ring.
    const watched = config.shift === 'gradual' ? ROLLING_BACK : []
    const alarms = watched.map((name) => Alarm.fromAlarmName(this, name, `signet-${config.stage}-${name}`))
    for (const { live, node } of functions) {
      if (live === undefined) continue
      new LambdaDeploymentGroup(this, node.id, {
        application,
        alias: live,
        role,
        alarms,
        deploymentConfig: pace(config),
        autoRollback: { deploymentInAlarm: alarms.length > 0, failedDeployment: true, stoppedDeployment: true },
      })
    }
  }
}

export const isServing = (functions: readonly DomainFunction[]): boolean => functions.some(({ live }) => live)
