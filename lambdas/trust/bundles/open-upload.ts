import { reply } from '@signet/contracts'
import { orgOf } from '@signet/identity'
import { addMs, type Clock, Refusal, type Route, route } from '@signet/kernel'
import type { UploadOptions } from '@signet/kernel/bucket'
import { openUpload } from '../contract/uploads.ts'
import { descriptionOf } from './artifact-headers.ts'
import { type StageDeps, stageArtifact } from './stage-artifact.ts'
import { stagingKey } from './staged-artifacts.ts'

export interface OpenUploadDeps extends StageDeps {
  readonly uploadUrl: (
    key: string,
    options: UploadOptions,
  ) => Promise<{ readonly url: string; readonly headers: Readonly<Record<string, string>> }>
  readonly now: Clock
}

/** Lifetime of an upload URL. */
const UPLOAD_URL_SECONDS = 900

/**
 * Creates an upload URL of the bucket, for clients behind a gateway that rejects large bodies. The commit is the same
 * as for every large artifact.
 */
export const openUploadRoute = (deps: OpenUploadDeps): Route =>
  route(openUpload, async ({ params: { hash, slug: rawSlug }, body, caller, baseUrl }) => {
    const slug = rawSlug.toLowerCase()
    const description = descriptionOf({
      'content-type': body.content_type,
      'x-display-name': body.display_name,
      'x-excerpt': body.excerpt,
      'x-signed': body.signed ? 'true' : 'false',
      'x-access': body.access,
    })
    if (description instanceof Refusal) return description
    const id = await stageArtifact(deps)({ org: orgOf(caller), hash, slug }, description, body.byte_size)
    if (id instanceof Refusal) return id
    const expiresAt = addMs(deps.now(), UPLOAD_URL_SECONDS * 1_000).toISOString()
    const upload = await deps.uploadUrl(stagingKey(id), { bytes: body.byte_size, validSeconds: UPLOAD_URL_SECONDS })
    const commit = `${baseUrl}/api/trust/bundle/${hash}/${slug}/commit/${id}`
    return reply(201, { id, upload: { method: 'PUT' as const, ...upload, expires_at: expiresAt }, commit })
  })
