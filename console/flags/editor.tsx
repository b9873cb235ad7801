import { Button, Notice, Section, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import type { Flag } from '../api/flags.ts'
import { FaultText } from '../session/fault-text.tsx'
import type { EditorProps } from './editor-props.ts'
import { otherFaults } from './field-faults.ts'
import { type FlagDraft, flagDraft, readChange } from './flag-draft.ts'
import { JsonFields } from './json-fields.tsx'
import { Rules } from './rules.tsx'
import { SaveDialog } from './save-dialog.tsx'
import { Shares } from './shares.tsx'

const FIELDS_WITH_FAULTS = ['rules', 'percentage', 'variants', 'default', 'overrides', 'prerequisites', 'schedule']

const DescriptionFields = ({ draft, change }: EditorProps) => (
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
const hasActiveCanary = ({ canary }: Flag): boolean => canary?.status === 'running' || canary?.status === 'paused'

const useDraft = (present: Flag) => {
  // Edits keep the version they started from. A concurrent change is reported on save and discards no input.
  const [edited, setEdited] = useState<{ readonly flag: Flag; readonly draft: FlagDraft }>()
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const { flag, draft } = edited ?? { flag: present, draft: flagDraft(present) }
  const parsedChange = readChange(flag, draft)
  const editorProps: EditorProps = {
    flag,
    draft,
    faults,
    change: (changes) => setEdited({ flag, draft: { ...draft, ...changes } }),
  }
  const discard = () => {
    setEdited(undefined)
    setFaults({})
  }
  return {
    editorProps,
    problem: parsedChange.problem,
    edits: parsedChange.problem === undefined ? parsedChange.change : {},
    setFaults,
    discard,
  }
}

const OtherFaults = ({ of: faults }: { readonly of: Readonly<Record<string, string>> }) => (
  <>
    {otherFaults(faults, FIELDS_WITH_FAULTS).map((fault) => (
      <FaultText key={fault}>{fault}</FaultText>
    ))}
  </>
)

export const Editor = ({ of: present }: { readonly of: Flag }) => {
  const { editorProps, problem, edits, setFaults, discard } = useDraft(present)
  const [isSaving, setSaving] = useState(false)
  const close = () => setSaving(false)
  return (
    <div class="stack wide">
      {hasActiveCanary(editorProps.flag) && (
        <Notice>
          <p>A canary controls the percentage. To set it yourself, stop the canary first.</p>
        </Notice>
      )}
      <Rules {...editorProps} />
      <Shares {...editorProps} />
      <DescriptionFields {...editorProps} />
      <JsonFields {...editorProps} />
      <OtherFaults of={editorProps.faults} />
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
          of={editorProps.flag}
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
