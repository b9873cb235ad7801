import { endpoint, type RateDefinition } from '@signet/contracts'
import { ASSET_TYPES, DOMAINS } from '@signet/evidence/schemas'
import * as z from 'zod'

const tags = ['evidence']

const RATE: RateDefinition = { requests: 600, window: '1m', by: 'caller', pool: 'evidence-library' }

/** The largest JSON body of the evidence engine (spec platform-api 4.5). */
export const BODY_BYTES = 131_072

export const VERIFICATION_STATUSES = ['verified', 'unverified', 'pending', 'disputed'] as const

const AssetType = z.enum(ASSET_TYPES)
const AssetDomain = z.enum(DOMAINS)

const given = {
  type: AssetType.describe('What kind of evidence it is'),
  title: z.string().min(10).max(200),
  content: z.record(z.string(), z.unknown()).describe('Opaque: any members'),
  domains: z.array(AssetDomain).min(1).max(DOMAINS.length).describe('What it touches'),
  tags: z.array(z.string().min(1).max(50)).max(50),
  qualityScore: z.number().min(0).max(100).nullable(),
  verificationStatus: z.enum(VERIFICATION_STATUSES),
  authorName: z.string().max(200).nullable(),
  authorBio: z.string().max(2_000).nullable(),
  sourceUrl: z.string().max(2_000).nullable(),
}

/** A new asset. What is left out is empty, null or unverified. */
export const AssetInput = z.strictObject({
  ...given,
  tags: given.tags.default([]),
  qualityScore: given.qualityScore.default(null),
  verificationStatus: given.verificationStatus.default('unverified'),
  authorName: given.authorName.default(null),
  authorBio: given.authorBio.default(null),
  sourceUrl: given.sourceUrl.default(null),
})
export type AssetBody = z.output<typeof AssetInput>

const AssetChange = z.strictObject(given).partial()

/** An asset of the library (spec platform-api 2.6, AssetResponse). */
export const EvidenceAsset = z
  .object({
    id: z.string(),
    ...given,
    usageCount: z.int().min(0).describe('Accepted revisions that it is part of'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'EvidenceAsset' })
export type EvidenceAsset = z.output<typeof EvidenceAsset>

const byId = () => z.strictObject({ id: z.uuid().describe('Id of the asset') })

const OneAsset = z.object({ asset: EvidenceAsset })

export const listAssets = endpoint({
  name: 'listEvidenceAssets',
  summary: 'List the library of evidence',
  description:
    'Assets of the tenant, newest first. `q` finds those in whose title, tags, author, source or content each of its words stands, in any case. A page ends early where its assets are larger than 4 MB together.',
  tags,
  route: 'GET /api/v1/evidence/library',
  authority: 'scope:evidence:read',
  rate: RATE,
  request: {
    query: z.strictObject({
      type: AssetType.optional().describe('Those of this type'),
      domain: AssetDomain.optional().describe('Those that touch this domain'),
      q: z.string().min(1).max(200).optional().describe('Words that they hold, all of them'),
      limit: z.int().min(1).max(100).default(20).describe('Assets a page'),
      cursor: z.string().max(500).optional().describe('nextCursor of the previous page'),
    }),
  },
  responses: {
    200: {
      description: 'A page',
      schema: z.object({
        assets: z.array(EvidenceAsset),
        nextCursor: z.string().optional().describe('Present while there are more'),
      }),
    },
  },
  errors: ['unavailable'],
})

export const createAsset = endpoint({
  name: 'createEvidenceAsset',
  summary: 'Add to the library of evidence',
  description:
    'Keeps an asset for the tenant. Plan Free holds none, Pro and Team 50; the limit holds exactly, however many are added at once.',
  tags,
  route: 'POST /api/v1/evidence/library',
  authority: 'scope:evidence:write',
  rate: RATE,
  request: { body: AssetInput, maxBodyBytes: BODY_BYTES },
  responses: { 201: { description: 'It is kept', schema: OneAsset } },
  errors: [
    {
      code: 'library_limit',
      status: 402,
      description: 'The library is full for `tier`: `limit` assets, of which there are `current`; see `upgrade`.',
    },
    'upstream_failed',
    'unavailable',
  ],
})

export const getAsset = endpoint({
  name: 'getEvidenceAsset',
  summary: 'An asset of the library',
  description: 'The asset as it stands. One of another tenant is answered like none.',
  tags,
  route: 'GET /api/v1/evidence/library/:id',
  authority: 'scope:evidence:read',
  rate: RATE,
  request: { params: byId() },
  responses: { 200: { description: 'The asset', schema: OneAsset } },
  errors: ['not_found', 'unavailable'],
})

export const updateAsset = endpoint({
  name: 'updateEvidenceAsset',
  summary: 'Change an asset of the library',
  description: 'Replaces the members that are given, all in one write; `updatedAt` is new each time.',
  tags,
  route: 'PUT /api/v1/evidence/library/:id',
  authority: 'scope:evidence:write',
  idempotent: true,
  rate: RATE,
  request: { params: byId(), body: AssetChange, maxBodyBytes: BODY_BYTES },
  responses: { 200: { description: 'The asset as it is now', schema: OneAsset } },
  errors: ['not_found', 'upstream_failed', 'unavailable'],
})

export const deleteAsset = endpoint({
  name: 'deleteEvidenceAsset',
  summary: 'Remove an asset from the library',
  description: 'Removes it at once and for good, and makes room for another.',
  tags,
  route: 'DELETE /api/v1/evidence/library/:id',
  authority: 'scope:evidence:write',
  rate: RATE,
  request: { params: byId() },
  responses: { 200: { description: 'It is gone', schema: z.object({ id: z.string(), deleted: z.literal(true) }) } },
  errors: ['not_found', 'upstream_failed', 'unavailable'],
})
