import { BlockPublicAccess, Bucket, BucketEncryption, type BucketProps } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import { type Config, emptiesBuckets } from '../config.ts'
import { removalPolicyOf } from './removal-policy.ts'
import { waive } from './waivers.ts'

export interface PrivateBucketProps extends Pick<BucketProps, 'lifecycleRules' | 'cors' | 'versioned'> {
  readonly config: Config
  readonly whyNoAccessLog: string
}

/**
 * Creates a private bucket that is encrypted and reachable over TLS only. It is deleted or retained with the stage's
 * data.
 */
export const privateBucket = (
  scope: Construct,
  id: string,
  { config, whyNoAccessLog, ...props }: PrivateBucketProps,
): Bucket => {
  const bucket = new Bucket(scope, id, {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    ...props,
    removalPolicy: removalPolicyOf(config),
    autoDeleteObjects: emptiesBuckets(config),
  })
  waive(bucket, { id: 'AwsSolutions-S1', reason: whyNoAccessLog })
  return bucket
}
