import type { Tone } from '@signet/ui'
import type { Upload, UploadStatus } from '../api/archive.ts'

const IN_PROGRESS: readonly string[] = ['queued', 'detecting', 'ingesting', 'indexing', 'deleting']

export const isImporting = ({ ingestion }: Pick<Upload, 'ingestion'>): boolean => IN_PROGRESS.includes(ingestion ?? '')

/** Returns whether the conversations of an upload are searchable, even if some items failed. */
export const isSearchable = ({ state, ingestion }: Pick<Upload, 'state' | 'ingestion'>): boolean =>
  state === 'uploaded' && (ingestion === 'completed' || ingestion === 'completed_with_errors')

const INGESTIONS: Readonly<Record<NonNullable<Upload['ingestion']>, { readonly text: string; readonly tone: Tone }>> = {
  queued: { text: 'Queued', tone: 'accent' },
  detecting: { text: 'Detecting format', tone: 'accent' },
  ingesting: { text: 'Importing', tone: 'accent' },
  indexing: { text: 'Indexing', tone: 'accent' },
  completed: { text: 'Imported', tone: 'ok' },
  completed_with_errors: { text: 'Partly imported', tone: 'warn' },
  failed: { text: 'Import failed', tone: 'danger' },
  deleting: { text: 'Deleting', tone: 'warn' },
}

const STATES: Readonly<Record<Upload['state'], { readonly text: string; readonly tone: Tone }>> = {
  created: { text: 'Not uploaded', tone: 'warn' },
  uploading: { text: 'Partly uploaded', tone: 'warn' },
  uploaded: { text: 'Uploaded', tone: 'accent' },
  aborted: { text: 'Upload canceled', tone: 'neutral' },
  expired: { text: 'Upload expired', tone: 'danger' },
}

export const importState = ({ state, ingestion }: Pick<Upload, 'state' | 'ingestion'>) =>
  ingestion === null ? STATES[state] : INGESTIONS[ingestion]

const COUNT_LABELS = [
  ['ingested', 'new'],
  ['updated', 'changed'],
  ['unchanged', 'unchanged'],
  ['empty', 'empty'],
  ['failed', 'unreadable'],
  ['oversize', 'too large'],
  ['unsupported', 'unsupported'],
] as const

/** Returns the conversation counts of an export, such as `12 new, 1 empty`, or an empty string if none was read yet. */
export const conversationCounts = ({ conversations }: Pick<UploadStatus, 'conversations'>): string =>
  COUNT_LABELS.filter(([countName]) => conversations[countName] > 0)
    .map(([countName, text]) => `${conversations[countName].toLocaleString('en')} ${text}`)
    .join(', ')

const ITEM_ERRORS: Readonly<Record<string, string>> = {
  invalid_json: 'The item is not valid JSON',
  truncated: 'The item is incomplete',
  too_deep: 'The item is nested too deeply',
  oversize: 'The item is too large',
  unknown_shape: 'The format is not supported',
  no_messages: 'The conversation contains no messages',
  unread_text: 'The conversation contains messages in an unsupported format',
  too_many_attempts: 'The rest of the file could not be imported after several attempts',
  not_storable: 'The rest of the file contains data that cannot be stored',
}

/** Returns the message of an item error; for an unknown code, the code in words. */
export const itemErrorWords = (code: string): string => ITEM_ERRORS[code] ?? code.replaceAll('_', ' ')

/** Formats a size, such as `850 kB` or `12.4 MB`. */
export const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
