import { ArnFormat, BOOTSTRAP_QUALIFIER_CONTEXT, type CfnElement, DefaultStackSynthesizer, Stack } from 'aws-cdk-lib'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import type { IConstruct } from 'constructs'
import { functionWaivers, type GivenWaiver, rightWaivers, waive } from './waivers.ts'

/** The bucket of the CDK's bootstrap stack, where a deployment puts its files first. */
const assetsOf = (stack: Stack): string => {
  const given: unknown = stack.node.tryGetContext(BOOTSTRAP_QUALIFIER_CONTEXT)
  const qualifier = typeof given === 'string' ? given : DefaultStackSynthesizer.DEFAULT_QUALIFIER
  return stack.formatArn({
    service: 's3',
    region: '',
    account: '',
    resource: `cdk-${qualifier}-assets-${stack.account}-${stack.region}/*`,
    arnFormat: ArnFormat.NO_RESOURCE_NAME,
  })
}

const ACTIONS = ['GetObject', 'GetBucket', 'List', 'DeleteObject', 'Abort']

const findings = (stack: Stack, bucket: IBucket): readonly GivenWaiver[] => {
  const to = stack.getLogicalId(bucket.node.defaultChild as CfnElement)
  const reason = 'It copies files of a deployment into that one bucket, by rights that the CDK gives it'
  return [
    ...functionWaivers.filter(({ id }) => id !== 'AwsSolutions-IAM5[Resource::*]' && id !== 'Serverless-LambdaDLQ'),
    ...ACTIONS.map((action) => ({ id: `AwsSolutions-IAM5[Action::s3:${action}*]`, reason })),
    ...rightWaivers(stack, [{ actions: [], resources: [assetsOf(stack)], wide: reason }]),
    { id: `AwsSolutions-IAM5[Resource::<${to}.Arn>/*]`, reason },
    {
      id: 'AwsSolutions-L1',
      reason: 'The CDK chooses the runtime of its own function, and tests it there',
    },
    {
      id: 'Serverless-LambdaLatestVersion',
      reason: 'The CDK chooses the runtime of its own function, and tests it there',
    },
    { id: 'Serverless-LambdaTracing', reason: 'It runs when a deployment does, and its log tells of it' },
    { id: 'Serverless-LambdaDLQ', reason: 'CloudFormation waits for its answer, and fails without it' },
  ]
}

/** Accepts findings on the function by which the CDK copies files into a bucket; a stack has one for all of them. */
export const acceptFileCopier = (scope: IConstruct, bucket: IBucket): void => {
  const stack = Stack.of(scope)
  const copier = stack.node.children.find(({ node }) => node.id.startsWith('Custom::CDKBucketDeployment'))
  if (copier === undefined) throw new Error('The CDK has given its function that copies files another name')
  waive(copier, ...findings(stack, bucket))
}
