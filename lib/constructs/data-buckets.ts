import { Duration } from 'aws-cdk-lib'
import { type Bucket, HttpMethods } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import type { Config } from '../config.ts'
import { type PrivateBucketProps, privateBucket } from './private-bucket.ts'

/** Creates a bucket within a construct whose path is part of the logical ids, which must not change. */
const bucketIn = (scope: Construct, id: string, props: PrivateBucketProps): Bucket =>
  privateBucket(new Construct(scope, id), 'Bucket', props)

/** Deletes the parts of incomplete uploads after this many days. */
const uploadCleanup = (days: number) => ({ id: 'uploads', abortIncompleteMultipartUploadAfter: Duration.days(days) })

/** Permits the restore of overwritten and deleted objects for this many days. */
const versionRetention = (days: number) => ({
  id: 'versions',
  noncurrentVersionExpiration: Duration.days(days),
  expiredObjectDeleteMarker: true,
})

/** The uploaded conversations of people and all data derived from them, stored until their owners delete them. */
export const archiveBucket = (scope: Construct, id: string, config: Config): Bucket =>
  bucketIn(scope, id, {
    config,
    whyNoAccessLog:
      'Only functions, and addresses signed for one part, reach the objects; the log of the archive contains each upload',
    versioned: true,
    lifecycleRules: [
      // Uploads themselves expire earlier.
      { ...uploadCleanup(2), id: 'parts' },
      // Afterwards deleted objects cannot be recovered. docs/restore.md describes how a restore excludes data that users
      // deleted.
      versionRetention(7),
    ],
    // Browsers send parts to addresses that are signed for them; without the signature no origin has access.
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

/** Copies of people's data, for a week: the parts of each service, and the ZIP of all parts. */
export const exportsBucket = (scope: Construct, id: string, config: Config): Bucket =>
  bucketIn(scope, id, {
    config,
    whyNoAccessLog:
      'Only functions, and addresses signed for one person, reach the objects; the log contains each export',
    lifecycleRules: [
      // Parts are joined within a day after the request.
      { id: 'parts', prefix: 'parts/', expiration: Duration.days(2) },
      // Lifecycle counts whole days and runs late; the address of a ZIP is valid for seven days.
      { id: 'zips', prefix: 'zips/', expiration: Duration.days(8) },
      uploadCleanup(1),
    ],
  })

/** The log of receipts: tiles, entries, checkpoints, and the receipts of each step. Its objects are never deleted. */
export const logBucket = (scope: Construct, id: string, config: Config): Bucket =>
  bucketIn(scope, id, {
    config,
    whyNoAccessLog: 'A function serves the public objects; its log contains each request',
    versioned: true,
    lifecycleRules: [
      // Retention of replaced checkpoints, the only objects that are overwritten.
      { id: 'versions', noncurrentVersionExpiration: Duration.days(30) },
      uploadCleanup(1),
    ],
  })

/** Stored runs of the runtime, with inputs and results, until their organization is deleted. */
export const readingsBucket = (scope: Construct, id: string, config: Config): Bucket =>
  bucketIn(scope, id, {
    config,
    whyNoAccessLog: 'Only functions of the runtime reach the objects; their log contains each request',
    versioned: true,
    lifecycleRules: [
      versionRetention(7),
      // Scaffolds to which only a conversation refers are deleted after it; a conversation lasts 30 days.
      { id: 'conversations', prefix: 'scaffolds/', expiration: Duration.days(31) },
      uploadCleanup(1),
    ],
  })

/** Documents of trust pages, until they are removed or their organization is deleted. */
export const trustBucket = (scope: Construct, id: string, config: Config): Bucket =>
  bucketIn(scope, id, {
    config,
    whyNoAccessLog: 'Only functions of trust pages reach the objects; their log contains each request',
    versioned: true,
    lifecycleRules: [
      versionRetention(7),
      // Staged uploads that were never committed.
      {
        id: 'staging',
        prefix: 'staging/',
        expiration: Duration.days(1),
        noncurrentVersionExpiration: Duration.days(1),
      },
      uploadCleanup(1),
    ],
  })
