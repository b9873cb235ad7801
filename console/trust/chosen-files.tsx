import { Badge, Button, Checkbox, ConfirmDialog, Notice, Select, TextArea, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import type { TrustArtifact } from '../api/trust.ts'
import { formatCount } from '../session/amounts.ts'
import { selectedAccess } from './file-access.ts'
import { ACCESS_OPTIONS, bytesWords } from './trust-words.ts'
import { type Batch, type ChosenFile, documentWithSlug } from './use-batch.ts'

interface EntryProps {
  readonly chosenFile: ChosenFile
  readonly batch: Batch
  readonly replacedDocument: TrustArtifact | undefined
}

const FileFields = ({ chosenFile, batch, replacedDocument }: EntryProps) => (
  <>
    <div class="control-row">
      <TextField
        label="Display name"
        required
        maxLength={120}
        value={chosenFile.name}
        onValue={(name) => batch.change(chosenFile.id, { name })}
        fault={chosenFile.name.trim() === '' ? 'Enter a name' : undefined}
      />
      <Select
        label="Access"
        value={selectedAccess(chosenFile, replacedDocument)}
        options={ACCESS_OPTIONS}
        onValue={(access) => batch.change(chosenFile.id, { access })}
      />
    </div>
    <TextArea
      label="Excerpt (optional)"
      hint="Shown below the document name on the public page"
      rows={2}
      maxLength={500}
      value={chosenFile.excerpt}
      onValue={(excerpt) => batch.change(chosenFile.id, { excerpt })}
    />
    <Checkbox
      label="Contains a digital signature"
      hint="Copies of signed files are not stamped with the reader's name."
      isChecked={chosenFile.isSigned}
      onChecked={(isSigned) => batch.change(chosenFile.id, { isSigned })}
    />
  </>
)

const FileEntry = ({ chosenFile, batch, replacedDocument }: EntryProps) => (
  <fieldset class="card chosen-file">
    <legend class="hidden-text">{chosenFile.file.name}</legend>
    <div class="row apart">
      <strong>{chosenFile.file.name}</strong>
      <span class="second">{bytesWords(chosenFile.file.size)}</span>
    </div>
    {chosenFile.fault && (
      <Notice kind="danger" isAlert>
        <p>The document was not added. {chosenFile.fault}</p>
      </Notice>
    )}
    {replacedDocument && (
      <Notice kind="warn">
        <p>Replaces the document “{replacedDocument.display_name}”.</p>
      </Notice>
    )}
    <FileFields chosenFile={chosenFile} batch={batch} replacedDocument={replacedDocument} />
    <div class="row">
      <Button onClick={() => batch.remove(chosenFile.id)}>
        Remove<span class="hidden-text"> {chosenFile.file.name}</span>
      </Button>
    </div>
  </fieldset>
)

const STATE_BADGES = {
  refused: { text: 'Not added', tone: 'danger' },
  waiting: { text: 'Waiting', tone: 'neutral' },
  sending: { text: 'Uploading…', tone: 'accent' },
  added: { text: 'Added', tone: 'ok' },
} as const

const UploadStatus = ({ chosenFile: { file, state, fault, warnings = [] } }: { readonly chosenFile: ChosenFile }) => {
  if (state === 'chosen') return null
  const { text, tone } = STATE_BADGES[state]
  return (
    <li class="sent-file">
      <div class="row">
        <Badge tone={tone}>{text}</Badge>
        <span>{file.name}</span>
        {state === 'sending' && <progress aria-label={`Uploading ${file.name}`} />}
      </div>
      {fault && <p class="fault">{fault}</p>}
      {warnings.map((warning) => (
        <p class="second small" key={warning}>
          {warning}
        </p>
      ))}
    </li>
  )
}

interface Replacement {
  readonly chosen: ChosenFile
  readonly replacedDocument: TrustArtifact
}

const ReplaceDialog = ({
  replacements,
  onConfirm,
  onClose,
}: {
  readonly replacements: readonly Replacement[]
  readonly onConfirm: () => void
  readonly onClose: () => void
}) => (
  <ConfirmDialog
    title={
      replacements.length === 1
        ? `Replace ${replacements[0]?.replacedDocument.display_name}?`
        : `Replace ${replacements.length} documents?`
    }
    action={replacements.length === 1 ? 'Replace document' : 'Replace documents'}
    onConfirm={onConfirm}
    onClose={onClose}
  >
    <ul class="bullets">
      {replacements.map(({ chosen, replacedDocument }) => (
        <li key={chosen.id}>
          “{replacedDocument.display_name}” ({bytesWords(replacedDocument.byte_size)}) is replaced by {chosen.file.name}{' '}
          ({bytesWords(chosen.file.size)}).
        </li>
      ))}
    </ul>
    <p>The previous files are deleted. Links lead to the new files.</p>
  </ConfirmDialog>
)

const whyNotSent = (files: readonly ChosenFile[]): string | undefined =>
  files.some(({ name }) => name.trim() === '') ? 'Enter a name for each file first' : undefined

export const ChosenFiles = ({
  batch,
  artifacts,
}: {
  readonly batch: Batch
  readonly artifacts: readonly TrustArtifact[]
}) => {
  const [isConfirming, setConfirming] = useState(false)
  const waitingFiles = batch.files.filter(({ state }) => state === 'chosen')
  const replaced = waitingFiles.flatMap((each) => {
    const replacedDocument = documentWithSlug(artifacts, each.slug)
    return replacedDocument ? [{ chosen: each, replacedDocument }] : []
  })
  const send = () => {
    setConfirming(false)
    void batch.send()
  }
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (whyNotSent(waitingFiles) !== undefined || batch.isBusy) return
        if (replaced.length > 0) setConfirming(true)
        else send()
      }}
    >
      {waitingFiles.map((each) => (
        <FileEntry
          key={each.id}
          chosenFile={each}
          batch={batch}
          replacedDocument={documentWithSlug(artifacts, each.slug)}
        />
      ))}
      <div role="status">
        <ul class="stack tight plain-list" aria-label="Uploaded files">
          {batch.files.map((each) => (
            <UploadStatus key={each.id} chosenFile={each} />
          ))}
        </ul>
      </div>
      {waitingFiles.length > 0 && (
        <div class="actions">
          <Button type="submit" kind="primary" isBusy={batch.isBusy} unavailable={whyNotSent(waitingFiles)}>
            Add {formatCount(waitingFiles.length, 'document')}
          </Button>
        </div>
      )}
      {isConfirming && <ReplaceDialog replacements={replaced} onConfirm={send} onClose={() => setConfirming(false)} />}
    </form>
  )
}
