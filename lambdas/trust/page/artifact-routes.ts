import { servingHeaders, trustSlugOf } from '@signet/artifacts'
import { reply } from '@signet/contracts'
import { notFound, type Route, refusal, route } from '@signet/kernel'
import { type Bucket, byteRange, type ConditionalHeaders, isCurrent, rangeMatchesCopy } from '@signet/kernel/bucket'
import { type ArtifactRow, artifactObjectKey } from '../bundles/artifact-objects.ts'
import { readTrustArtifact, readTrustArtifactAt } from '../contract/pages.ts'
import { currentAccess } from '../views/current-access.ts'
import { type PageRouteDeps, trustPageNotFound, viewOptionsOf } from '../views/page-request.ts'
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

const conditionsOf = (headers: RangeHeaders): ConditionalHeaders => ({
  ifNoneMatch: headers['if-none-match'],
  ifModifiedSince: headers['if-modified-since'],
  range: headers.range,
  ifRange: headers['if-range'],
})

const findArtifact = async (
  { artifacts, receipts }: Pick<PageRouteDeps, 'artifacts' | 'receipts'>,
  slugState: SlugState,
  text: string,
): Promise<ArtifactRow | undefined> => {
  const slug = trustSlugOf(text)
  if (slug === undefined) return undefined
  const { org, hash } = slugState
  const [row, receipt, applyAccess] = await Promise.all([
    artifacts.find({ org, hash, slug }),
    receipts.get({ hash }, { allowsStaleRead: true }),
    currentAccess(artifacts, slugState),
  ])
  return row === undefined || isForeign(slugState, receipt) ? undefined : applyAccess(row)
}

const documentNotFound = () => notFound('This document does not exist')

/** Opens the object of an artifact; retries once if it was replaced concurrently. */
const openObject = async (
  deps: ArtifactRouteDeps,
  slugState: SlugState,
  artifact: ArtifactRow,
  range: string | undefined,
): Promise<{ row: ArtifactRow; object: NonNullable<Awaited<ReturnType<Bucket['open']>>> } | undefined> => {
  let row: ArtifactRow | undefined = artifact
  for (let tries = 0; row !== undefined && tries < 2; tries++) {
    const object = await deps.bucket.open(artifactObjectKey(slugState.org, row), range)
    if (object) return { row, object }
    row = await findArtifact(deps, slugState, artifact.artifact_slug)
  }
  return undefined
}

/** Omits Content-Length, which the gateway sets. */
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
const serveBytes = async (
  deps: ArtifactRouteDeps,
  slugState: SlugState,
  text: string,
  conditions: ConditionalHeaders,
  baseUrl: string,
) => {
  const artifact = await findArtifact(deps, slugState, text)
  if (artifact === undefined) return documentNotFound()
  if (artifact.access === 'request') {
    const requestUrl = viewOptionsOf(deps, baseUrl).urlOf(requestPath(slugState, artifact.artifact_slug))
    return refusal('on_request', 'The organization provides this document on request', {
      extras: { request_url: requestUrl },
    })
  }
  const { etag, 'last-modified': modified, 'cache-control': cacheControl } = headersOf(artifact)
  const validators = { etag, lastModified: new Date(modified) }
  if (isCurrent(conditions, validators)) return reply(304, undefined, { etag, 'cache-control': cacheControl })
  const isSameCopy = conditions.ifRange === undefined || rangeMatchesCopy(conditions.ifRange, validators)
  const opened = await openObject(deps, slugState, artifact, isSameCopy ? byteRange(conditions.range) : undefined)
  if (opened === undefined) return documentNotFound()
  const { row, object } = opened
  if (object.isOutOfRange)
    return refusal('range_not_satisfiable', `The document has ${row.byte_size} bytes; request a range within them`, {
      headers: { 'content-range': `bytes */${row.byte_size}` },
    })
  const headers = headersOf(row)
  if (object.contentRange === undefined) return reply(200, object.body, headers)
  // Content-Digest would have to cover the range (RFC 9530 3). Repr-Digest covers the whole document and stays.
  const { 'content-digest': _whole, ...otherHeaders } = headers
  return reply(206, object.body, { ...otherHeaders, 'content-range': object.contentRange })
}

export const artifactRoutes = (deps: ArtifactRouteDeps): Route[] => [
  route(readTrustArtifact, async ({ params, headers, baseUrl }) => {
    const slugState = await pageStateOf(deps, params.slug)
    return slugState === undefined
      ? trustPageNotFound()
      : serveBytes(deps, slugState, params.artifact_slug, conditionsOf(headers), baseUrl)
  }),
  route(readTrustArtifactAt, async ({ params, headers, baseUrl }) => {
    const slugState = await earlierPageState(deps, params.slug, params.hash)
    return slugState === undefined
      ? trustPageNotFound()
      : serveBytes(deps, slugState, params.artifact_slug, conditionsOf(headers), baseUrl)
  }),
]
