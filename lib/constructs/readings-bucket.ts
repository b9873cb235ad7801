import { Duration } from 'aws-cdk-lib'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import type { Config } from '../config.ts'
import { privateBucket } from './private-bucket.ts'

/** Days for which an object that was deleted can be taken back. */
const VERSIONS_DAYS = 7

/** Scaffolds that only a conversation remembers go after it: it has 30 days. */
const CONVERSATION_DAYS = 31

/** Inscribed work of the runtime, inputs and results together, until its organization is deleted. */
export class ReadingsBucket extends Construct {
  readonly bucket: Bucket
  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id)
    this.bucket = privateBucket(this, 'Bucket', {
      config,
      whyNoAccessLog: 'Objects are reached through the functions of the runtime only, whose log names each request',
      versioned: true,
      lifecycleRules: [
        { id: 'versions', noncurrentVersionExpiration: Duration.days(VERSIONS_DAYS), expiredObjectDeleteMarker: true },
        { id: 'conversations', prefix: 'scaffolds/', expiration: Duration.days(CONVERSATION_DAYS) },
        { id: 'uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
    })
  }
}
