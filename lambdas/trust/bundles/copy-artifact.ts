import { orgOf } from '@signet/identity'
import { invalidInput, notFound, Refusal, type Route, route } from '@signet/kernel'
import type { Bucket } from '@signet/kernel/bucket'
import { copyArtifact } from '../contract/bundles.ts'
import { artifactObjectKey } from './artifact-objects.ts'
import { type BundleDeps, replyOf, sweepUnreferencedObjects } from './artifact-reply.ts'
import type { ArtifactName } from './artifact-table.ts'
import { type NewArtifact, storeArtifact } from './store-artifact.ts'

export interface CopyDeps extends BundleDeps {
  readonly sourceBucket: Pick<Bucket, 'read'>
}

/**
 * Maximum number of attempts: if the artifact is replaced during the copy, its old object is deleted and the read
 * returns nothing.
 */
const ATTEMPTS_MAX = 3

const copyOf = async (
  { artifacts, sourceBucket }: CopyDeps,
  from: ArtifactName,
  name: ArtifactName,
): Promise<NewArtifact | undefined> => {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const row = await artifacts.find(from)
    if (row === undefined) return undefined
    const bytes = await sourceBucket.read(artifactObjectKey(from.org, row))
    const { mime_type: type, display_name: displayName, excerpt, signed, access = 'public' } = row
    if (bytes) return { name, type, bytes, displayName, excerpt, signed, access }
  }
  return undefined
}

export const copyArtifactRoute = (deps: CopyDeps): Route =>
  route(copyArtifact, async ({ params: { hash, slug: rawSlug }, body: { from }, caller }) => {
    if (from === hash) return invalidInput([{ field: 'from', message: 'must be the hash of another bundle' }])
    const org = orgOf(caller)
    const slug = rawSlug.toLowerCase()
    const artifact = await copyOf(deps, { org, hash: from, slug }, { org, hash, slug })
    if (artifact === undefined) return notFound('The source bundle does not contain this document')
    const stored = await storeArtifact(deps)(artifact)
    if (stored instanceof Refusal) return stored
    const answer = replyOf(org, artifact.type, stored)
    if (stored.outcome === 'stored') await sweepUnreferencedObjects(deps, org)
    return answer
  })
