import { type Resource, resourceError } from './resource.ts'

export interface LocalFiles {
  /** Folder below `dist` to which the build writes the files. The copy that a deployment would make is not used. */
  readonly folder: string
  /** Cache lifetime by name prefix; the first match applies. */
  readonly cacheControl: readonly { readonly prefix: string; readonly value: string }[]
}

export const BUCKET_DEPLOYMENT_TYPE = 'Custom::CDKBucketDeployment'

interface BucketDeployment {
  readonly ServiceToken: string
  readonly DestinationBucketName: string
  readonly DestinationBucketKeyPrefix?: string
  readonly SystemMetadata?: { readonly 'cache-control'?: string }
}

const bucketDeploymentsOf = (resources: readonly Resource[]): readonly BucketDeployment[] =>
  resources
    .filter(({ type }) => type === BUCKET_DEPLOYMENT_TYPE)
    .map(({ properties }) => properties as unknown as BucketDeployment)

/**
 * Returns the functions that copy files to buckets. They do not run locally, because files are served from the build's
 * output.
 */
export const copierArns = (resources: readonly Resource[]): ReadonlySet<string> =>
  new Set(bucketDeploymentsOf(resources).map(({ ServiceToken }) => ServiceToken))

/** @throws TemplateError for a bucket without the source of its files */
export const readFiles = (bucket: Resource, resources: readonly Resource[]): LocalFiles => {
  const folder = bucket.metadata['signet:files']
  if (typeof folder !== 'string') throw resourceError(bucket, 'requires the metadata signet:files, a folder below dist')
  const cacheControl = bucketDeploymentsOf(resources)
    .filter(({ DestinationBucketName }) => DestinationBucketName === bucket.ref)
    .map(({ DestinationBucketKeyPrefix: prefix, SystemMetadata = {} }) => ({
      prefix: prefix === undefined ? '' : `${prefix}/`,
      value: SystemMetadata['cache-control'] ?? '',
    }))
  return { folder, cacheControl: cacheControl.toSorted((a, b) => b.prefix.length - a.prefix.length) }
}
