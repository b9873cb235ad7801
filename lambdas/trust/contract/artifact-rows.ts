import { ARTIFACT_TYPES } from '@signet/artifacts'
import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const artifactRow = rowKind({
  name: 'Artifact of a trust bundle',
  prefix: 'TRUST#',
  keys: { pk: '<org>', sk: 'ARTIFACT#<hash>#<slug>' },
  owner: 'organization',
  exported: { file: 'trust-artifacts', without: ['object'] },
  keep: 'for ever',
  schema: z.object({
    receipt_hash: z.string(),
    artifact_slug: z.string(),
    content_hash: z.string(),
    mime_type: z.enum(ARTIFACT_TYPES),
    byte_size: z.int(),
    display_name: z.string(),
    excerpt: z.string().nullable(),
    signed: z.literal([0, 1]),
    access: z.enum(['public', 'request']).default('public'),
    created_at: z.string(),
    updated_at: z.string(),
    object: z.string().describe('Id of the object with its bytes: no two writes share one, so it is the version, too'),
  }),
})

/**
 * An object that may be in the bucket and that no artifact names: its bytes are being stored, or it is to be removed. So
 * every object has a row at every moment, whoever is killed.
 */
export const looseObjectRow = rowKind({
  name: 'Object of no trust artifact',
  prefix: 'TRUST#',
  keys: { pk: '<org>', sk: 'OBJECT#<id>' },
  owner: 'organization',
  exported: { none: 'the state of an upload' },
  keep: 'for ever',
  schema: z.object({
    id: z.string(),
    hash: z.string(),
    slug: z.string(),
    state: z.enum(['storing', 'dropped']),
    until: z.string().describe('Whoever is storing it has died by then'),
  }),
})

/** What was sent as a large body and waits for its commit; afterwards the answer to it, which the same again has. */
export const stagedArtifactRow = rowKind({
  name: 'Large artifact that was sent',
  prefix: 'TRUST#',
  keys: { pk: '<org>', sk: 'STAGED#<id>' },
  owner: 'organization',
  exported: { none: 'the state of an upload' },
  keep: { days: 1 },
  schema: z.object({
    id: z.string(),
    hash: z.string(),
    slug: z.string(),
    mime_type: z.enum(ARTIFACT_TYPES),
    display_name: z.string(),
    excerpt: z.string().nullable(),
    signed: z.literal([0, 1]),
    access: z.enum(['public', 'request']).optional(),
    state: z.enum(['waiting', 'stored']),
    answer: z
      .object({
        row: artifactRow.schema,
        created: z.boolean(),
        warnings: z.array(z.object({ rule: z.string(), message: z.string() })),
      })
      .optional(),
  }),
})
