import { Fn, Stack } from 'aws-cdk-lib'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { LogLevel } from 'aws-cdk-lib/aws-stepfunctions'
import type { Construct } from 'constructs'
import type { Config } from '../config.ts'
import { removalPolicyOf } from './removal-policy.ts'

/**
 * Creates the log group of a state machine. Below /aws/vendedlogs/ the account's one policy for log deliveries covers
 * every group; elsewhere each group extends the policy, until it reaches its size limit. The name contains a part of
 * the stack's id, so it does not collide with the group of an earlier stack of the same name.
 */
export const machineLogs = (scope: Construct, config: Config) => {
  const { stackName, stackId } = Stack.of(scope)
  const unique = Fn.select(0, Fn.split('-', Fn.select(2, Fn.split('/', stackId))))
  return {
    level: LogLevel.ALL,
    destination: new LogGroup(scope, 'Logs', {
      logGroupName: `/aws/vendedlogs/states/${stackName}-${scope.node.path.split('/').slice(1).join('-')}-${unique}`,
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: removalPolicyOf(config),
    }),
  }
}
