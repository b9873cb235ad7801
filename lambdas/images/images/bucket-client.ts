import { bucket, bucketConnection } from '@signet/kernel/bucket'
import { type ImageBucket, imageBucket } from './image-bucket.ts'

export const bucketFromEnvironment = (variables: Readonly<Record<string, string | undefined>>): ImageBucket =>
  imageBucket(bucket(bucketConnection(variables)))
