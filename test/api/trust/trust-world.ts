import { createHash, randomUUID } from 'node:crypto'
import { rowTable } from '@signet/kernel'
import { artifactRow } from '../../../lambdas/trust/contract/artifact-rows.ts'
import { type Answer, call } from '../../support/api.ts'
import { orgOf } from '../../support/images.ts'
import { table } from '../../support/keys.ts'
import { asPerson, type Person } from '../../support/people.ts'
import { testStack } from '../../support/test-stack.ts'

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Returns a random hash without a receipt. */
export const newHash = (): string => sha256(randomUUID())
export const newSlug = (): string => `page-${randomUUID()}`

/** The fields of slug responses that tests use. */
export interface SlugBody {
  readonly slug: string
  readonly current_hash: string
  readonly tenant_id: string
  readonly created_at: string
  readonly updated_at: string
  readonly tenantId?: string
  readonly slugs?: readonly { readonly slug: string }[]
  readonly history?: readonly { readonly hash: string | null; readonly tenant_id: string }[]
  readonly next_cursor?: string | null
  readonly code?: string
  readonly error?: string
  readonly limit?: number
  readonly current?: number
  readonly errors?: readonly { readonly field: string }[]
}

const SLUGS = '/api/trust/slugs'

export const putSlugAs = (person: Person, slug: unknown, hash: unknown): Promise<Answer<SlugBody>> =>
  asPerson<SlugBody>(person, 'POST', SLUGS, { body: { slug, hash }, as: 'putTrustSlug' })

export const listSlugsAs = (person: Person): Promise<Answer<SlugBody>> =>
  asPerson<SlugBody>(person, 'GET', SLUGS, { as: 'listTrustSlugs' })

export const getSlugAs = (person: Person, slug: string): Promise<Answer<SlugBody>> =>
  asPerson<SlugBody>(person, 'GET', `${SLUGS}/${slug}`, { as: 'getTrustSlug' })

export const deleteSlugAs = (person: Person, slug: string): Promise<Answer<SlugBody>> =>
  asPerson<SlugBody>(person, 'DELETE', `${SLUGS}/${slug}`, { as: 'deleteTrustSlug' })

export const historyAs = (person: Person, slug: string, query = ''): Promise<Answer<SlugBody>> =>
  asPerson<SlugBody>(person, 'GET', `${SLUGS}/${slug}/history${query}`, { as: 'listTrustSlugHistory' })

/** The fields of bundle responses that tests use. */
export interface ArtifactBody {
  readonly artifact_slug: string
  readonly content_hash: string
  readonly access: string
  readonly row: { readonly created_at: string; readonly artifact_slug: string }
  readonly created: boolean
  readonly artifacts: readonly { readonly artifact_slug: string }[]
  readonly count: number
  readonly code?: string
  readonly error?: string
  readonly rule?: string
  readonly limit?: number
  readonly current?: number
  readonly errors?: readonly { readonly field: string }[]
}

/** An upload as a test declares it. */
export interface Upload {
  readonly bytes?: string | Uint8Array
  readonly type?: string
  readonly name?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

const uploadOf = ({ bytes = 'All is well', type = 'text/plain', name = 'Overview', headers }: Upload) => ({
  raw: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
  headers: {
    ...(type !== '' && { 'content-type': type }),
    ...(name !== null && { 'x-display-name': name }),
    ...headers,
  },
  as: 'putTrustArtifact',
})

const pathOf = (hash: string, slug?: string) => `/api/trust/bundle/${hash}${slug === undefined ? '' : `/${slug}`}`

export const putArtifactAs = (
  person: Person,
  hash: string,
  slug: string,
  upload: Upload = {},
): Promise<Answer<ArtifactBody>> => asPerson<ArtifactBody>(person, 'POST', pathOf(hash, slug), uploadOf(upload))

/** Uploads an artifact directly to the URL for large bodies. */
export const sendLargeAs = (
  person: Person,
  hash: string,
  slug: string,
  upload: Upload = {},
): Promise<Answer<ArtifactBody>> =>
  asPerson<ArtifactBody>(person, 'POST', `${pathOf(hash, slug)}/large`, {
    ...uploadOf(upload),
    as: 'putLargeTrustArtifact',
  })

/** Commits an upload at the URL of its redirect. */
export const commitAs = (person: Person, location: string): Promise<Answer<ArtifactBody>> =>
  asPerson<ArtifactBody>(person, 'GET', location, { as: 'commitTrustArtifact' })

export const putArtifactWithKey = (key: string, hash: string, slug: string): Promise<Answer<ArtifactBody>> =>
  call<ArtifactBody>('POST', pathOf(hash, slug), { key, ...uploadOf({}) })

export const putArtifactAsNobody = (hash: string, slug: string): Promise<Answer<ArtifactBody>> =>
  call<ArtifactBody>('POST', pathOf(hash, slug), uploadOf({}))

export const listArtifactsAs = (person: Person, hash: string): Promise<Answer<ArtifactBody>> =>
  asPerson<ArtifactBody>(person, 'GET', pathOf(hash), { as: 'listTrustArtifacts' })

export const getArtifactAs = (person: Person, hash: string, slug: string): Promise<Answer<ArtifactBody>> =>
  asPerson<ArtifactBody>(person, 'GET', pathOf(hash, slug), { as: 'getTrustArtifact' })

export const changeArtifactAs = (
  person: Person,
  hash: string,
  slug: string,
  access: unknown,
): Promise<Answer<ArtifactBody>> =>
  asPerson<ArtifactBody>(person, 'PATCH', pathOf(hash, slug), { body: { access }, as: 'changeTrustArtifact' })

export const deleteArtifactAs = (person: Person, hash: string, slug: string): Promise<Answer<ArtifactBody>> =>
  asPerson<ArtifactBody>(person, 'DELETE', pathOf(hash, slug), { as: 'deleteTrustArtifact' })

/** Stores artifact rows of a person's organization without uploading bytes. Returns their slugs. */
export const storeArtifactRows = async (
  person: Person,
  hash: string,
  { count, byteSize }: { count: number; byteSize: number },
): Promise<readonly string[]> => {
  const org = await orgOf(person)
  const rows = rowTable(artifactRow, { db: table(), table: testStack().table, now: () => new Date() })
  const sharedFields = {
    receipt_hash: hash,
    content_hash: newHash(),
    mime_type: 'text/plain',
    display_name: 'A',
  } as const
  const times = { created_at: '2026-11-22T09:00:00.000Z', updated_at: '2026-11-22T09:00:00.000Z' }
  const slugs = Array.from({ length: count }, (_, nth) => `filled-${nth}`)
  for (const slug of slugs) {
    const row = {
      ...sharedFields,
      ...times,
      artifact_slug: slug,
      byte_size: byteSize,
      excerpt: null,
      signed: 0,
      access: 'public',
      object: randomUUID(),
    } as const
    await rows.putNew({ org, hash, slug }, row)
  }
  return slugs
}
