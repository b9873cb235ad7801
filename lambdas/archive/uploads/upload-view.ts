import type { RowOf } from '@signet/kernel'
import type { uploadRow } from '@signet/search/conversations/rows'
import type { UploadStatus } from '../contract/upload-status.ts'
import type { Upload } from '../contract/uploads.ts'
import { type IngestRow, ZERO_COUNTS } from '../ingest/ingest-table.ts'

export type UploadRow = RowOf<typeof uploadRow>

export const isExpired = ({ state, expires_at }: UploadRow, now: Date): boolean =>
  state === 'uploading' && expires_at <= now.toISOString()

const stateOf = (row: UploadRow, now: Date): Upload['state'] => {
  if (isExpired(row, now)) return 'expired'
  return row.state === 'uploading' && row.parts_done === 0 ? 'created' : row.state
}

export const uploadView = (row: UploadRow, ingest: IngestRow | undefined, now: Date): Upload => ({
  id: row.upload,
  name: row.name,
  bytes: row.bytes,
  state: stateOf(row, now),
  createdAt: row.created_at,
  expiresAt: row.state === 'uploading' ? row.expires_at : null,
  ingestion: ingest?.state ?? null,
})

/** Estimates the seconds until the file is read, at the average rate so far. */
const etaOf = ({ state, began_at, bytes_done, bytes_total }: IngestRow, now: Date): number | null => {
  if (began_at === undefined || bytes_done === 0 || state !== 'ingesting') return null
  const seconds = (now.getTime() - Date.parse(began_at)) / 1000
  return Math.max(0, Math.ceil((seconds * (bytes_total - bytes_done)) / bytes_done))
}

export interface ImportProgress {
  readonly ingest: IngestRow | undefined
  readonly names: ReadonlyMap<number, string | undefined>
}

const NOT_STARTED: ImportProgress = { ingest: undefined, names: new Map() }

export const statusView = (
  row: UploadRow,
  { ingest, names }: ImportProgress = NOT_STARTED,
  now: Date,
): UploadStatus => ({
  ...uploadView(row, ingest, now),
  partBytes: row.part_bytes ?? null,
  partsDone: row.parts_done ?? null,
  bytesTotal: ingest?.bytes_total ?? row.bytes,
  bytesDone: ingest?.bytes_done ?? 0,
  conversations: ingest?.counts ?? ZERO_COUNTS,
  lastCheckpoint: ingest?.checkpoint_at ?? null,
  pausedUntil:
    ingest?.paused_until !== undefined && ingest.paused_until > now.toISOString() ? ingest.paused_until : null,
  etaSeconds: ingest ? etaOf(ingest, now) : null,
  failure: ingest?.failure ?? null,
  errors: (ingest?.errors ?? []).map(({ file, ...error }) => ({
    file: names.get(file) ?? row.name,
    ...error,
  })),
  unsupported: (ingest?.unsupported ?? []).map(({ file, ...shape }) => ({
    file: names.get(file) ?? row.name,
    ...shape,
  })),
})
