import { servingHeaders, trustSlugOf } from '@signet/artifacts'
import { reply } from '@signet/contracts'
import { notFound, type Route, refusal, route } from '@signet/kernel'
import { type Bucket, byteRange, type ConditionalHeaders, isCurrent, rangeMatchesCopy } from '@signet/kernel/bucket'
import { type ArtifactRow, artifactKey } from '../bundles/artifact-objects.ts'
import { readTrustArtifact, readTrustArtifactAt } from '../contract/pages.ts'
import { currentAccess } from '../views/current-access.ts'
import { noPage, type PageRouteDeps, shownAt } from '../views/page-request.ts'
import { requestPath } from '../views/page-view.ts'
import { earlierPageState } from '../views/read-page.ts'
import { isForeign, pageStateOf, type SlugState } from '../views/slug-state.ts'

export interface ArtifactRouteDeps extends PageRouteDeps {
  readonly bucket: Pick<Bucket, 'open'>
}

interface RangeHeaders {
  readonly 'if-none-match'?: string | undefined
  readonly 'if-modified-since'?: string | undefined
  readonly range?: string | undefined
  readonly 'if-range'?: string | undefined
}

const conditionsIn = (sent: RangeHeaders): ConditionalHeaders => ({
  ifNoneMatch: sent['if-none-match'],
  ifModifiedSince: sent['if-modified-since'],
  range: sent.range,
  ifRange: sent['if-range'],
})

const artifactAt = async (
  { artifacts, receipts }: Pick<PageRouteDeps, 'artifacts' | 'receipts'>,
  slugState: SlugState,
  text: string,
): Promise<ArtifactRow | undefined> => {
  const slug = trustSlugOf(text)
  if (slug === undefined) return undefined
  const { org, hash } = slugState
  const [row, receipt, withAccess] = await Promise.all([
    artifacts.find({ org, hash, slug }),
    receipts.get({ hash }, { isStaleGood: true }),
    currentAccess(artifacts, slugState),
  ])
  return row === undefined || isForeign(slugState, receipt) ? undefined : withAccess(row)
}

const noArtifact = () => notFound('This document does not exist')

/** Opens the object of an artifact; retries once if it was replaced concurrently. */
const opened = async (
  deps: ArtifactRouteDeps,
  slugState: SlugState,
  artifact: ArtifactRow,
  range: string | undefined,
): Promise<{ row: ArtifactRow; object: NonNullable<Awaited<ReturnType<Bucket['open']>>> } | undefined> => {
  let row: ArtifactRow | undefined = artifact
  for (let tries = 0; row !== undefined && tries < 2; tries++) {
    const object = await deps.bucket.open(artifactKey(slugState.org, row), range)
    if (object) return { row, object }
    row = await artifactAt(deps, slugState, artifact.artifact_slug)
  }
  return undefined
}

/** Omits the length: the gateway sets it, or omits it for a stream. */
const headersOf = ({ mime_type, display_name, content_hash, byte_size, updated_at }: ArtifactRow) => {
  const { 'content-length': _length, ...headers } = servingHeaders({
    mimeType: mime_type,
    displayName: display_name,
    contentHash: content_hash,
    byteSize: byte_size,
    createdAt: updated_at,
  })
  return { ...headers, 'accept-ranges': 'bytes' }
}

/** Streams the stored bytes of an artifact, or a range of them, as an attachment. */
const bytesOf = async (
  deps: ArtifactRouteDeps,
  slugState: SlugState,
  text: string,
  conditions: ConditionalHeaders,
  baseUrl: string,
) => {
  const artifact = await artifactAt(deps, slugState, text)
  if (artifact === undefined) return noArtifact()
  if (artifact.access === 'request') {
    const form = shownAt(deps, baseUrl).address(requestPath(slugState, artifact.artifact_slug))
    return refusal('on_request', 'The organization provides this document on request', {
      extras: { request_url: form },
    })
  }
  const { etag, 'last-modified': modified, 'cache-control': cacheControl } = headersOf(artifact)
  const validators = { etag, lastModified: new Date(modified) }
  if (isCurrent(conditions, validators)) return reply(304, undefined, { etag, 'cache-control': cacheControl })
  const isSame = conditions.ifRange === undefined || rangeMatchesCopy(conditions.ifRange, validators)
  const got = await opened(deps, slugState, artifact, isSame ? byteRange(conditions.range) : undefined)
  if (got === undefined) return noArtifact()
  const { row, object } = got
  if (object.isOutOfRange)
    return refusal('range_not_satisfiable', `The document has ${row.byte_size} bytes; request a range within them`, {
      headers: { 'content-range': `bytes */${row.byte_size}` },
    })
  const headers = headersOf(row)
  if (object.contentRange === undefined) return reply(200, object.body, headers)
  // Content-Digest would have to cover the range (RFC 9530 3); the digest of the whole representation stays.
  const { 'content-digest': _whole, ...others } = headers
  return reply(206, object.body, { ...others, 'content-range': object.contentRange })
}

export const artifactRoutes = (deps: ArtifactRouteDeps): Route[] => [
  route(readTrustArtifact, async ({ params, headers, baseUrl }) => {
    const slugState = await pageStateOf(deps, params.slug)
    return slugState === undefined
      ? noPage()
      : bytesOf(deps, slugState, params.artifact_slug, conditionsIn(headers), baseUrl)
  }),
  route(readTrustArtifactAt, async ({ params, headers, baseUrl }) => {
    const slugState = await earlierPageState(deps, params.slug, params.hash)
    return slugState === undefined
      ? noPage()
      : bytesOf(deps, slugState, params.artifact_slug, conditionsIn(headers), baseUrl)
  }),
]
