import { Duration } from 'aws-cdk-lib'
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { type Config, emptiesBuckets } from '../config.ts'
import { removalPolicyOf } from './removal-policy.ts'
import { waive } from './waivers.ts'

/** Days after which parts of an upload that nobody has completed go; uploads themselves expire before. */
const PARTS_DAYS = 2

/** The uploaded conversations of people and everything derived from them, kept until their owners delete them. */
export class ArchiveBucket extends Construct {
  readonly bucket: Bucket
  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id)
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      lifecycleRules: [{ id: 'parts', abortIncompleteMultipartUploadAfter: Duration.days(PARTS_DAYS) }],
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
      removalPolicy: removalPolicyOf(config),
      autoDeleteObjects: emptiesBuckets(config),
    })
    waive(this.bucket, {
      id: 'AwsSolutions-S1',
      reason:
        'Objects are reached by functions and by addresses signed for one part; the log of the archive names each upload',
      until: '2027-06-30',
    })
  }
}
