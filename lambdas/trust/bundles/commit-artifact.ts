import { orgOf } from '@signet/identity'
import { invalidInput, notFound, payloadTooLarge, Refusal, type Route, route, unavailable } from '@signet/kernel'
import { type Bucket, ObjectChanged } from '@signet/kernel/bucket'
import { ARTIFACT_BYTES_MAX } from '../contract/bundles.ts'
import { commitArtifact } from '../contract/uploads.ts'
import { encodingRefusal } from './artifact-headers.ts'
import { type BundleDeps, replyOf, storedReply, sweepUnreferencedObjects } from './artifact-reply.ts'
import type { ArtifactName } from './artifact-table.ts'
import { type StagedArtifacts, type StagedRow, stagingKey } from './staged-artifacts.ts'
import { storeArtifact } from './store-artifact.ts'

export interface CommitDeps extends BundleDeps {
  readonly staged: StagedArtifacts
  readonly stagingBucket: Pick<Bucket, 'head' | 'read' | 'remove'>
}

/**
 * Reads the bytes of an upload; undefined if they have not arrived. Bytes that arrive after this read are ignored.
 * @throws Refusal 503 if the bytes changed between reading their size and their content
 */
const readUpload = async (
  { stagingBucket }: CommitDeps,
  id: string,
): Promise<Uint8Array | Refusal<'payload_too_large'> | undefined> => {
  const metadata = await stagingBucket.head(stagingKey(id))
  if (metadata === undefined) return undefined
  if (metadata.size > ARTIFACT_BYTES_MAX) return payloadTooLarge(ARTIFACT_BYTES_MAX)
  try {
    return await stagingBucket.read(stagingKey(id), { etag: metadata.etag })
  } catch (error) {
    if (error instanceof ObjectChanged)
      throw unavailable('The bytes changed while they were being read; try again', 1, error)
    throw error
  }
}

/** Removes an uploaded object. If this fails, the lifecycle rule of the bucket removes it after a day. */
const removeUpload = async ({ stagingBucket, log }: CommitDeps, id: string): Promise<void> => {
  await stagingBucket
    .remove([stagingKey(id)])
    .catch((error: unknown) => log.warn('staged object not removed', { id, error }))
}

const uploadNotFound = () => notFound('The upload does not exist: it was not completed, or it expired after one day')

const savedReply = async ({ staged }: CommitDeps, name: ArtifactName, id: string) => {
  const row = await staged.find(name, id)
  return row?.result && storedReply(name.org, row.result)
}

/**
 * Stores an upload as an artifact and saves the reply in the same write. The loser of two concurrent commits returns
 * the saved reply.
 */
const commitUpload = async (deps: CommitDeps, name: ArtifactName, staged: StagedRow) => {
  const bytes = await readUpload(deps, staged.id)
  if (bytes instanceof Refusal) return bytes
  if (bytes === undefined) return (await savedReply(deps, name, staged.id)) ?? uploadNotFound()
  if (bytes.length === 0) throw invalidInput([{ field: 'body', message: 'must be the bytes of the document' }])
  const type = staged.mime_type
  const encodingError = encodingRefusal(type, bytes)
  if (encodingError) return encodingError
  const { display_name: displayName, excerpt, signed, access } = staged
  const description = { displayName, excerpt, signed, access }
  const stored = await storeArtifact(deps)({ name, type, bytes, ...description }, ({ row, isNew, warnings }) =>
    deps.staged.storedStep(name.org, staged, { row, created: isNew, warnings }),
  )
  if (stored instanceof Refusal) return stored
  const saved = stored.outcome === 'overtaken' ? await savedReply(deps, name, staged.id) : undefined
  return saved ?? replyOf(name.org, type, stored)
}

/** Commits an upload once. Repeating the request returns the saved reply. */
export const commitArtifactRoute = (deps: CommitDeps): Route =>
  route(commitArtifact, async ({ params: { hash, slug, id }, caller }) => {
    const name = { org: orgOf(caller), hash, slug: slug.toLowerCase() }
    const staged = await deps.staged.find(name, id)
    if (!staged) return uploadNotFound()
    if (staged.result) return storedReply(name.org, staged.result)
    const response = await commitUpload(deps, name, staged)
    if (response instanceof Refusal) return response
    await Promise.all([sweepUnreferencedObjects(deps, name.org), removeUpload(deps, id)])
    return response
  })
