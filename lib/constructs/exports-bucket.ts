import { Duration } from 'aws-cdk-lib'
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { type Config, emptiesBuckets } from '../config.ts'
import { removalPolicyOf } from './removal-policy.ts'
import { waive } from './waivers.ts'

/** Lifecycle counts whole days and runs late; the address of a ZIP is given for seven days. */
const ZIP_DAYS = 8

/** Parts are joined within a day of their request. */
const PART_DAYS = 2

/** Copies of what is kept of people, for a week: parts of services, and the ZIP that they make. */
export class ExportsBucket extends Construct {
  readonly bucket: Bucket
  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id)
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      lifecycleRules: [
        { id: 'parts', prefix: 'parts/', expiration: Duration.days(PART_DAYS) },
        { id: 'zips', prefix: 'zips/', expiration: Duration.days(ZIP_DAYS) },
        { id: 'uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
      removalPolicy: removalPolicyOf(config),
      autoDeleteObjects: emptiesBuckets(config),
    })
    waive(this.bucket, {
      id: 'AwsSolutions-S1',
      reason: 'Objects are reached by functions and by addresses signed for one person; the log names each export',
      until: '2027-06-30',
    })
  }
}
