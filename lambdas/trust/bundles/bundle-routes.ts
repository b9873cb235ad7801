import { trustSlugOf } from '@signet/artifacts'
import { type RequestOf, reply } from '@signet/contracts'
import { orgOf } from '@signet/identity'
import { notFound, Refusal, type Route, refusal, route, transact } from '@signet/kernel'
import {
  BODY_BYTES_MAX,
  changeArtifact,
  deleteArtifact,
  getArtifact,
  listArtifacts,
  putArtifact,
} from '../contract/bundles.ts'
import { Sha256 } from '../contract/slugs.ts'
import { descriptionOf, encodingRefusal } from './artifact-headers.ts'
import { type ArtifactRow, artifactObjectKey } from './artifact-objects.ts'
import { artifactView, type BundleDeps, replyOf, sweepUnreferencedObjects } from './artifact-reply.ts'
import type { ArtifactName } from './artifact-table.ts'
import { type NewArtifact, type StoreDeps, storeArtifact } from './store-artifact.ts'

/**
 * Removes the bytes of an artifact, then its row, and with the last artifact of a bundle the owner of its hash. After a
 * crash between the two removals, the row remains without bytes, and a retry removes it. `foreign`: the artifact
 * belongs to another organization.
 */
const removeArtifact =
  ({ artifacts, objects, ownerOf, ...deps }: Omit<StoreDeps, 'spend'>) =>
  (name: ArtifactName): Promise<'removed' | 'foreign' | 'absent'> =>
    transact<'removed' | 'foreign' | 'absent'>(deps, async () => {
      const { org, hash, slug } = name
      const owner = await ownerOf(hash)
      const snapshot = await artifacts.snapshot(org)
      const bundle = snapshot.all.filter(({ receipt_hash }) => receipt_hash === hash)
      const row = bundle.find(({ artifact_slug }) => artifact_slug === slug)
      if (!row) {
        const otherOwner = owner.org !== undefined && owner.org !== org ? owner.org : undefined
        const isForeign =
          otherOwner !== undefined && (await artifacts.find({ org: otherOwner, hash, slug })) !== undefined
        return { result: isForeign ? 'foreign' : 'absent' }
      }
      await objects.remove([artifactObjectKey(org, row)])
      const removal = artifacts.steps.remove({ org, hash, slug }, { object: row.object })
      const ownerRemoval = bundle.length === 1 ? owner.releaseSteps(org) : []
      return { steps: [removal, snapshot.unchangedStep, ...ownerRemoval], result: 'removed' }
    })

/**
 * Changes the access to an artifact without changing its bytes. Idempotent. `undefined`: the artifact does not exist.
 */
const changeAccess =
  ({ artifacts, ...deps }: Pick<StoreDeps, 'artifacts' | 'db' | 'table' | 'now'>) =>
  (name: ArtifactName, access: ArtifactRow['access']): Promise<ArtifactRow | undefined> =>
    transact<ArtifactRow | undefined>(deps, async () => {
      const row = await artifacts.find(name)
      if (!row || (row.access ?? 'public') === access) return { result: row }
      const changed = { ...row, access }
      // If the bytes were replaced concurrently, the row is read again.
      return {
        steps: [artifacts.steps.replace(name, changed, { object: row.object, access: row.access })],
        result: changed,
      }
    })

const artifactNotFound = () => notFound('The document does not exist')

/**
 * Returns the artifact that a request describes. @throws Refusal 400 `invalid_input` for invalid headers or an empty
 * body.
 */
const artifactOf = (
  org: string,
  { params, headers, body }: RequestOf<typeof putArtifact>,
): NewArtifact | Refusal<'unsupported_media_type'> => {
  const emptyBodyErrors = [{ field: 'body', message: 'must be the bytes of the document' }]
  const description = descriptionOf(headers, body.length === 0 ? emptyBodyErrors : [])
  if (description instanceof Refusal) return description
  const name = { org, hash: params.hash, slug: params.slug.toLowerCase() }
  return encodingRefusal(description.type, body) ?? { name, bytes: body, ...description }
}

/**
 * Stores the bytes of an artifact, then its row. Redirects larger bodies to the upload route, whose gateway stores
 * them.
 */
const putArtifactRoute = (deps: BundleDeps): Route =>
  route(putArtifact, async (request) => {
    const { params, body, caller, baseUrl } = request
    const org = orgOf(caller)
    if (body.length > BODY_BYTES_MAX)
      return reply(307, undefined, { location: `${baseUrl}/api/trust/bundle/${params.hash}/${params.slug}/large` })
    const artifact = artifactOf(org, request)
    if (artifact instanceof Refusal) return artifact
    const stored = await storeArtifact(deps)(artifact)
    if (stored instanceof Refusal) return stored
    const response = replyOf(org, artifact.type, stored)
    if (stored.outcome === 'stored') await sweepUnreferencedObjects(deps, org)
    return response
  })

/** Bundles of trust pages (spec platform-api 4.6). */
export const bundleRoutes = (deps: BundleDeps): Route[] => [
  route(listArtifacts, async ({ params: { hash }, caller }) => {
    const org = orgOf(caller)
    const rows = await deps.artifacts.listBundle(org, hash)
    return reply(200, {
      receipt_hash: hash,
      artifacts: rows.map((row) => artifactView(org, row)),
      count: rows.length,
    })
  }),
  route(getArtifact, async ({ params: { hash, slug }, caller }) => {
    const org = orgOf(caller)
    const row = await deps.artifacts.find({ org, hash, slug: slug.toLowerCase() })
    return row ? reply(200, artifactView(org, row)) : artifactNotFound()
  }),
  putArtifactRoute(deps),
  route(changeArtifact, async ({ params: { hash, slug }, body: { access }, caller }) => {
    const org = orgOf(caller)
    const row = await changeAccess(deps)({ org, hash, slug: slug.toLowerCase() }, access)
    return row ? reply(200, artifactView(org, row)) : artifactNotFound()
  }),
  route(deleteArtifact, async ({ params: { hash, slug: rawSlug }, caller }) => {
    const org = orgOf(caller)
    const slug = trustSlugOf(rawSlug)
    if (slug === undefined || !Sha256.safeParse(hash).success) return artifactNotFound()
    const outcome = await removeArtifact(deps)({ org, hash, slug })
    if (outcome === 'foreign') return refusal('cross_tenant_forbidden', 'The document belongs to another organization')
    if (outcome === 'absent') return artifactNotFound()
    await sweepUnreferencedObjects(deps, org)
    return reply(204)
  }),
]
