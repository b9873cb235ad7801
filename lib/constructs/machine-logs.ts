import { Fn, Stack } from 'aws-cdk-lib'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { LogLevel } from 'aws-cdk-lib/aws-stepfunctions'
import type { Construct } from 'constructs'
import type { Config } from '../config.ts'
import { removalPolicyOf } from './removal-policy.ts'

/**
 * Where a state machine writes what it does. Below /aws/vendedlogs/ the account's one policy for log deliveries covers
 * every group; elsewhere each adds to it, until it is full. A part of the stack's own id is in the name, so that a
 * group that was left behind by an earlier stack of the name is in nobody's way.
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
