import { Notice, Time } from '@signet/ui'
import { archive, type Upload, type UploadStatus } from '../api/archive.ts'
import { formatCount } from '../session/amounts.ts'
import { ConfirmButton } from '../session/confirm-action.tsx'
import { invalidate, useOrganizationQuery } from '../session/queries.ts'
import { StateBadge } from '../session/state-badge.tsx'
import { serviceNow } from '../transport/clock.ts'
import { conversationCounts, importState, isImporting, itemErrorWords, sizeOf } from './import-words.ts'
import { statusQuery } from './queries.ts'

const SkippedItems = ({ of: { unsupported, errors } }: { readonly of: UploadStatus }) => {
  if (unsupported.length + errors.length === 0) return null
  return (
    <details>
      <summary>Skipped and unreadable items</summary>
      <ul class="small">
        {unsupported.map(({ index, file, count, keys }) => (
          <li key={`${file} ${index}`}>
            {formatCount(count, 'item')} in {file} {count === 1 ? 'is' : 'are'} not supported
            {keys.length > 0 && ` (fields: ${keys.join(', ')})`}
          </li>
        ))}
        {errors.map(({ index, start, end, code }) => (
          <li key={`${index} ${start}`}>
            Item {index}, bytes {start.toLocaleString('en')} to {end.toLocaleString('en')}: {itemErrorWords(code)}
          </li>
        ))}
      </ul>
    </details>
  )
}

const Progress = ({ of: status }: { readonly of: UploadStatus }) => (
  <div class="meter">
    <progress aria-label={`Progress of ${status.name}`} value={status.bytesDone} max={Math.max(1, status.bytesTotal)} />
    {status.etaSeconds ? (
      <span class="second small">About {formatCount(Math.ceil(status.etaSeconds / 60), 'minute')} remaining</span>
    ) : null}
  </div>
)

export const ImportCard = ({ of: upload, isSending }: { readonly of: Upload; readonly isSending: boolean }) => {
  const { data: status } = useOrganizationQuery(statusQuery, upload.id, `${upload.state} ${upload.ingestion}`)
  const state = importState(status ?? upload)
  const counts = status && conversationCounts(status)
  const isIncomplete = !isSending && (upload.state === 'created' || upload.state === 'uploading')
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
          action="Delete export"
          work={() => archive.deleteUpload({ id: upload.id })}
          onDone={(_, close) => {
            void invalidate('archive')
            close()
          }}
        >
          <p>
            The conversations of this export are removed from the archive and from all notebooks. To restore them,
            import the export again.
          </p>
        </ConfirmButton>
      </div>
      <p class="second small">
        {sizeOf(upload.bytes)}, <Time at={upload.createdAt} now={serviceNow()} />
        {counts && `. Conversations: ${counts}`}
      </p>
      {status && isImporting(status) && <Progress of={status} />}
      {isIncomplete && <p class="small">The upload is incomplete. Choose the same export again to resume it.</p>}
      {status?.failure && (
        <Notice kind="danger">
          <p>{status.failure}</p>
          <p>
            Check that this is the original export from the chat service. Nested archives and modified exports are not
            supported.
          </p>
        </Notice>
      )}
      {status && <SkippedItems of={status} />}
    </article>
  )
}
