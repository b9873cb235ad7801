import { bucketAddress } from '@signet/kernel/bucket-address'
import { AwsClient } from 'aws4fetch'
import { type ArchiveBucket, archiveBucket } from './archive-bucket.ts'
import { type PartUploads, partUploads } from './part-uploads.ts'

/** The archive's bucket of this function, from its environment. */
export const storageFromEnvironment = (
  variables: Readonly<Record<string, string | undefined>>,
): { readonly bucket: ArchiveBucket; readonly parts: PartUploads; readonly bucketUrl: string } => {
  const { baseUrl, signing } = bucketAddress(variables)
  const deps = { s3: new AwsClient(signing), baseUrl }
  return { bucket: archiveBucket(deps), parts: partUploads(deps), bucketUrl: baseUrl }
}
