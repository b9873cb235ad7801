import { EXIT } from '@signet/command-line'
import { say } from '../command-line/say.ts'
import type { Service } from '../command-line/service.ts'
import type { UploadStatus } from './client.ts'
import type { ArchiveCall } from './options.ts'
import { progressBar } from './progress-bar.ts'

const ENDED = ['completed', 'completed_with_errors', 'failed']
const POLL_MS = 1000

/** Polls an upload until it is read. */
export const watch = async (archive: Service, id: string): Promise<UploadStatus> => {
  const bar = progressBar()
  try {
    for (;;) {
      const status = await archive.call<UploadStatus>('GET', `/api/uploads/${id}/status`)
      if (status.ingestion === null || ENDED.includes(status.ingestion)) return status
      bar.show(status.ingestion, status.bytesDone, status.bytesTotal, `  ${status.conversations.seen} conversations`)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  } finally {
    bar.clear()
  }
}

const statusText = (status: UploadStatus): string => {
  const { id, name, state, ingestion, failure, conversations, errors, unsupported } = status
  const { seen, ...buckets } = conversations
  const detail = Object.entries(buckets)
    .filter(([, count]) => count > 0)
    .map(([bucket, count]) => `${count} ${bucket}`)
    .join(', ')
  return [
    `${name}: ${ingestion ?? state}${failure ? ` (${failure})` : ''}`,
    `  ${seen} ${seen === 1 ? 'conversation' : 'conversations'}${detail ? `: ${detail}` : ''}`,
    ...errors.map(({ file, index, start, end, code }) => `  ${file} item ${index}, bytes ${start} to ${end}: ${code}`),
    ...unsupported.map(
      ({ file, count, keys }) =>
        `  ${file}: ${count} not understood${keys.length > 0 ? `, with ${keys.join(', ')}` : ''}`,
    ),
    `  id ${id}`,
  ].join('\n')
}

export const report = ({ flags, terminal }: ArchiveCall, status: UploadStatus): number => {
  say(terminal, flags, status, () => statusText(status))
  return status.ingestion === 'failed' ? EXIT.failed : EXIT.ok
}
