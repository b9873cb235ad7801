import { Notice, Time } from '@signet/ui'
import { archive, type Upload, type UploadStatus } from '../api/archive.ts'
import { counted } from '../session/amounts.ts'
import { ConfirmButton } from '../session/confirm-action.tsx'
import { readAgain, useOwn } from '../session/queries.ts'
import { StateBadge } from '../session/state-badge.tsx'
import { serviceNow } from '../transport/clock.ts'
import { importState, isImporting, ledgerWords, sizeOf } from './import-words.ts'
import { statusReading } from './readings.ts'

const Unread = ({ of: { unsupported, errors } }: { readonly of: UploadStatus }) => {
  if (unsupported.length + errors.length === 0) return null
  return (
    <details>
      <summary>What is not in the archive</summary>
      <ul class="small">
        {unsupported.map(({ index, file, count, keys }) => (
          <li key={`${file} ${index}`}>
            {counted(count, 'item')} of {file} {count === 1 ? 'is' : 'are'} not understood
            {keys.length > 0 && `: with ${keys.join(', ')}`}
          </li>
        ))}
        {errors.map(({ index, start, end, code }) => (
          <li key={`${index} ${start}`}>
            Item {index}, bytes {start.toLocaleString('en')} to {end.toLocaleString('en')}: {code.replaceAll('_', ' ')}
          </li>
        ))}
      </ul>
    </details>
  )
}

const Progress = ({ of: status }: { readonly of: UploadStatus }) => (
  <div class="meter">
    <progress aria-label={`Progress of ${status.name}`} value={status.bytesDone} max={Math.max(1, status.bytesTotal)} />
    {status.etaSeconds ? <span class="second small">About {status.etaSeconds} s to go</span> : null}
  </div>
)

export const ImportCard = ({ of: upload, isSending }: { readonly of: Upload; readonly isSending: boolean }) => {
  const { data: status } = useOwn(statusReading, upload.id, `${upload.state} ${upload.ingestion}`)
  const state = importState(status ?? upload)
  const ledger = status && ledgerWords(status)
  const isUnsent = !isSending && (upload.state === 'created' || upload.state === 'uploading')
  return (
    <article class="card">
      <div class="row apart">
        <div class="row">
          <strong>{upload.name}</strong>
          <StateBadge of={state} />
        </div>
        <ConfirmButton
          text="Delete…"
          kind="quiet"
          label={`Delete ${upload.name}`}
          title={`Delete ${upload.name}?`}
          action="Delete the export"
          work={() => archive.deleteUpload({ id: upload.id })}
          done={(_, close) => {
            void readAgain('archive')
            close()
          }}
        >
          <p>Its conversations leave the archive and all notebooks. Import the file again to have them back.</p>
        </ConfirmButton>
      </div>
      <p class="second small">
        {sizeOf(upload.bytes)}, <Time at={upload.createdAt} now={serviceNow()} />
        {ledger && `: ${ledger}`}
      </p>
      {status && isImporting(status) && <Progress of={status} />}
      {isUnsent && <p class="small">Not all of it was sent: choose the same file again to go on.</p>}
      {status?.failure && (
        <Notice kind="danger">
          <p>{status.failure}</p>
          <p>Is it the file that the chat program sent? Archives inside of archives and changed files are not read.</p>
        </Notice>
      )}
      {status && <Unread of={status} />}
    </article>
  )
}
