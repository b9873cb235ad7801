import { Readable } from 'node:stream'
import type { ExportFile } from '@signet/erasure'
import { newUuid, type TableDeps } from '@signet/kernel'
import { carryOutExports } from '../../lambdas/accounts/exports/carry-out-exports.ts'
import { exportTable } from '../../lambdas/accounts/exports/export-table.ts'
import { joinParts } from '../../lambdas/accounts/exports/join-parts.ts'
import { exportHandlers } from '../../layers/erasure/src/account-export.ts'

/** Creates a bucket in memory that counts its calls. After `failAt(n)` it counts from 0, and call n fails. */
const failingStores = () => {
  const objects = new Map<string, Buffer>()
  let calls = 0
  let failingCall = -1
  let losesUploads = false
  const call = (): void => {
    if (calls++ === failingCall) throw new Error('killed')
  }
  const uploads = new Map<string, Buffer[]>()
  return {
    objects,
    /** Makes every completion fail, as if S3 had aborted the upload. */
    loseUploads: (areLost: boolean) => {
      losesUploads = areLost
    },
    calls: () => calls,
    failAt: (at: number) => {
      calls = 0
      failingCall = at
    },
    bucket: {
      async put(key: string, bytes: Uint8Array) {
        call()
        objects.set(key, Buffer.from(bytes))
      },
      async read(key: string) {
        call()
        return objects.get(key)
      },
      async open(key: string) {
        call()
        const bytes = objects.get(key)
        return bytes ? ({ isOutOfRange: false, body: Readable.from([bytes]) } as never) : undefined
      },
    },
    uploads: {
      async create() {
        call()
        const id = newUuid()
        uploads.set(id, [])
        return id
      },
      async putPart(_key: string, id: string, number: number, body: Uint8Array) {
        call()
        const parts = uploads.get(id) ?? []
        parts[number - 1] = Buffer.from(body)
        return `etag-${number}`
      },
      async complete(key: string, id: string) {
        call()
        if (losesUploads) return false
        objects.set(key, Buffer.concat(uploads.get(id) ?? []))
        return true
      },
      async abort(_key: string, id: string) {
        uploads.delete(id)
      },
    },
  }
}

const files: readonly ExportFile[] = [
  { path: 'things.jsonl', bytes: Buffer.from('{"thing":1}\n') },
  { path: 'pictures/a.png', bytes: Buffer.alloc(100, 7) },
]

interface ExportEvent {
  readonly type: string
  readonly data: unknown
}

/** Returns accounts with two services; `silent` names one that never responds. */
export const exportWorld = (tables: () => TableDeps, silent?: string) => {
  const store = failingStores()
  const errors: unknown[] = []
  const log = { info: () => {}, warn: () => {}, error: (_: string, error: unknown) => errors.push(error) } as never
  const publishedEvents: ExportEvent[] = []
  const fileStream = async function* () {
    yield* files
  }
  const answer = async ({ type, data }: ExportEvent, filesOf: typeof fileStream = fileStream): Promise<void> => {
    for (const service of ['flags', 'archive'].filter((each) => each !== silent)) {
      const deps = { ...tables(), newId: newUuid, clients: { exports: store.bucket } }
      const answers = exportHandlers(deps, service, [], { files: filesOf })
      await answers[type as keyof typeof answers]({ data } as never)
    }
  }
  const outbox = {
    steps: () => [],
    publish: async (events: readonly ExportEvent[]) => void publishedEvents.push(...events),
  }
  const exports = exportTable({ ...tables(), newId: newUuid, outbox: outbox as never })
  const join = joinParts({ objects: store.bucket, uploads: store.uploads, ownFiles: fileStream })
  const run = carryOutExports({ exports, services: ['flags', 'archive'], join, now: tables().now, log })
  return { store, errors, publishedEvents, answer, exports, join, log, run }
}
