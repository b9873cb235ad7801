import { type NewId, Refusal, type SpendGuard } from '@signet/kernel'
import { ARTIFACT_BYTES_MAX } from '../contract/bundles.ts'
import type { ArtifactDescription } from './artifact-headers.ts'
import { foreignHash, fullRefusal } from './artifact-reply.ts'
import type { ArtifactName, ArtifactTable } from './artifact-table.ts'
import type { hashOwners } from './bundle-owner.ts'
import { bundleQuotaRefusal } from './bundle-quota.ts'
import type { StagedArtifacts } from './staged-artifacts.ts'

export interface StageDeps {
  readonly artifacts: Pick<ArtifactTable, 'shelf'>
  readonly ownerOf: ReturnType<typeof hashOwners>
  readonly staged: Pick<StagedArtifacts, 'note'>
  readonly spend: Pick<SpendGuard, 'reserve'>
  readonly newId: NewId
}

/**
 * Whether bytes may be sent, before they come: by whose the hash is, the room and the ceiling, of which as many bytes are taken as
 * may come. What may be sent is noted. The commit counts the bytes: here there must be room for one at least.
 * @param bytes how many may come; where nobody knows, the longest body
 * @returns the id under which the bytes are to be stored
 */
export const stageArtifact =
  ({ artifacts, ownerOf, staged, spend, newId }: StageDeps) =>
  async (name: ArtifactName, described: ArtifactDescription, bytes: number = ARTIFACT_BYTES_MAX) => {
    const { org, hash, slug } = name
    const owner = await ownerOf(hash)
    if (owner.org !== undefined && owner.org !== org) return foreignHash()
    const { all } = await artifacts.shelf(org)
    const earlier = all.find((row) => row.receipt_hash === hash && row.artifact_slug === slug)
    const full = bundleQuotaRefusal(all, { hash, bytes: 1, earlier })
    if (full) return fullRefusal(full)
    const counted = await spend.reserve('storage', bytes)
    if (counted instanceof Refusal) return counted
    const id = newId()
    await staged.note(name, id, described)
    return id
  }
