import { Duration } from 'aws-cdk-lib'
import { type Bucket, HttpMethods } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import type { Config } from '../config.ts'
import { type PrivateBucketProps, privateBucket } from './private-bucket.ts'

/** Within a construct of its own: its place is part of the logical ids, which must not change. */
const bucketIn = (scope: Construct, id: string, props: PrivateBucketProps): Bucket =>
  privateBucket(new Construct(scope, id), 'Bucket', props)

/** Parts of uploads that nobody has completed go after so many days. */
const uploads = (days: number) => ({ id: 'uploads', abortIncompleteMultipartUploadAfter: Duration.days(days) })

/** Objects that were overwritten or deleted can be taken back for so many days. */
const versions = (days: number) => ({
  id: 'versions',
  noncurrentVersionExpiration: Duration.days(days),
  expiredObjectDeleteMarker: true,
})

/** The uploaded conversations of people and everything derived from them, kept until their owners delete them. */
export const archiveBucket = (scope: Construct, id: string, config: Config): Bucket =>
  bucketIn(scope, id, {
    config,
    whyNoAccessLog:
      'Objects are reached by functions and by addresses signed for one part; the log of the archive names each upload',
    versioned: true,
    lifecycleRules: [
      // Uploads themselves expire before.
      { ...uploads(2), id: 'parts' },
      // What people delete is gone for good after these days, too; docs/restore.md says how a restore keeps it deleted.
      versions(7),
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

/** Copies of what is kept of people, for a week: parts of services, and the ZIP that they make. */
export const exportsBucket = (scope: Construct, id: string, config: Config): Bucket =>
  bucketIn(scope, id, {
    config,
    whyNoAccessLog:
      'Objects are reached by functions and by addresses signed for one person; the log names each export',
    lifecycleRules: [
      // Parts are joined within a day of their request.
      { id: 'parts', prefix: 'parts/', expiration: Duration.days(2) },
      // Lifecycle counts whole days and runs late; the address of a ZIP is given for seven days.
      { id: 'zips', prefix: 'zips/', expiration: Duration.days(8) },
      uploads(1),
    ],
  })

/** The log of receipts: tiles, entries, checkpoints, and which receipts each of its steps took. Nothing of it is deleted. */
export const logBucket = (scope: Construct, id: string, config: Config): Bucket =>
  bucketIn(scope, id, {
    config,
    whyNoAccessLog: 'Objects are public by the function that hands them out, whose log names each request',
    versioned: true,
    lifecycleRules: [
      // A checkpoint that was replaced can be looked at so long: the only objects that are overwritten.
      { id: 'versions', noncurrentVersionExpiration: Duration.days(30) },
      uploads(1),
    ],
  })

/** Inscribed work of the runtime, inputs and results together, until its organization is deleted. */
export const readingsBucket = (scope: Construct, id: string, config: Config): Bucket =>
  bucketIn(scope, id, {
    config,
    whyNoAccessLog: 'Objects are reached through the functions of the runtime only, whose log names each request',
    versioned: true,
    lifecycleRules: [
      versions(7),
      // Scaffolds that only a conversation remembers go after it: it has 30 days.
      { id: 'conversations', prefix: 'scaffolds/', expiration: Duration.days(31) },
      uploads(1),
    ],
  })

/** Artifacts of trust pages, until they are removed or their organization is deleted. */
export const trustBucket = (scope: Construct, id: string, config: Config): Bucket =>
  bucketIn(scope, id, {
    config,
    whyNoAccessLog: 'Objects are reached through the functions of trust pages only, whose log names each request',
    versioned: true,
    lifecycleRules: [
      versions(7),
      // What was sent and nobody committed.
      {
        id: 'staging',
        prefix: 'staging/',
        expiration: Duration.days(1),
        noncurrentVersionExpiration: Duration.days(1),
      },
      uploads(1),
    ],
  })
