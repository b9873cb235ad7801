import { reply } from '@signet/contracts'
import { orgOf } from '@signet/identity'
import { type NewId, Refusal, type Route, route, type SpendGuard } from '@signet/kernel'
import type { ArtifactTable } from '../bundles/artifact-table.ts'
import type { hashOwners } from '../bundles/bundle-owner.ts'
import { noRoom } from '../bundles/bundle-room.ts'
import { describedBy } from '../bundles/sent-artifact.ts'
import type { StagedArtifacts } from '../bundles/staged-artifacts.ts'
import { foreignHash, fullRefusal } from '../bundles/stored-answer.ts'
import { ARTIFACT_BYTES_MAX } from '../contract/bundles.ts'
import { putLargeArtifact } from '../contract/uploads.ts'

export interface StageDeps {
  readonly artifacts: Pick<ArtifactTable, 'shelf'>
  readonly ownerOf: ReturnType<typeof hashOwners>
  readonly staged: Pick<StagedArtifacts, 'note'>
  readonly spend: Pick<SpendGuard, 'reserve'>
  readonly newId: NewId
}

/**
 * Whether bytes may be sent: by the headers, whose the hash is, the room and the ceiling. The body itself is not seen here, nor
 * its length: it counts as the longest. What may be sent is noted, and the gateway stores it under the id that ends the address
 * of its commit.
 */
export const stageArtifactRoute = ({ artifacts, ownerOf, staged, spend, newId }: StageDeps): Route =>
  route(putLargeArtifact, async ({ params: { hash, slug: text }, headers, caller, baseUrl }) => {
    const [org, slug] = [orgOf(caller), text.toLowerCase()]
    const described = describedBy(headers)
    if (described instanceof Refusal) return described
    const owner = await ownerOf(hash)
    if (owner.org !== undefined && owner.org !== org) return foreignHash()
    const { all } = await artifacts.shelf(org)
    const earlier = all.find((row) => row.receipt_hash === hash && row.artifact_slug === slug)
    // The commit counts the bytes: here there must be room for one at least.
    const full = noRoom(all, { hash, bytes: 1, earlier })
    if (full) return fullRefusal(full)
    const counted = await spend.reserve('storage', ARTIFACT_BYTES_MAX)
    if (counted instanceof Refusal) return counted
    const id = newId()
    await staged.note({ org, hash, slug }, id, described)
    return reply(303, undefined, { location: `${baseUrl}/api/trust/bundle/${hash}/${slug}/commit/${id}` })
  })
