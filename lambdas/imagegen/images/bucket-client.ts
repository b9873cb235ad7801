import { bucketAddress } from '@signet/kernel/bucket-address'
import { AwsClient } from 'aws4fetch'
import { type ImageBucket, imageBucket } from './image-bucket.ts'

/** The image bucket of this function, from its environment. */
export const bucketFromEnvironment = (variables: Readonly<Record<string, string | undefined>>): ImageBucket => {
  const { baseUrl, signing } = bucketAddress(variables)
  return imageBucket({ s3: new AwsClient(signing), baseUrl })
}
