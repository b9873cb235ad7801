import { createHash } from 'node:crypto'
import type { RowOf } from '@signet/kernel'
import type { notebookRow } from '../contract/notebook-rows.ts'

export type NotebookRow = RowOf<typeof notebookRow>
export type SourceRow = NotebookRow['sources'][number]

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export const instructionsHash = (instructions: string): string => sha256(instructions)

export const liveSources = ({ sources }: Pick<NotebookRow, 'sources'>): readonly SourceRow[] =>
  sources.filter(({ removed_at }) => removed_at === undefined)

/**
 * Returns the hash by which stale artifacts are detected: of the sources in use with their versions, in any order, and of
 * the instructions.
 */
export const sourceSetHash = (notebook: Pick<NotebookRow, 'sources' | 'instructions'>): string => {
  const sources = liveSources(notebook)
    .map(({ source, version, content_hash = 'not read' }) => `${source} ${version} ${content_hash}`)
    .sort()
  return sha256([...sources, instructionsHash(notebook.instructions)].join('\n'))
}
