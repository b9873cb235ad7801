import { endpoint } from '@signet/contracts'
import { ByteRange, READ_RATE, STATUS_RATE, WRITE_RATE } from '@signet/search/conversations/contract'
import * as z from 'zod'
import { ARTIFACT_KINDS, ARTIFACT_STATES } from './artifact-rows.ts'
import { ARTIFACTS_MAX, NOTEBOOK_PATH, nId, notebookParams, wId } from './notebooks.ts'

const tags = ['artifacts']

export const ArtifactKind = z.enum(ARTIFACT_KINDS)
export type ArtifactKind = z.infer<typeof ArtifactKind>

export const STALE_REASONS = ['source_added', 'source_removed', 'source_updated', 'instructions_changed'] as const

const ArtifactCitation = z
  .object({
    conversationId: z.string(),
    title: z.string(),
    messageIds: z.array(z.string()),
    createdAt: z.string().nullable().describe('Time of the passage; null if unknown'),
    quote: z.string().describe('Quote, exactly as in the conversation'),
    branch: z.enum(['active', 'other']),
    sourceId: z
      .string()
      .nullable()
      .describe('Source that contains the conversation; null if the source no longer exists'),
    byteRange: ByteRange,
  })
  .meta({ id: 'ArtifactCitation' })

const ArtifactSection = z
  .object({
    key: z.string().describe('Key of the section, such as `summary`; the same in every artifact of a kind'),
    heading: z.string(),
    items: z.array(
      z.object({
        label: z
          .string()
          .nullable()
          .describe('Question, term, name or date that the text belongs to; null if there is none'),
        text: z.string(),
        citations: z.array(ArtifactCitation).min(1),
      }),
    ),
  })
  .meta({ id: 'ArtifactSection' })

const ArtifactSummary = z
  .object({
    id: z.string(),
    kind: ArtifactKind,
    title: z.string(),
    state: z.enum(ARTIFACT_STATES),
    stale: z.boolean().describe('Whether sources or instructions have changed since the artifact was generated'),
    createdAt: z.iso.datetime(),
    endedAt: z.iso
      .datetime()
      .nullable()
      .describe('Time at which the latest generation ended; null while the artifact is being generated'),
  })
  .meta({ id: 'ArtifactSummary' })

const Artifact = z
  .object({
    ...ArtifactSummary.shape,
    staleReasons: z
      .array(z.enum(STALE_REASONS))
      .describe('Reasons why the artifact is stale; empty if it is not stale'),
    generator: z
      .string()
      .nullable()
      .describe('Name and version of the generator; null until the artifact is generated'),
    generatorOutdated: z
      .boolean()
      .describe('Whether a newer generator exists. A newer generator alone does not make the artifact stale.'),
    sourceSetHash: z
      .string()
      .nullable()
      .describe('`sourceSetHash` of the notebook when the generation started; used to detect outdated artifacts'),
    regenerated: z
      .array(z.string())
      .describe('Keys of the sections that the latest generation changed. The other sections were unchanged.'),
    failure: z.string().nullable().describe('Reason why the latest generation failed; null if it did not fail'),
    sections: z.array(ArtifactSection),
  })
  .meta({ id: 'Artifact' })
export type Artifact = z.infer<typeof Artifact>

const aId = z.string().min(1).max(100).describe('Artifact ID')
const artifactParams = z.strictObject({ wId, nId, aId })

export const createArtifact = endpoint({
  name: 'createArtifact',
  summary: 'Create an artifact',
  description: `Generates an artifact, a document from the notebook's sources. Each statement lists the passages that support it. \`briefing_doc\`: summary, key points, decisions and open questions. \`faq_glossary\`: questions and terms. \`implementation_plan\`: goals, steps, risks and dependencies. \`world_bible\`: entities, places, rules, timeline and contradictions. Poll the artifact until its \`state\` is \`ready\` or \`failed\`. A notebook can have ${ARTIFACTS_MAX} artifacts.`,
  tags,
  route: `POST ${NOTEBOOK_PATH}/artifacts`,
  authority: 'scope:archive:ingest',
  rate: WRITE_RATE,
  request: {
    params: notebookParams,
    body: z.strictObject({
      kind: ArtifactKind,
      title: z
        .string()
        .min(1)
        .max(200)
        .regex(/^(?:[^\uD800-\uDFFF]|[\uD800-\uDBFF][\uDC00-\uDFFF])*$/u, 'must be well-formed Unicode')
        .optional()
        .describe('Title. Default: derived from the kind and the notebook.'),
    }),
    maxBodyBytes: 4_096,
  },
  responses: { 202: { description: 'The artifact is being generated', schema: Artifact } },
  errors: [
    'not_found',
    {
      code: 'artifact_limit_reached',
      status: 409,
      description: `The notebook has reached the limit of ${ARTIFACTS_MAX} artifacts. Delete an artifact first.`,
    },
    {
      code: 'no_sources',
      status: 409,
      description: 'The notebook has no processed source. Add a source, or wait until its upload is processed.',
    },
    'unavailable',
  ],
})

export const listArtifacts = endpoint({
  name: 'listArtifacts',
  summary: 'List artifacts',
  description: 'Lists the artifacts of the notebook, newest first.',
  tags,
  route: `GET ${NOTEBOOK_PATH}/artifacts`,
  authority: 'scope:archive:read',
  rate: READ_RATE,
  request: { params: notebookParams },
  responses: {
    200: { description: 'Artifacts of the notebook', schema: z.object({ artifacts: z.array(ArtifactSummary) }) },
  },
  errors: ['not_found', 'unavailable'],
})

export const getArtifact = endpoint({
  name: 'getArtifact',
  summary: 'Get an artifact',
  description:
    'Returns the artifact (a document generated from the notebook) with its sections. `stale` states whether the notebook has changed since the artifact was generated.',
  tags,
  route: `GET ${NOTEBOOK_PATH}/artifacts/:aId`,
  authority: 'scope:archive:read',
  rate: STATUS_RATE,
  request: { params: artifactParams },
  responses: { 200: { description: 'The artifact', schema: Artifact } },
  errors: ['not_found', 'unavailable'],
})

export const regenerateArtifact = endpoint({
  name: 'regenerateArtifact',
  summary: 'Regenerate an artifact',
  description:
    'Regenerates the sections whose passages, instructions or generator have changed. Other sections remain unchanged.',
  tags,
  route: `POST ${NOTEBOOK_PATH}/artifacts/:aId/regenerate`,
  authority: 'scope:archive:ingest',
  rate: WRITE_RATE,
  idempotent: true,
  request: { params: artifactParams },
  responses: {
    202: {
      description: 'The artifact is being generated. A generation that is already in progress continues.',
      schema: Artifact,
    },
  },
  errors: ['not_found', 'unavailable'],
})

export const deleteArtifact = endpoint({
  name: 'deleteArtifact',
  summary: 'Delete an artifact',
  description: 'Deletes the artifact. You can generate a new one.',
  tags,
  route: `DELETE ${NOTEBOOK_PATH}/artifacts/:aId`,
  authority: 'scope:archive:ingest',
  rate: WRITE_RATE,
  request: { params: artifactParams },
  responses: { 204: { description: 'The artifact was deleted' } },
  errors: ['not_found', 'unavailable'],
})
