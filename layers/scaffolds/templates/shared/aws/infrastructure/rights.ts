import { type Stack, Validations } from 'aws-cdk-lib'
import type { CfnApi, WebSocketApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3'
import type { ServiceFunction } from './service-function.ts'

// #if objects
/** Folders of a bucket that a function reads and writes. */
interface Folders {
  readonly reads: readonly string[]
  readonly writes: readonly string[]
}

/** Grants read and write access to files in these folders. */
export const grantFiles = (stack: Stack, target: ServiceFunction, bucket: Bucket, { reads, writes }: Folders): void => {
  const filesIn = (folder: string): string => bucket.arnForObjects(`${folder}/*`)
  target.fn.addToRolePolicy(new PolicyStatement({ actions: ['s3:GetObject'], resources: reads.map(filesIn) }))
  target.fn.addToRolePolicy(new PolicyStatement({ actions: ['s3:PutObject'], resources: writes.map(filesIn) }))
  // Without the permission to list, S3 reports an absent file as forbidden.
  target.fn.addToRolePolicy(new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] }))
  const bucketArn = `<${stack.getLogicalId(bucket.node.defaultChild as CfnBucket)}.Arn>`
  for (const folder of [...reads, ...writes])
    Validations.of(target).acknowledge({
      id: `AwsSolutions-IAM5[Resource::${bucketArn}/${folder}/*]`,
      reason: 'The names of files are not known in advance',
    })
}
// #endif

// #if connections || connection
/** Grants a function the permission to send to the connections of a WebSocket API. */
export const grantConnections = (stack: Stack, target: ServiceFunction, sockets: WebSocketApi): void => {
  const resourceName = 'live/POST/@connections/*'
  const connections = stack.formatArn({ service: 'execute-api', resource: sockets.apiId, resourceName })
  target.fn.addToRolePolicy(
    new PolicyStatement({ actions: ['execute-api:ManageConnections'], resources: [connections] }),
  )
  const apis = 'arn:<AWS::Partition>:execute-api:<AWS::Region>:<AWS::AccountId>'
  const api = stack.getLogicalId(sockets.node.defaultChild as CfnApi)
  Validations.of(target).acknowledge({
    id: `AwsSolutions-IAM5[Resource::${apis}:<${api}>/${resourceName}]`,
    reason: 'The IDs of connections are not known in advance',
  })
}
// #endif

// #if model
/** Grants a function the permission to call one model of Amazon Bedrock. */
export const grantModel = (stack: Stack, target: ServiceFunction, modelId: string): void => {
  const model = stack.formatArn({
    service: 'bedrock',
    account: '',
    resource: 'foundation-model',
    resourceName: modelId,
  })
  target.fn.addToRolePolicy(new PolicyStatement({ actions: ['bedrock:InvokeModel'], resources: [model] }))
}
// #endif
