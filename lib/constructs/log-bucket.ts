import { Duration } from 'aws-cdk-lib'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import type { Config } from '../config.ts'
import { privateBucket } from './private-bucket.ts'

/** Days for which a checkpoint that was replaced can be looked at: the only objects that are overwritten. */
const VERSIONS_DAYS = 30

/** The log of receipts: tiles, entries, checkpoints, and which receipts each of its steps took. Nothing of it is deleted. */
export class LogBucket extends Construct {
  readonly bucket: Bucket
  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id)
    this.bucket = privateBucket(this, 'Bucket', {
      config,
      whyNoAccessLog: 'Objects are public by the function that hands them out, whose log names each request',
      versioned: true,
      lifecycleRules: [
        { id: 'versions', noncurrentVersionExpiration: Duration.days(VERSIONS_DAYS) },
        { id: 'uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
    })
  }
}
