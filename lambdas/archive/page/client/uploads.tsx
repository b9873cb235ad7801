import { useCallback, useEffect, useState } from 'preact/hooks'
import { call, messageOf, part } from './api.ts'
import { Problem } from './problem.tsx'
import { sendFile } from './send-file.ts'
import type { Upload, UploadStatus } from './shapes.ts'

/** Poll interval during an import. */
const LOOK_MS = 1_500

const UNDERWAY = ['queued', 'detecting', 'ingesting', 'indexing', 'deleting']

const BUCKETS = [
  ['ingested', 'new'],
  ['updated', 'changed'],
  ['unchanged', 'as before'],
  ['empty', 'empty'],
  ['failed', 'not readable'],
  ['oversize', 'too large'],
  ['unsupported', 'not understood'],
] as const

const megabytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** The status of an upload, polled until its import has ended, and again when more parts are stored. */
const useStatus = ({ id, state }: Upload): UploadStatus | undefined => {
  const [status, setStatus] = useState<UploadStatus>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async (): Promise<void> => {
      const status = await call<UploadStatus>('GET', `api/uploads/${part(id)}/status`).catch(() => undefined)
      if (status) setStatus(status)
      if (status === undefined || UNDERWAY.includes(status.ingestion ?? ''))
        timer = setTimeout(() => void look(), LOOK_MS)
    }
    void look()
    return () => clearTimeout(timer)
  }, [id, state])
  return status
}

const Ledger = ({ status }: { readonly status: UploadStatus }) => {
  const counted = BUCKETS.filter(([bucket]) => (status.conversations[bucket] ?? 0) > 0)
  if (counted.length === 0) return null
  return (
    <dl class="ledger">
      {counted.map(([bucket, word]) => (
        <div key={bucket}>
          <dt>{word}</dt>
          <dd>{(status.conversations[bucket] ?? 0).toLocaleString('en')}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What of an export is not in the archive, and why. */
const Unread = ({ status: { unsupported, errors } }: { readonly status: UploadStatus }) => (
  <>
    {unsupported.length > 0 && (
      <details>
        <summary>What is not understood</summary>
        <ul>
          {unsupported.map(({ index, file, count, keys }) => (
            <li key={`${file} ${index}`}>
              {count.toLocaleString('en')} of {file}
              {keys.length > 0 && `, with ${keys.join(', ')}`}
            </li>
          ))}
        </ul>
      </details>
    )}
    {errors.length > 0 && (
      <details>
        <summary>What could not be read</summary>
        <ul>
          {errors.map(({ index, start, end, code }) => (
            <li key={`${index} ${start}`}>
              Item {index}, bytes {start} to {end}: {code.replaceAll('_', ' ')}
            </li>
          ))}
        </ul>
      </details>
    )}
  </>
)

interface ImportProps {
  readonly upload: Upload
  readonly isSending: boolean
  readonly onDelete: (id: string) => void
}

const Import = ({ upload, isSending, onDelete }: ImportProps) => {
  const status = useStatus(upload)
  const { bytesDone = 0, bytesTotal = 0, ingestion = upload.ingestion } = status ?? {}
  const words = (ingestion ?? upload.state).replaceAll('_', ' ')
  return (
    <li>
      <div class="row">
        <strong>{upload.name}</strong>
        <span>{megabytes(upload.bytes)}</span>
        <span role="status">{words}</span>
        <button type="button" class="quiet" aria-label={`Delete ${upload.name}`} onClick={() => onDelete(upload.id)}>
          Delete
        </button>
      </div>
      {UNDERWAY.includes(ingestion ?? '') && (
        <progress aria-label={`Progress of ${upload.name}`} value={bytesDone} max={Math.max(1, bytesTotal)} />
      )}
      {!isSending && ['created', 'uploading'].includes(upload.state) && (
        <small>Not all of it has been sent: choose the same file again to go on.</small>
      )}
      {status?.etaSeconds ? <small>About {status.etaSeconds} s to go</small> : null}
      {status && <Ledger status={status} />}
      {status?.failure && <p role="alert">{status.failure}</p>}
      {status && <Unread status={status} />}
    </li>
  )
}

interface Sending {
  readonly name: string
  readonly sent: number
  readonly bytes: number
}

const DropZone = ({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) => {
  const [isOver, setOver] = useState(false)
  return (
    <label
      class={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFiles([...(event.dataTransfer?.files ?? [])])
      }}
    >
      <span>Drop an export here: the ZIP of your chat program as it came, or a JSON file</span>
      <input
        type="file"
        multiple
        aria-label="Choose an export"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
    </label>
  )
}

/** The uploads and their actions. */
const useUploads = () => {
  const [uploads, setUploads] = useState<readonly Upload[]>()
  const [sending, setSending] = useState<Sending>()
  const [problem, setProblem] = useState<string>()

  const load = useCallback(async (): Promise<void> => {
    setUploads((await call<{ uploads: Upload[] }>('GET', 'api/uploads', { query: { limit: '50' } })).uploads)
  }, [])
  const attempt = useCallback(async (work: () => Promise<unknown>): Promise<void> => {
    setProblem(undefined)
    await work().catch((error: unknown) => setProblem(messageOf(error)))
  }, [])
  useEffect(() => void attempt(load), [attempt, load])

  const send = (files: readonly File[]): Promise<void> =>
    attempt(async () => {
      for (const file of files) {
        const { name, size: bytes } = file
        setSending({ name, bytes, sent: 0 })
        await sendFile(file, (sent) => setSending({ name, bytes, sent })).finally(() => {
          setSending(undefined)
          return load()
        })
      }
    })
  const remove = (id: string): Promise<void> =>
    attempt(async () => {
      await call('DELETE', `api/uploads/${part(id)}`)
      await load()
    })
  return { uploads, sending, problem, send, remove }
}

/** Uploads exports and shows the state of each. */
export const Uploads = () => {
  const { uploads, sending, problem, send, remove } = useUploads()

  return (
    <section aria-labelledby="exports">
      <h2 id="exports">Exports</h2>
      <DropZone onFiles={(files) => void send(files)} />
      {sending && (
        <p role="status">
          Sending {sending.name}: {megabytes(sending.sent)} of {megabytes(sending.bytes)}
          <progress aria-label={`Sent of ${sending.name}`} value={sending.sent} max={Math.max(1, sending.bytes)} />
        </p>
      )}
      <Problem problem={problem} />
      {uploads?.length === 0 && <p>Nothing has been taken in yet.</p>}
      <ul class="cards">
        {uploads?.map((upload) => (
          <Import
            key={upload.id}
            upload={upload}
            isSending={upload.name === sending?.name}
            onDelete={(id) => void remove(id)}
          />
        ))}
      </ul>
    </section>
  )
}
