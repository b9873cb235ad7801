import { Duration } from 'aws-cdk-lib'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import type { Config } from '../config.ts'
import { privateBucket } from './private-bucket.ts'

/** Lifecycle counts whole days and runs late; the address of a ZIP is given for seven days. */
const ZIP_DAYS = 8

/** Parts are joined within a day of their request. */
const PART_DAYS = 2

/** Copies of what is kept of people, for a week: parts of services, and the ZIP that they make. */
export class ExportsBucket extends Construct {
  readonly bucket: Bucket
  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id)
    this.bucket = privateBucket(this, 'Bucket', {
      config,
      whyNoAccessLog:
        'Objects are reached by functions and by addresses signed for one person; the log names each export',
      lifecycleRules: [
        { id: 'parts', prefix: 'parts/', expiration: Duration.days(PART_DAYS) },
        { id: 'zips', prefix: 'zips/', expiration: Duration.days(ZIP_DAYS) },
        { id: 'uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
    })
  }
}
