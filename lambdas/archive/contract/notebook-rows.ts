import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/** Days for which a deleted notebook can be brought back. */
export const RESTORE_DAYS = 30

export const ARTIFACT_KINDS = ['briefing_doc', 'faq_glossary', 'implementation_plan', 'world_bible'] as const
export const ARTIFACT_STATES = ['queued', 'generating', 'ready', 'failed'] as const

/** An upload in a notebook. */
const Source = z.object({
  source: z.string(),
  upload: z.string(),
  /** Grows when another upload takes its place. */
  version: z.int(),
  /** Of the hashes of its conversations; absent until the upload is read. */
  content_hash: z.string().optional(),
  conversations: z.int(),
  added_at: z.string(),
  /** It says nothing any more: taken out, or its upload was deleted. */
  removed_at: z.string().optional(),
})

const Notebook = z.object({
  workspace: z.string(),
  notebook: z.string(),
  title: z.string(),
  description: z.string(),
  instructions: z.string(),
  metadata: z.record(z.string(), z.string()),
  /** What callers change grows this: the ETag. */
  version: z.int(),
  /** Every write grows this. */
  revision: z.int(),
  sources: z.array(Source),
  /** Of the live sources and the instructions: what artifacts are compared with. */
  source_set_hash: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
})

/** A notebook with its sources, so that one write changes both and the hash of them. */
export const notebookRow = rowKind({
  name: 'Notebook',
  prefix: 'NOTEBOOK#',
  keys: { pk: '<workspace>', sk: 'N#<notebook>' },
  keep: 'for ever',
  kept: 'until it is deleted',
  schema: Notebook,
})

/** A notebook that was deleted. It is out of every list, and goes by itself. */
export const deletedNotebookRow = rowKind({
  name: 'Deleted notebook',
  prefix: 'NOTEBOOK#',
  keys: { pk: '<workspace>', sk: 'D#<notebook>' },
  keep: { days: RESTORE_DAYS },
  schema: Notebook,
})

/** A passage that a statement rests on. */
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
  /** Of all that it was made of: another one, and the section is made anew. */
  input_hash: z.string(),
  items: z.array(Item),
})

/** What is made of a notebook, from the order on. */
export const artifactRow = rowKind({
  name: 'Artifact of a notebook',
  prefix: 'ARTIFACT#',
  keys: { pk: '<workspace>/<notebook>', sk: 'A#<artifact>' },
  index: { gsi1pk: 'ARTIFACT#<standing>', gsi1sk: '<due>#<workspace>/<notebook>/<artifact>' },
  keep: 'for ever',
  kept: 'until it, or its notebook, is deleted',
  schema: z.object({
    workspace: z.string(),
    notebook: z.string(),
    artifact: z.string(),
    kind: z.enum(ARTIFACT_KINDS),
    title: z.string(),
    state: z.enum(ARTIFACT_STATES),
    /** `open` while it is to be made; who finds it after `due` sends it to the workers again. */
    standing: z.enum(['open', 'ended']),
    due: z.string(),
    /** Grows with every order to make it. */
    run: z.int(),
    /** Workers that have begun this run. */
    attempts: z.int(),
    /** The notebook as it was when the making began; absent before. */
    source_set_hash: z.string().optional(),
    made_of: z.array(z.object({ source: z.string(), version: z.int(), content_hash: z.string() })).optional(),
    instructions_hash: z.string().optional(),
    generator: z.string().optional(),
    sections: z.array(Section).optional(),
    /** Sections that the last run made anew. */
    regenerated: z.array(z.string()).optional(),
    failure: z.string().optional(),
    created_at: z.string(),
    ended_at: z.string().optional(),
  }),
})

export const notebookRows = [notebookRow, deletedNotebookRow, artifactRow]
