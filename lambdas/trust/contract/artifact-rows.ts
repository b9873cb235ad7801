import { ARTIFACT_TYPES } from '@signet/artifacts'
import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const artifactRow = rowKind({
  name: 'Artifact of a trust bundle',
  prefix: 'TRUST#',
  keys: { pk: '<org>', sk: 'ARTIFACT#<hash>#<slug>' },
  owner: 'organization',
  exported: { file: 'trust-artifacts', without: ['object'] },
  keep: 'permanent',
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
    object: z.string().describe('ID of the object with its bytes; unique per write, so it is also the version'),
  }),
})

/**
 * An object that no artifact references: its bytes are being stored, or it is due for removal. Every object has such a
 * row or an artifact at all times, even after a crash.
 */
export const unreferencedObjectRow = rowKind({
  name: 'Object not referenced by a trust artifact',
  prefix: 'TRUST#',
  keys: { pk: '<org>', sk: 'OBJECT#<id>' },
  owner: 'organization',
  exported: { none: 'the state of an upload' },
  keep: 'permanent',
  schema: z.object({
    id: z.string(),
    hash: z.string(),
    slug: z.string(),
    state: z.enum(['storing', 'dropped']),
    until: z.string().describe('Time after which an object in the state `storing` is removed'),
  }),
})

/** An upload that waits for its commit; after the commit also the saved reply, which retries return. */
export const stagedArtifactRow = rowKind({
  name: 'Staged large artifact',
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
    result: z
      .object({
        row: artifactRow.schema,
        created: z.boolean(),
        warnings: z.array(z.object({ rule: z.string(), message: z.string() })),
      })
      .optional(),
  }),
})
