import { Buffer } from 'node:buffer'
import { type ArtifactType, declaredType, displayName, excerpt, isMediaType, trustSlugOf } from '@signet/artifacts'
import { type RequestOf, reply } from '@signet/contracts'
import { orgOf } from '@signet/identity'
import { invalidInput, type Log, notFound, Refusal, type Route, refusal, route } from '@signet/kernel'
import {
  changeArtifact,
  deleteArtifact,
  getArtifact,
  listArtifacts,
  putArtifact,
  type TrustArtifact,
} from '../contract/bundles.ts'
import { Sha256 } from '../contract/slugs.ts'
import type { ArtifactRow } from './artifact-objects.ts'
import { changeAccess } from './change-access.ts'
import { removeArtifact } from './remove-artifact.ts'
import { type NewArtifact, type StoreDeps, storeArtifact } from './store-artifact.ts'

export interface BundleDeps extends StoreDeps {
  readonly log: Pick<Log, 'warn'>
}

// A row from before there was `access` has none.
const artifactView = (org: string, { object: _object, access = 'public', ...row }: ArtifactRow): TrustArtifact => ({
  ...row,
  access,
  tenant_id: org,
})

const noSuchArtifact = () => notFound('There is no such artifact')

/** @throws Refusal 400 `invalid_input` for no media type at all. */
const typeOf = (header: string | undefined): ArtifactType | Refusal<'unsupported_media_type'> => {
  if (header === undefined || !isMediaType(header))
    throw invalidInput([{ field: 'content-type', message: 'must be the media type of the bytes' }])
  const type = declaredType(header)
  if (type) return type
  const extras = { rule: 'content_type' }
  return refusal('unsupported_media_type', 'The Content-Type, or a parameter of it, is not one that is taken', {
    extras,
  })
}

type Sent = RequestOf<typeof putArtifact>

/** What a gateway puts for bytes that are no UTF-8, where it hands a body on as text. It does so with JSON alone. */
const LOST = '\ufffd'

const isDamaged = (type: ArtifactType, bytes: Uint8Array): boolean =>
  type === 'application/json' && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(LOST)

/** The artifact of a request, by its headers. @throws Refusal 400 `invalid_input` for those that break a rule. */
const artifactOf = (org: string, { params, headers, body }: Sent): NewArtifact | Refusal<'unsupported_media_type'> => {
  const [name, text] = [displayName(headers['x-display-name']), excerpt(headers['x-excerpt'])]
  const faults = [
    ...(name.ok ? [] : [{ field: 'x-display-name', message: name.message }]),
    ...(text.ok ? [] : [{ field: 'x-excerpt', message: text.message }]),
    ...(body.length === 0 ? [{ field: 'body', message: 'must be the bytes of the artifact' }] : []),
  ]
  const type = typeOf(headers['content-type'])
  if (!name.ok || !text.ok || faults.length > 0) throw invalidInput(faults)
  if (type instanceof Refusal) return type
  if (isDamaged(type, body)) {
    const sentence = String.raw`The bytes are not UTF-8, or hold U+FFFD: write it as \ufffd`
    return refusal('unsupported_media_type', sentence, { extras: { rule: 'utf8' } })
  }
  return {
    ...{ name: { org, hash: params.hash, slug: params.slug.toLowerCase() }, type, bytes: body },
    ...{ displayName: name.text, excerpt: text.text, signed: headers['x-signed'] === 'true' ? 1 : 0 },
    access: headers['x-access'],
  }
}

/** Removes what nobody names any more. What fails here is found by the next change of the organisation. */
const swept = async ({ loose, log }: BundleDeps, org: string): Promise<void> => {
  await loose.sweep(org).catch((error: unknown) => log.warn('objects of no artifact are left', { org, error }))
}

/** POST of an artifact: its bytes, then its row. */
const putArtifactRoute = (deps: BundleDeps): Route =>
  route(putArtifact, async (request) => {
    const org = orgOf(request.caller)
    const artifact = artifactOf(org, request)
    if (artifact instanceof Refusal) return artifact
    const stored = await storeArtifact(deps)(artifact)
    if (stored instanceof Refusal) return stored
    switch (stored.outcome) {
      case 'refused': {
        const { rule, message } = stored.verdict
        const [sentence, extras] = [`The bytes are no ${artifact.type}: ${message}`, { rule }]
        if (rule === 'too_large') return refusal('payload_too_large', sentence, { extras })
        return refusal('unsupported_media_type', sentence, { extras })
      }
      case 'foreign':
        return refusal('cross_tenant_conflict', 'The hash is of a receipt or a bundle of another organisation')
      case 'full': {
        const { code, limit, current } = stored
        return refusal(code, `There is no room for it: ${current} of ${limit} are used`, { extras: { limit, current } })
      }
      case 'stored': {
        await swept(deps, org)
        const { row, isNew: created, warnings } = stored
        const body = { row: artifactView(org, row), content_hash: row.content_hash, created, warnings: [...warnings] }
        return reply(created ? 201 : 200, body)
      }
    }
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
    const [org, slug] = [orgOf(caller), trustSlugOf(text)]
    if (slug === undefined || !Sha256.safeParse(hash).success) return noSuchArtifact()
    const outcome = await removeArtifact(deps)({ org, hash, slug })
    if (outcome === 'foreign') return refusal('cross_tenant_forbidden', 'The artifact is of another organisation')
    if (outcome === 'absent') return noSuchArtifact()
    await swept(deps, org)
    return reply(204)
  }),
]
