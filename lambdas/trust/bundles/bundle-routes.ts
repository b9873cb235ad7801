import { trustSlugOf } from '@signet/artifacts'
import { type RequestOf, reply } from '@signet/contracts'
import { orgOf } from '@signet/identity'
import { notFound, Refusal, type Route, refusal, route } from '@signet/kernel'
import {
  BODY_BYTES_MAX,
  changeArtifact,
  deleteArtifact,
  getArtifact,
  listArtifacts,
  putArtifact,
} from '../contract/bundles.ts'
import { Sha256 } from '../contract/slugs.ts'
import { damageOf, describedBy } from './artifact-headers.ts'
import { answerOf, artifactView, type BundleDeps, swept } from './artifact-reply.ts'
import { changeAccess } from './change-access.ts'
import { removeArtifact } from './remove-artifact.ts'
import { type NewArtifact, storeArtifact } from './store-artifact.ts'

const noSuchArtifact = () => notFound('There is no such artifact')

type PutArtifactRequest = RequestOf<typeof putArtifact>

/** The artifact of a request, by its headers. @throws Refusal 400 `invalid_input` for those that break a rule. */
const artifactOf = (
  org: string,
  { params, headers, body }: PutArtifactRequest,
): NewArtifact | Refusal<'unsupported_media_type'> => {
  const empty = [{ field: 'body', message: 'must be the bytes of the artifact' }]
  const described = describedBy(headers, body.length === 0 ? empty : [])
  if (described instanceof Refusal) return described
  const name = { org, hash: params.hash, slug: params.slug.toLowerCase() }
  return damageOf(described.type, body) ?? { name, bytes: body, ...described }
}

/** POST of an artifact: its bytes, then its row. More bytes than it takes are sent on to where the gateway stores them. */
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
    const answer = answerOf(org, artifact.type, stored)
    if (stored.outcome === 'stored') await swept(deps, org)
    return answer
  })

/** Bundles of trust pages (spec platform-api 4.6). */
export const bundleRoutes = (deps: BundleDeps): Route[] => [
  route(listArtifacts, async ({ params: { hash }, caller }) => {
    const org = orgOf(caller)
    const rows = await deps.artifacts.bundle(org, hash)
    return reply(200, {
      receipt_hash: hash,
      artifacts: rows.map((row) => artifactView(org, row)),
      count: rows.length,
    })
  }),
  route(getArtifact, async ({ params: { hash, slug }, caller }) => {
    const org = orgOf(caller)
    const row = await deps.artifacts.find({ org, hash, slug: slug.toLowerCase() })
    return row ? reply(200, artifactView(org, row)) : noSuchArtifact()
  }),
  putArtifactRoute(deps),
  route(changeArtifact, async ({ params: { hash, slug }, body: { access }, caller }) => {
    const org = orgOf(caller)
    const row = await changeAccess(deps)({ org, hash, slug: slug.toLowerCase() }, access)
    return row ? reply(200, artifactView(org, row)) : noSuchArtifact()
  }),
  route(deleteArtifact, async ({ params: { hash, slug: text }, caller }) => {
    const org = orgOf(caller)
    const slug = trustSlugOf(text)
    if (slug === undefined || !Sha256.safeParse(hash).success) return noSuchArtifact()
    const outcome = await removeArtifact(deps)({ org, hash, slug })
    if (outcome === 'foreign') return refusal('cross_tenant_forbidden', 'The artifact is of another organisation')
    if (outcome === 'absent') return noSuchArtifact()
    await swept(deps, org)
    return reply(204)
  }),
]
