import { type Bucket, bucket, bucketConnection } from '@signet/kernel/bucket'

/** The bucket of exports, for a function that stores a part there. @throws Error naming a variable that is missing. */
export const exportsBucket = (variables: Readonly<Record<string, string | undefined>>): Bucket =>
  bucket(bucketConnection(variables, 'EXPORTS_BUCKET'))
