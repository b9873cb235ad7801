import { ArnFormat, BOOTSTRAP_QUALIFIER_CONTEXT, type CfnElement, DefaultStackSynthesizer, Stack } from 'aws-cdk-lib'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import type { IConstruct } from 'constructs'
import { functionWaivers, rightWaivers, type WaiverInput, waive } from './waivers.ts'

/** Returns the bucket of the CDK's bootstrap stack, into which a deployment first copies its files. */
const assetsOf = (stack: Stack): string => {
  const contextQualifier: unknown = stack.node.tryGetContext(BOOTSTRAP_QUALIFIER_CONTEXT)
  const qualifier = typeof contextQualifier === 'string' ? contextQualifier : DefaultStackSynthesizer.DEFAULT_QUALIFIER
  return stack.formatArn({
    service: 's3',
    region: '',
    account: '',
    resource: `cdk-${qualifier}-assets-${stack.account}-${stack.region}/*`,
    arnFormat: ArnFormat.NO_RESOURCE_NAME,
  })
}

const ACTIONS = ['GetObject', 'GetBucket', 'List', 'DeleteObject', 'Abort']

const findings = (stack: Stack, bucket: IBucket): readonly WaiverInput[] => {
  const bucketId = stack.getLogicalId(bucket.node.defaultChild as CfnElement)
  const reason = 'It copies files of a deployment into that one bucket, with rights that the CDK grants'
  return [
    ...functionWaivers.filter(({ id }) => id !== 'AwsSolutions-IAM5[Resource::*]' && id !== 'Serverless-LambdaDLQ'),
    ...ACTIONS.map((action) => ({ id: `AwsSolutions-IAM5[Action::s3:${action}*]`, reason })),
    ...rightWaivers(stack, [{ actions: [], resources: [assetsOf(stack)], wildcardReason: reason }]),
    { id: `AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/*]`, reason },
    {
      id: 'AwsSolutions-L1',
      reason: 'The CDK chooses and tests the runtime of this function',
    },
    {
      id: 'Serverless-LambdaLatestVersion',
      reason: 'The CDK chooses and tests the runtime of this function',
    },
    { id: 'Serverless-LambdaTracing', reason: 'It runs during a deployment, whose log reports its failures' },
    { id: 'Serverless-LambdaDLQ', reason: 'CloudFormation waits for its response, and fails without it' },
  ]
}

/**
 * Waives the cdk-nag findings on the function with which the CDK copies files into a bucket; a stack has one such
 * function.
 */
export const waiveFileCopierFindings = (scope: IConstruct, bucket: IBucket): void => {
  const stack = Stack.of(scope)
  const copier = stack.node.children.find(({ node }) => node.id.startsWith('Custom::CDKBucketDeployment'))
  if (copier === undefined)
    throw new Error('The function with which the CDK copies files has another name than expected')
  waive(copier, ...findings(stack, bucket))
}
