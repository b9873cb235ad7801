import type { RowOf } from '@signet/kernel'
import type { Bucket } from '@signet/kernel/bucket'
import type { artifactRow } from '../contract/artifact-rows.ts'

export type ArtifactRow = RowOf<typeof artifactRow>

/** Object with the bytes of an artifact. No two organizations share an object. */
export interface ObjectName {
  readonly org: string
  readonly hash: string
  readonly slug: string
  readonly id: string
}

const PREFIX = 'artifacts/'

export const objectsOf = (org: string): string => `${PREFIX}${org}/`

export const objectKey = ({ org, hash, slug, id }: ObjectName): string => `${objectsOf(org)}${hash}/${slug}/${id}`

export const artifactKey = (
  org: string,
  { receipt_hash: hash, artifact_slug: slug, object: id }: ArtifactRow,
): string => objectKey({ org, hash, slug, id })

export type ArtifactObjects = Pick<Bucket, 'put' | 'remove'>
