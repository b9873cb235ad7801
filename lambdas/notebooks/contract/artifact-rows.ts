import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { deletedNotebookRow, notebookRow } from './notebook-rows.ts'

export const ARTIFACT_KINDS = ['briefing_doc', 'faq_glossary', 'implementation_plan', 'world_bible'] as const
export const ARTIFACT_STATES = ['queued', 'generating', 'ready', 'failed'] as const

export const StoredCitation = z.object({
  conversation: z.string(),
  title: z.string(),
  messages: z.array(z.string()),
  created_at: z.string().nullable(),
  quote: z.string(),
  branch: z.enum(['active', 'other']),
  source: z.string().nullable(),
  upload: z.string(),
  file: z.int(),
  start: z.int(),
  end: z.int(),
})

const Item = z.object({ label: z.string().nullable(), text: z.string(), citations: z.array(StoredCitation) })

const Section = z.object({
  key: z.string(),
  input_hash: z.string(),
  items: z.array(Item),
})

export const artifactRow = rowKind({
  name: 'Artifact of a notebook',
  prefix: 'ARTIFACT#',
  keys: { pk: '<workspace>/<notebook>', sk: 'A#<artifact>' },
  index: { gsi1pk: 'ARTIFACT#<standing>', gsi1sk: '<due>#<workspace>/<notebook>/<artifact>' },
  owner: 'organization',
  within: [notebookRow, deletedNotebookRow],
  exported: { file: 'artifacts' },
  keep: 'permanent',
  retention: 'until it, or its notebook, is deleted',
  schema: z.object({
    workspace: z.string(),
    notebook: z.string(),
    artifact: z.string(),
    kind: z.enum(ARTIFACT_KINDS),
    title: z.string(),
    state: z.enum(ARTIFACT_STATES),
    /** `open` until the artifact is generated. The sweeper sends an open artifact to the workers again after `due`. */
    standing: z.enum(['open', 'ended']),
    due: z.string(),
    /** Number of the latest run, from 1, and of the attempts at it. */
    run: z.int(),
    attempts: z.int(),
    /** `source_set_hash` of the notebook at the start of the latest ended run. */
    source_set_hash: z.string().optional(),
    /** Sources of the notebook at the start of the latest ended run. */
    generated_from: z.array(z.object({ source: z.string(), version: z.int(), content_hash: z.string() })).optional(),
    instructions_hash: z.string().optional(),
    generator: z.string().optional(),
    sections: z.array(Section).optional(),
    regenerated: z.array(z.string()).optional(),
    failure: z.string().optional(),
    created_at: z.string(),
    ended_at: z.string().optional(),
  }),
})
