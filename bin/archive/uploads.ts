import { EXIT, requireArgument } from '@signet/command-line'
import { printReply } from '../command-line/print-reply.ts'
import type { Service } from '../command-line/service.ts'
import { type ArchiveCall, archiveService, type UploadStatus } from './client.ts'
import { formatBytes, progressBar } from './progress-bar.ts'

const END_STATES = ['completed', 'completed_with_errors', 'failed']
const POLL_MS = 1000

export const watchImport = async (archive: Service, id: string): Promise<UploadStatus> => {
  const bar = progressBar()
  try {
    for (;;) {
      const status = await archive.call<UploadStatus>('GET', `/api/uploads/${id}/status`)
      if (status.ingestion === null || END_STATES.includes(status.ingestion)) return status
      bar.show(status.ingestion, status.bytesDone, status.bytesTotal, `  ${status.conversations.seen} conversations`)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  } finally {
    bar.clear()
  }
}

const statusText = (status: UploadStatus): string => {
  const { id, name, state, ingestion, failure, conversations, errors, unsupported } = status
  const { seen, ...counts } = conversations
  const detail = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', ')
  return [
    `${name}: ${ingestion ?? state}${failure ? ` (${failure})` : ''}`,
    `  ${seen} ${seen === 1 ? 'conversation' : 'conversations'}${detail ? `: ${detail}` : ''}`,
    ...errors.map(({ file, index, start, end, code }) => `  ${file} item ${index}, bytes ${start} to ${end}: ${code}`),
    ...unsupported.map(
      ({ file, count, keys }) =>
        `  ${file}: ${count} not recognized${keys.length > 0 ? `, with ${keys.join(', ')}` : ''}`,
    ),
    `  id ${id}`,
  ].join('\n')
}

export const printStatus = (call: ArchiveCall, status: UploadStatus): number => {
  const exitCode = printReply(call, status, () => statusText(status))
  return status.ingestion === 'failed' ? EXIT.failed : exitCode
}

const idOf = (command: string, { words }: ArchiveCall): string =>
  encodeURIComponent(requireArgument(`signet archive ${command}`, 'the id of an upload', words))

export const status = async (call: ArchiveCall): Promise<number> => {
  const id = idOf('status', call)
  const archive = archiveService(call)
  const finalStatus = call.flags.wait
    ? await watchImport(archive, id)
    : await archive.call<UploadStatus>('GET', `/api/uploads/${id}/status`)
  return printStatus(call, finalStatus)
}

interface UploadsPage {
  readonly uploads: readonly {
    readonly id: string
    readonly name: string
    readonly bytes: number
    readonly state: string
    readonly ingestion: string | null
    readonly createdAt: string
  }[]
}

const pageText = ({ uploads: page }: UploadsPage): string =>
  page
    .map(({ id, name, bytes, state, ingestion, createdAt }) => {
      const size = formatBytes(bytes).padStart(9)
      return `${id}  ${createdAt.slice(0, 16)}  ${size}  ${(ingestion ?? state).padEnd(21)}  ${name}`
    })
    .join('\n')

export const uploads = async (call: ArchiveCall): Promise<number> => {
  const page = await archiveService(call).call<UploadsPage>('GET', '/api/uploads?limit=100')
  return printReply(call, page, () =>
    page.uploads.length === 0 ? 'No uploads yet. Upload an export: signet archive upload FILE' : pageText(page),
  )
}

export const remove = async (call: ArchiveCall): Promise<number> => {
  const id = idOf('delete', call)
  const reply = await archiveService(call).call<{ readonly id: string; readonly state: string }>(
    'DELETE',
    `/api/uploads/${id}`,
  )
  return printReply(call, reply, () => `${reply.id}: ${reply.state}`)
}
