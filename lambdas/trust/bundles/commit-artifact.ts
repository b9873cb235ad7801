import { orgOf } from '@signet/identity'
import { invalidInput, notFound, payloadTooLarge, Refusal, type Route, route, unavailable } from '@signet/kernel'
import { type Bucket, ObjectChanged } from '@signet/kernel/bucket'
import { ARTIFACT_BYTES_MAX } from '../contract/bundles.ts'
import { commitArtifact } from '../contract/uploads.ts'
import { damageOf } from './artifact-headers.ts'
import { answerOf, type BundleDeps, storedReply, swept } from './artifact-reply.ts'
import type { ArtifactName } from './artifact-table.ts'
import { type StagedArtifacts, type StagedRow, stagingKey } from './staged-artifacts.ts'
import { storeArtifact } from './store-artifact.ts'

export interface CommitDeps extends BundleDeps {
  readonly staged: StagedArtifacts
  readonly sent: Pick<Bucket, 'head' | 'read' | 'remove'>
}

/**
 * The bytes that were sent under an id, none before they have arrived. They are read once: whatever is there later does not count.
 * @throws Refusal 503 where others have come since their size was read
 */
const bytesOf = async (
  { sent }: CommitDeps,
  id: string,
): Promise<Uint8Array | Refusal<'payload_too_large'> | undefined> => {
  const facts = await sent.head(stagingKey(id))
  if (facts === undefined) return undefined
  if (facts.size > ARTIFACT_BYTES_MAX) return payloadTooLarge(ARTIFACT_BYTES_MAX)
  try {
    return await sent.read(stagingKey(id), { etag: facts.etag })
  } catch (error) {
    if (error instanceof ObjectChanged) throw unavailable('The bytes changed while they were read; ask again', 1, error)
    throw error
  }
}

/** Removes what was sent. What fails here, the bucket removes after a day. */
const forget = async ({ sent, log }: CommitDeps, id: string): Promise<void> => {
  await sent.remove([stagingKey(id)]).catch((error: unknown) => log.warn('what was sent is left', { id, error }))
}

const notThere = () => notFound('Nothing was sent under this id, or longer than a day ago, or it has not arrived')

const keptReply = async ({ staged }: CommitDeps, name: ArtifactName, id: string) => {
  const row = await staged.find(name, id)
  return row?.answer && storedReply(name.org, row.answer)
}

/** Stores what was sent, and with the same write keeps the answer. Who loses against the same request finds that one's. */
const commit = async (deps: CommitDeps, name: ArtifactName, staged: StagedRow) => {
  const bytes = await bytesOf(deps, staged.id)
  if (bytes instanceof Refusal) return bytes
  if (bytes === undefined) return (await keptReply(deps, name, staged.id)) ?? notThere()
  if (bytes.length === 0) throw invalidInput([{ field: 'body', message: 'must be the bytes of the artifact' }])
  const type = staged.mime_type
  const damage = damageOf(type, bytes)
  if (damage) return damage
  const { display_name: displayName, excerpt, signed, access } = staged
  const described = { displayName, excerpt, signed, access }
  const stored = await storeArtifact(deps)({ name, type, bytes, ...described }, ({ row, isNew, warnings }) =>
    deps.staged.answered(name.org, staged, { row, created: isNew, warnings }),
  )
  if (stored instanceof Refusal) return stored
  const kept = stored.outcome === 'overtaken' ? await keptReply(deps, name, staged.id) : undefined
  return kept ?? answerOf(name.org, type, stored)
}

/** GET of what was sent: its bytes become the artifact, once; the same again has the same answer. */
export const commitArtifactRoute = (deps: CommitDeps): Route =>
  route(commitArtifact, async ({ params: { hash, slug, id }, caller }) => {
    const name = { org: orgOf(caller), hash, slug: slug.toLowerCase() }
    const staged = await deps.staged.find(name, id)
    if (!staged) return notThere()
    if (staged.answer) return storedReply(name.org, staged.answer)
    const answer = await commit(deps, name, staged)
    if (answer instanceof Refusal) return answer
    await Promise.all([swept(deps, name.org), forget(deps, id)])
    return answer
  })
