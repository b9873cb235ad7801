import { reply } from '@signet/contracts'
import { orgOf } from '@signet/identity'
import { type NewId, Refusal, type Route, route, type SpendGuard } from '@signet/kernel'
import { ARTIFACT_BYTES_MAX } from '../contract/bundles.ts'
import { putLargeArtifact } from '../contract/uploads.ts'
import { type ArtifactDescription, descriptionOf } from './artifact-headers.ts'
import { foreignHashRefusal, quotaRefusal } from './artifact-reply.ts'
import type { ArtifactName, ArtifactTable } from './artifact-table.ts'
import type { hashOwners } from './bundle-owner.ts'
import { bundleQuotaRefusal } from './bundle-quota.ts'
import type { StagedArtifacts } from './staged-artifacts.ts'

export interface StageDeps {
  readonly artifacts: Pick<ArtifactTable, 'snapshot'>
  readonly ownerOf: ReturnType<typeof hashOwners>
  readonly staged: Pick<StagedArtifacts, 'record'>
  readonly spend: Pick<SpendGuard, 'reserve'>
  readonly newId: NewId
}

/**
 * Checks owner, limits and daily spend ceiling before an upload, reserves `bytes` of the ceiling and records the
 * upload. Only one free byte of storage is required here; the commit checks the actual size.
 * @param bytes maximum size of the upload; the longest body if it is unknown
 * @returns the ID under which the bytes are stored
 */
export const stageArtifact =
  ({ artifacts, ownerOf, staged, spend, newId }: StageDeps) =>
  async (name: ArtifactName, description: ArtifactDescription, bytes: number = ARTIFACT_BYTES_MAX) => {
    const { org, hash, slug } = name
    const owner = await ownerOf(hash)
    if (owner.org !== undefined && owner.org !== org) return foreignHashRefusal()
    const { all: artifactRows } = await artifacts.snapshot(org)
    const existing = artifactRows.find((row) => row.receipt_hash === hash && row.artifact_slug === slug)
    const exceeded = bundleQuotaRefusal(artifactRows, { hash, bytes: 1, existing })
    if (exceeded) return quotaRefusal(exceeded)
    const reserved = await spend.reserve('storage', bytes)
    if (reserved instanceof Refusal) return reserved
    const id = newId()
    await staged.record(name, id, description)
    return id
  }

/**
 * Authorizes an upload before the gateway stores the body under the ID at the end of the commit URL. This function does
 * not see the body or its length.
 */
export const stageArtifactRoute = (deps: StageDeps): Route =>
  route(putLargeArtifact, async ({ params: { hash, slug: rawSlug }, headers, caller, baseUrl }) => {
    const slug = rawSlug.toLowerCase()
    const description = descriptionOf(headers)
    if (description instanceof Refusal) return description
    const id = await stageArtifact(deps)({ org: orgOf(caller), hash, slug }, description)
    if (id instanceof Refusal) return id
    return reply(303, undefined, { location: `${baseUrl}/api/trust/bundle/${hash}/${slug}/commit/${id}` })
  })
