import { RemovalPolicy } from 'aws-cdk-lib'
import { CfnAccount } from 'aws-cdk-lib/aws-apigateway'
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'
import { waive } from './waivers.ts'

/**
 * The role with which API Gateway writes logs: one per account and region, for all APIs. It is retained when its stack
 * is deleted, because the setting that names it belongs to the account, and other APIs use it.
 */
export class GatewayLogging extends Construct {
  constructor(scope: Construct, id: string) {
    super(scope, id)
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName('service-role/AmazonAPIGatewayPushToCloudWatchLogs')],
    })
    role.applyRemovalPolicy(RemovalPolicy.RETAIN)
    const account = new CfnAccount(this, 'Account', { cloudWatchRoleArn: role.roleArn })
    account.applyRemovalPolicy(RemovalPolicy.RETAIN)
    account.node.addDependency(role)
    waive(this, {
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
      reason: "API Gateway writes its logs with AWS's own managed policy",
    })
  }
}
