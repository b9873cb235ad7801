import type { Tone } from '@signet/ui'
import type { Upload, UploadStatus } from '../api/archive.ts'

const UNDER_WAY: readonly string[] = ['queued', 'detecting', 'ingesting', 'indexing', 'deleting']

export const isImporting = ({ ingestion }: Pick<Upload, 'ingestion'>): boolean => UNDER_WAY.includes(ingestion ?? '')

/** Whether conversations of it can be searched and asked: it was read, if with errors. */
export const isRead = ({ state, ingestion }: Pick<Upload, 'state' | 'ingestion'>): boolean =>
  state === 'uploaded' && (ingestion === 'completed' || ingestion === 'completed_with_errors')

const INGESTIONS: Readonly<Record<NonNullable<Upload['ingestion']>, { readonly text: string; readonly tone: Tone }>> = {
  queued: { text: 'Waiting', tone: 'accent' },
  detecting: { text: 'Finding out what it is', tone: 'accent' },
  ingesting: { text: 'Reading', tone: 'accent' },
  indexing: { text: 'Indexing', tone: 'accent' },
  completed: { text: 'Read', tone: 'ok' },
  completed_with_errors: { text: 'Read, but not all of it', tone: 'warn' },
  failed: { text: 'Could not be read', tone: 'danger' },
  deleting: { text: 'Being deleted', tone: 'warn' },
}

const STATES: Readonly<Record<Upload['state'], { readonly text: string; readonly tone: Tone }>> = {
  created: { text: 'Not sent yet', tone: 'warn' },
  uploading: { text: 'Sent in part', tone: 'warn' },
  uploaded: { text: 'Sent', tone: 'accent' },
  aborted: { text: 'Aborted', tone: 'neutral' },
  expired: { text: 'Expired before all of it was sent', tone: 'danger' },
}

export const importState = ({ state, ingestion }: Pick<Upload, 'state' | 'ingestion'>) =>
  ingestion === null ? STATES[state] : INGESTIONS[ingestion]

const BUCKETS = [
  ['ingested', 'new'],
  ['updated', 'changed'],
  ['unchanged', 'as before'],
  ['empty', 'empty'],
  ['failed', 'not readable'],
  ['oversize', 'too large'],
  ['unsupported', 'not understood'],
] as const

/** What became of the conversations of an export, such as `12 new, 1 empty`. Empty: nothing was read yet. */
export const ledgerWords = ({ conversations }: Pick<UploadStatus, 'conversations'>): string =>
  BUCKETS.filter(([bucket]) => conversations[bucket] > 0)
    .map(([bucket, text]) => `${conversations[bucket].toLocaleString('en')} ${text}`)
    .join(', ')

/** A size, such as `850 kB` or `12.4 MB`. */
export const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
