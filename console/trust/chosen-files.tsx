import { Badge, Button, Checkbox, ConfirmDialog, Notice, Select, TextArea, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import type { TrustArtifact } from '../api/trust.ts'
import { counted } from '../session/amounts.ts'
import { shownAccess } from './file-access.ts'
import { ACCESS_OPTIONS, bytesWords } from './trust-words.ts'
import { type Batch, type ChosenFile, formerOf } from './use-batch.ts'

interface EntryProps {
  readonly of: ChosenFile
  readonly batch: Batch
  readonly former: TrustArtifact | undefined
}

const Words = ({ of, batch, former }: EntryProps) => (
  <>
    <div class="control-row">
      <TextField
        label="Display name"
        required
        maxLength={120}
        value={of.name}
        onValue={(name) => batch.change(of.id, { name })}
        fault={of.name.trim() === '' ? 'Enter a name' : undefined}
      />
      <Select
        label="Access"
        value={shownAccess(of, former)}
        options={ACCESS_OPTIONS}
        onValue={(access) => batch.change(of.id, { access })}
      />
    </div>
    <TextArea
      label="Excerpt (optional)"
      hint="Shown below its name on the public page"
      rows={2}
      maxLength={500}
      value={of.excerpt}
      onValue={(excerpt) => batch.change(of.id, { excerpt })}
    />
    <Checkbox
      label="Contains a digital signature"
      hint="Copies of signed files are not stamped with the reader's name."
      isChecked={of.isSigned}
      onChecked={(isSigned) => batch.change(of.id, { isSigned })}
    />
  </>
)

const Entry = ({ of, batch, former }: EntryProps) => (
  <fieldset class="card chosen-file">
    <legend class="hidden-text">{of.file.name}</legend>
    <div class="row apart">
      <strong>{of.file.name}</strong>
      <span class="second">{bytesWords(of.file.size)}</span>
    </div>
    {of.fault && (
      <Notice kind="danger" isAlert>
        <p>
          {of.file.name} was not added: {of.fault}
        </p>
      </Notice>
    )}
    {former && (
      <Notice kind="warn">
        <p>Replaces the document “{former.display_name}”.</p>
      </Notice>
    )}
    <Words of={of} batch={batch} former={former} />
    <div class="row">
      <Button onClick={() => batch.remove(of.id)}>
        Remove<span class="hidden-text"> {of.file.name}</span>
      </Button>
    </div>
  </fieldset>
)

const STATES = {
  refused: { text: 'Not added', tone: 'danger' },
  waits: { text: 'Waiting', tone: 'neutral' },
  sending: { text: 'Uploading…', tone: 'accent' },
  added: { text: 'Added', tone: 'ok' },
} as const

const Line = ({ of: { file, state, fault, warnings = [] } }: { readonly of: ChosenFile }) => {
  if (state === 'chosen') return null
  const { text, tone } = STATES[state]
  return (
    <li class="sent-file">
      <div class="row">
        <Badge tone={tone}>{text}</Badge>
        <span>{file.name}</span>
        {state === 'sending' && <progress aria-label={`Sending ${file.name}`} />}
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
  readonly former: TrustArtifact
}

const ReplaceDialog = ({
  all,
  onConfirm,
  onClose,
}: {
  readonly all: readonly Replacement[]
  readonly onConfirm: () => void
  readonly onClose: () => void
}) => (
  <ConfirmDialog
    title={all.length === 1 ? `Replace ${all[0]?.former.display_name}?` : `Replace ${all.length} documents?`}
    action="Replace"
    onConfirm={onConfirm}
    onClose={onClose}
  >
    <ul class="bullets">
      {all.map(({ chosen, former }) => (
        <li key={chosen.id}>
          “{former.display_name}” ({bytesWords(former.byte_size)}) is replaced by {chosen.file.name} (
          {bytesWords(chosen.file.size)}).
        </li>
      ))}
    </ul>
    <p>The previous files are deleted. Links lead to the new files.</p>
  </ConfirmDialog>
)

const whyNotSent = (files: readonly ChosenFile[]): string | undefined =>
  files.some(({ name }) => name.trim() === '') ? 'Enter a name for each file first' : undefined

export const ChosenFiles = ({ batch, all }: { readonly batch: Batch; readonly all: readonly TrustArtifact[] }) => {
  const [isAsked, setAsked] = useState(false)
  const waitingFiles = batch.files.filter(({ state }) => state === 'chosen')
  const replaced = waitingFiles.flatMap((each) => {
    const former = formerOf(all, each.slug)
    return former ? [{ chosen: each, former }] : []
  })
  const send = () => {
    setAsked(false)
    void batch.send()
  }
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (whyNotSent(waitingFiles) !== undefined || batch.isBusy) return
        if (replaced.length > 0) setAsked(true)
        else send()
      }}
    >
      {waitingFiles.map((each) => (
        <Entry key={each.id} of={each} batch={batch} former={formerOf(all, each.slug)} />
      ))}
      <div role="status">
        <ul class="stack tight plain-list" aria-label="Uploaded files">
          {batch.files.map((each) => (
            <Line key={each.id} of={each} />
          ))}
        </ul>
      </div>
      {waitingFiles.length > 0 && (
        <div class="actions">
          <Button type="submit" kind="primary" isBusy={batch.isBusy} unavailable={whyNotSent(waitingFiles)}>
            Add {counted(waitingFiles.length, 'document')}
          </Button>
        </div>
      )}
      {isAsked && <ReplaceDialog all={replaced} onConfirm={send} onClose={() => setAsked(false)} />}
    </form>
  )
}
