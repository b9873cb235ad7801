import { orgOf } from '@signet/identity'
import { invalidInput, notFound, Refusal, type Route, route } from '@signet/kernel'
import type { Bucket } from '@signet/kernel/bucket'
import { copyArtifact } from '../contract/bundles.ts'
import { artifactKey } from './artifact-objects.ts'
import { answerOf, type BundleDeps, sweepLooseObjects } from './artifact-reply.ts'
import type { ArtifactName } from './artifact-table.ts'
import { type NewArtifact, storeArtifact } from './store-artifact.ts'

export interface CopyDeps extends BundleDeps {
  readonly source: Pick<Bucket, 'read'>
}

/** Attempts: if the artifact is replaced while it is read, its object is removed. */
const TRIES = 3

const copyOf = async (
  { artifacts, source }: CopyDeps,
  from: ArtifactName,
  name: ArtifactName,
): Promise<NewArtifact | undefined> => {
  for (let tries = 0; tries < TRIES; tries++) {
    const row = await artifacts.find(from)
    if (row === undefined) return undefined
    const bytes = await source.read(artifactKey(from.org, row))
    const { mime_type: type, display_name: displayName, excerpt, signed, access = 'public' } = row
    if (bytes) return { name, type, bytes, displayName, excerpt, signed, access }
  }
  return undefined
}

export const copyArtifactRoute = (deps: CopyDeps): Route =>
  route(copyArtifact, async ({ params: { hash, slug: text }, body: { from }, caller }) => {
    if (from === hash) return invalidInput([{ field: 'from', message: 'must be the hash of another bundle' }])
    const org = orgOf(caller)
    const slug = text.toLowerCase()
    const artifact = await copyOf(deps, { org, hash: from, slug }, { org, hash, slug })
    if (artifact === undefined) return notFound('The source bundle does not contain this document')
    const stored = await storeArtifact(deps)(artifact)
    if (stored instanceof Refusal) return stored
    const answer = answerOf(org, artifact.type, stored)
    if (stored.outcome === 'stored') await sweepLooseObjects(deps, org)
    return answer
  })
