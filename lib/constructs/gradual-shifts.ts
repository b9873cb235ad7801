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
import { ROLLBACK_ALARMS } from '../operations/alarms.ts'
import type { DomainFunction } from './domain-function.ts'
import { waive } from './waivers.ts'

interface GradualShiftsProps {
  readonly config: Config
  readonly functions: readonly DomainFunction[]
}

/**
 * Returns the pace of a shift. In production, a tenth of the requests for five minutes, then all; other stages have too
 * few requests to evaluate.
 */
const pace = (config: Config): ILambdaDeploymentConfig =>
  isProduction(config) && config.shift === 'gradual'
    ? LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES
    : LambdaDeploymentConfig.ALL_AT_ONCE

/**
 * Shifts the aliases of a service's functions to their new versions with CodeDeploy. If an alarm of the stage goes off
 * during the shift, it shifts them back, and the deployment of the stack fails and is rolled back.
 */
export class GradualShifts extends Construct {
  constructor(scope: Construct, id: string, { config, functions }: GradualShiftsProps) {
    super(scope, id)
    const application = new LambdaApplication(this, 'Application')
    // One role for all deployment groups of the stack: CodeDeploy may shift functions and read the alarms.
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSCodeDeployRoleForLambdaLimited')],
    })
    waive(role, {
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
      reason: "AWS's own policy for CodeDeploy grants exactly what a shift of functions requires",
    })
    // Referenced by name, because the stack of alarms is deployed earlier. `at-once` ignores them, so that a fix can be
    // deployed during an alarm.
    const watched = config.shift === 'gradual' ? ROLLBACK_ALARMS : []
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

export const hasLiveAlias = (functions: readonly DomainFunction[]): boolean => functions.some(({ live }) => live)
