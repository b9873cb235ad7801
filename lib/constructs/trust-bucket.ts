import { Duration } from 'aws-cdk-lib'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import type { Config } from '../config.ts'
import { privateBucket } from './private-bucket.ts'

/** Days for which an object that was deleted can be taken back. */
const VERSIONS_DAYS = 7

/** Artifacts of trust pages, until they are removed or their organization is deleted. */
export class TrustBucket extends Construct {
  readonly bucket: Bucket
  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id)
    this.bucket = privateBucket(this, 'Bucket', {
      config,
      whyNoAccessLog: 'Objects are reached through the functions of trust pages only, whose log names each request',
      versioned: true,
      lifecycleRules: [
        { id: 'versions', noncurrentVersionExpiration: Duration.days(VERSIONS_DAYS), expiredObjectDeleteMarker: true },
        // What was sent and nobody committed.
        {
          id: 'staging',
          prefix: 'staging/',
          expiration: Duration.days(1),
          noncurrentVersionExpiration: Duration.days(1),
        },
        { id: 'uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
    })
  }
}
