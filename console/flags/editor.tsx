import { Button, Notice, Section, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import type { Flag } from '../api/flags.ts'
import { FaultText } from '../session/fault-text.tsx'
import type { EditorPart } from './editor-part.ts'
import { type FlagDraft, flagDraft, readChange } from './flag-draft.ts'
import { JsonParts } from './json-parts.tsx'
import { otherFaults } from './member-faults.ts'
import { Rules } from './rules.tsx'
import { SaveDialog } from './save-dialog.tsx'
import { Shares } from './shares.tsx'

const SHOWN = ['rules', 'percentage', 'variants', 'default', 'overrides', 'prerequisites', 'schedule']

const Texts = ({ draft, change }: EditorPart) => (
  <Section title="Description and tags">
    <TextField
      label="Description"
      value={draft.description}
      onValue={(description) => change({ description })}
      maxLength={1_000}
    />
    <TextField label="Tags (separated by commas)" value={draft.tags} onValue={(tags) => change({ tags })} />
  </Section>
)

/** While a canary is active, it controls the percentage. */
const isMoving = ({ canary }: Flag): boolean => canary?.status === 'running' || canary?.status === 'paused'

const useDraft = (present: Flag) => {
  // Edits keep the version they started from. A concurrent change is reported on save and discards no input.
  const [begun, setBegun] = useState<{ readonly flag: Flag; readonly draft: FlagDraft }>()
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const { flag, draft } = begun ?? { flag: present, draft: flagDraft(present) }
  const read = readChange(flag, draft)
  const part: EditorPart = { flag, draft, faults, change: (some) => setBegun({ flag, draft: { ...draft, ...some } }) }
  const discard = () => {
    setBegun(undefined)
    setFaults({})
  }
  return { part, problem: read.problem, edits: read.problem === undefined ? read.change : {}, setFaults, discard }
}

const OtherFaults = ({ of: faults }: { readonly of: Readonly<Record<string, string>> }) => (
  <>
    {otherFaults(faults, SHOWN).map((fault) => (
      <FaultText key={fault}>{fault}</FaultText>
    ))}
  </>
)

export const Editor = ({ of: present }: { readonly of: Flag }) => {
  const { part, problem, edits, setFaults, discard } = useDraft(present)
  const [isSaving, setSaving] = useState(false)
  const close = () => setSaving(false)
  return (
    <div class="stack wide">
      {isMoving(part.flag) && (
        <Notice>
          <p>A canary controls the percentage. To set it yourself, stop the canary first.</p>
        </Notice>
      )}
      <Rules {...part} />
      <Shares {...part} />
      <Texts {...part} />
      <JsonParts {...part} />
      <OtherFaults of={part.faults} />
      {(Object.keys(edits).length > 0 || problem) && (
        <div class="save-bar row">
          <Button kind="primary" unavailable={problem} onClick={() => setSaving(true)}>
            Review change
          </Button>
          <Button onClick={discard}>Discard</Button>
          {problem && <span class="fault">{problem}</span>}
        </div>
      )}
      {isSaving && (
        <SaveDialog
          of={part.flag}
          change={edits}
          onClose={close}
          onSaved={() => {
            close()
            discard()
          }}
          onFaults={(faults) => {
            close()
            setFaults(faults)
          }}
        />
      )}
    </div>
  )
}
