import { reply } from '@signet/contracts'
import { orgOf } from '@signet/identity'
import { type NewId, Refusal, type Route, route, type SpendGuard } from '@signet/kernel'
import { ARTIFACT_BYTES_MAX } from '../contract/bundles.ts'
import { putLargeArtifact } from '../contract/uploads.ts'
import { type ArtifactDescription, descriptionOf } from './artifact-headers.ts'
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
 * Checks owner, limits and daily spend ceiling before an upload, reserves `bytes` of the ceiling and records the
 * upload. Only one free byte of storage is required here; the commit checks the actual size.
 * @param bytes maximum size of the upload; the longest body if it is unknown
 * @returns the id under which the bytes are stored
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
    const reserved = await spend.reserve('storage', bytes)
    if (reserved instanceof Refusal) return reserved
    const id = newId()
    await staged.note(name, id, described)
    return id
  }

/**
 * Decides whether a body may be sent to the gateway, which stores it under the id at the end of its commit address. The
 * body and its length are not visible here.
 */
export const stageArtifactRoute = (deps: StageDeps): Route =>
  route(putLargeArtifact, async ({ params: { hash, slug: text }, headers, caller, baseUrl }) => {
    const slug = text.toLowerCase()
    const described = descriptionOf(headers)
    if (described instanceof Refusal) return described
    const id = await stageArtifact(deps)({ org: orgOf(caller), hash, slug }, described)
    if (id instanceof Refusal) return id
    return reply(303, undefined, { location: `${baseUrl}/api/trust/bundle/${hash}/${slug}/commit/${id}` })
  })
