import type { Call } from '@signet/command-line'
import { type Service, serviceOf } from '../command-line/service.ts'
import { SERVICE_OPTIONS } from '../command-line/service-options.ts'

export const OPTIONS = {
  ...SERVICE_OPTIONS,
  name: { type: 'string' },
  'no-wait': { type: 'boolean' },
  restart: { type: 'boolean' },
  wait: { type: 'boolean' },
  limit: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  vendor: { type: 'string' },
} as const

export type ArchiveCall = Call<typeof OPTIONS>

export interface UploadStatus {
  readonly id: string
  readonly name: string
  readonly state: string
  readonly ingestion: string | null
  readonly failure?: string | null
  readonly bytesDone: number
  readonly bytesTotal: number
  readonly partBytes: number
  readonly partsDone: number
  readonly conversations: { readonly seen: number } & Readonly<Record<string, number>>
  readonly errors: readonly {
    readonly file: string
    readonly index: number
    readonly start: number
    readonly end: number
    readonly code: string
  }[]
  readonly unsupported: readonly { readonly file: string; readonly count: number; readonly keys: readonly string[] }[]
}

const TRIES = 30

export const archiveService = ({ flags, terminal }: ArchiveCall): Service =>
  serviceOf(
    {
      api: 'archive',
      urlVariables: ['SIGNET_ARCHIVE_URL', 'ARCHIVE_URL'],
      keyVariables: ['SIGNET_ARCHIVE_API_KEY', 'ARCHIVE_API_KEY'],
      demoKey: 'platKey',
    },
    flags,
    terminal,
    { tries: TRIES },
  )
