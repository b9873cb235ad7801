import { Button, Notice, Section, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import type { Flag } from '../clients/flags.ts'
import { type FlagDraft, flagDraft, readChange } from './flag-draft.ts'
import { JsonParts } from './json-parts.tsx'
import { Rules } from './rules.tsx'
import { SaveDialog } from './save-dialog.tsx'
import { Shares } from './shares.tsx'

export interface EditorPart {
  readonly flag: Flag
  readonly draft: FlagDraft
  readonly change: (part: Partial<FlagDraft>) => void
}

const Texts = ({ draft, change }: EditorPart) => (
  <Section title="About">
    <TextField
      label="Description"
      value={draft.description}
      onValue={(description) => change({ description })}
      maxLength={1_000}
    />
    <TextField label="Tags, with commas between them" value={draft.tags} onValue={(tags) => change({ tags })} />
  </Section>
)

/** A canary moves the percentage by itself. */
const isMoving = ({ canary }: Flag): boolean => canary?.status === 'running' || canary?.status === 'paused'

/** The editor of a flag. Nothing is written before the change was looked at. */
export const Editor = ({ of: flag }: { readonly of: Flag }) => {
  const [draft, setDraft] = useState(flagDraft(flag))
  const [isSaving, setSaving] = useState(false)
  const read = readChange(flag, draft)
  const change = read.problem === undefined ? read.change : {}
  const isChanged = Object.keys(change).length > 0
  const part: EditorPart = { flag, draft, change: (some) => setDraft({ ...draft, ...some }) }
  return (
    <div class="stack wide">
      {isMoving(flag) && (
        <Notice>
          <p>A canary moves the percentage. Stop it or set the percentage in its view.</p>
        </Notice>
      )}
      <Rules {...part} />
      <Shares {...part} />
      <Texts {...part} />
      <JsonParts {...part} />
      {(isChanged || read.problem) && (
        <div class="save-bar row">
          <Button kind="primary" unavailable={read.problem} onClick={() => setSaving(true)}>
            Review the change
          </Button>
          <Button onClick={() => setDraft(flagDraft(flag))}>Discard</Button>
          {read.problem && <span class="fault">{read.problem}</span>}
        </div>
      )}
      {isSaving && (
        <SaveDialog of={flag} change={change} onClose={() => setSaving(false)} onSaved={() => setSaving(false)} />
      )}
    </div>
  )
}
