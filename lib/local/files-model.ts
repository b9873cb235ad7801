import { type Resource, resourceError } from './resource.ts'

export interface LocalFiles {
  /** Where they are, below `dist`: what the build writes, and not the copy that a deployment makes. */
  readonly folder: string
  /** How long a file may be kept, by the start of its name; the first that fits counts. */
  readonly cacheControl: readonly { readonly prefix: string; readonly value: string }[]
}

export const COPIES = 'Custom::CDKBucketDeployment'

interface Copying {
  readonly ServiceToken: string
  readonly DestinationBucketName: string
  readonly DestinationBucketKeyPrefix?: string
  readonly SystemMetadata?: { readonly 'cache-control'?: string }
}

const copiesOf = (resources: readonly Resource[]): readonly Copying[] =>
  resources.filter(({ type }) => type === COPIES).map(({ properties }) => properties as unknown as Copying)

/** The functions that do it, which have nothing to do here: files are given out from where the build writes them. */
export const copierArns = (resources: readonly Resource[]): ReadonlySet<string> =>
  new Set(copiesOf(resources).map(({ ServiceToken }) => ServiceToken))

/** @throws TemplateError for a bucket that does not say where its files come from */
export const readFiles = (bucket: Resource, resources: readonly Resource[]): LocalFiles => {
  const folder = bucket.metadata['signet:files']
  if (typeof folder !== 'string')
    throw resourceError(bucket, 'must carry the metadata signet:files, a folder below dist')
  const cacheControl = copiesOf(resources)
    .filter(({ DestinationBucketName }) => DestinationBucketName === bucket.ref)
    .map(({ DestinationBucketKeyPrefix: prefix, SystemMetadata = {} }) => ({
      prefix: prefix === undefined ? '' : `${prefix}/`,
      value: SystemMetadata['cache-control'] ?? '',
    }))
  return { folder, cacheControl: cacheControl.toSorted((a, b) => b.prefix.length - a.prefix.length) }
}
