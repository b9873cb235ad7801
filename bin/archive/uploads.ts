import { EXIT, requireArgument } from '@signet/command-line'
import { say } from '../command-line/say.ts'
import { archiveService, type UploadStatus } from './client.ts'
import type { ArchiveCall } from './options.ts'
import { readable } from './progress-bar.ts'
import { report, watch } from './watch.ts'

const idOf = (command: string, { words }: ArchiveCall): string =>
  encodeURIComponent(requireArgument(`signet archive ${command}`, 'the id of an upload', words))

export const status = async (call: ArchiveCall): Promise<number> => {
  const id = idOf('status', call)
  const archive = archiveService(call)
  const last = call.flags.wait
    ? await watch(archive, id)
    : await archive.call<UploadStatus>('GET', `/api/uploads/${id}/status`)
  return report(call, last)
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
      const size = readable(bytes).padStart(9)
      return `${id}  ${createdAt.slice(0, 16)}  ${size}  ${(ingestion ?? state).padEnd(21)}  ${name}`
    })
    .join('\n')

export const uploads = async (call: ArchiveCall): Promise<number> => {
  const page = await archiveService(call).call<UploadsPage>('GET', '/api/uploads?limit=100')
  say(call.terminal, call.flags, page, () => (page.uploads.length === 0 ? 'no uploads yet' : pageText(page)))
  return EXIT.ok
}

export const remove = async (call: ArchiveCall): Promise<number> => {
  const id = idOf('delete', call)
  const reply = await archiveService(call).call<{ readonly id: string; readonly state: string }>(
    'DELETE',
    `/api/uploads/${id}`,
  )
  say(call.terminal, call.flags, reply, () => `${reply.id}: ${reply.state}`)
  return EXIT.ok
}
