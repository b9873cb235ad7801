import { Duration } from 'aws-cdk-lib'
import { type Bucket, HttpMethods } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import type { Config } from '../config.ts'
import { privateBucket } from './private-bucket.ts'

/** Days after which parts of an upload that nobody has completed go; uploads themselves expire before. */
const PARTS_DAYS = 2

/** Days for which an object that was overwritten or deleted can be taken back. */
const VERSIONS_DAYS = 7

/** The uploaded conversations of people and everything derived from them, kept until their owners delete them. */
export class ArchiveBucket extends Construct {
  readonly bucket: Bucket
  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id)
    this.bucket = privateBucket(this, 'Bucket', {
      config,
      whyNoAccessLog:
        'Objects are reached by functions and by addresses signed for one part; the log of the archive names each upload',
      versioned: true,
      lifecycleRules: [
        { id: 'parts', abortIncompleteMultipartUploadAfter: Duration.days(PARTS_DAYS) },
        // What people delete is gone for good after these days, too; docs/restore.md says how a restore keeps it deleted.
        { id: 'versions', noncurrentVersionExpiration: Duration.days(VERSIONS_DAYS), expiredObjectDeleteMarker: true },
      ],
      // Browsers send parts to addresses that are signed for them; without the signature no origin may do anything.
      cors: [
        {
          allowedMethods: [HttpMethods.PUT],
          allowedOrigins: ['*'],
          allowedHeaders: ['content-type', 'content-md5'],
          exposedHeaders: ['ETag'],
          maxAge: 3600,
        },
      ],
    })
  }
}
