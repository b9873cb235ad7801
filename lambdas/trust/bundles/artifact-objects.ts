import type { RowOf } from '@signet/kernel'
import type { Bucket } from '@signet/kernel/bucket'
import type { artifactRow } from '../contract/artifact-rows.ts'

export type ArtifactRow = RowOf<typeof artifactRow>

/** Identifies the object that stores the bytes of an artifact. Organizations never share an object. */
export interface ObjectName {
  readonly org: string
  readonly hash: string
  readonly slug: string
  readonly id: string
}

const PREFIX = 'artifacts/'

export const organizationPrefix = (org: string): string => `${PREFIX}${org}/`

export const objectKey = ({ org, hash, slug, id }: ObjectName): string =>
  `${organizationPrefix(org)}${hash}/${slug}/${id}`

export const artifactObjectKey = (
  org: string,
  { receipt_hash: hash, artifact_slug: slug, object: id }: ArtifactRow,
): string => objectKey({ org, hash, slug, id })

export type ArtifactObjects = Pick<Bucket, 'put' | 'remove'>
