import { BlockPublicAccess, Bucket, BucketEncryption, type BucketProps } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import { type Config, emptiesBuckets } from '../config.ts'
import { removalPolicyOf } from './removal-policy.ts'
import { waive } from './waivers.ts'

export interface PrivateBucketProps extends Pick<BucketProps, 'lifecycleRules' | 'cors' | 'versioned'> {
  readonly config: Config
  readonly whyNoAccessLog: string
}

/** A bucket that is closed to the public, encrypted and reached over TLS only. It goes or stays as the stage's data do. */
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
