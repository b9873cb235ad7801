import { Button, Dialog, Segments, TextArea, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import { type FlagSegment, flags, type PutSegmentOutput } from '../api/flags.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { FaultText } from '../session/fault-text.tsx'
import { invalidate, queries } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { Comparisons } from './comparisons.tsx'
import { faultsUnder } from './field-faults.ts'
import { segmentsQuery, useEnvironment } from './queries.ts'
import { NEW_RULE, type RuleDraft, ruleDraft, ruleOf } from './rule-draft.ts'

const KINDS = [
  { value: 'all', text: 'Attributes' },
  { value: 'json', text: 'JSON' },
] as const

const ConditionFields = ({
  draft,
  onDraft,
  fault,
}: {
  readonly draft: RuleDraft
  readonly onDraft: (draft: RuleDraft) => void
  readonly fault: string | undefined
}) => (
  <>
    <Segments
      label="Condition format"
      value={draft.kind === 'json' ? 'json' : 'all'}
      options={KINDS}
      onValue={(kind) => onDraft({ ...draft, kind })}
    />
    {draft.kind === 'json' ? (
      <TextArea
        label="Condition (JSON)"
        isMono
        rows={8}
        value={draft.json}
        onValue={(json) => onDraft({ ...draft, json })}
        fault={fault}
      />
    ) : (
      <>
        <Comparisons of={draft.comparisons} onChange={(comparisons) => onDraft({ ...draft, comparisons })} />
        <FaultText>{fault}</FaultText>
      </>
    )}
  </>
)

/** Puts a saved segment into the query cache, because the next change must send its version. */
const useCacheSegment = () => {
  const { organization } = useSession()
  const [environment] = useEnvironment()
  // The output type also has the preview of a dry run, which this dialog does not request.
  return (saved: PutSegmentOutput): void => {
    const savedSegment = saved as FlagSegment
    const { queryKey } = segmentsQuery(organization.id, environment)
    queries.setQueryData<readonly FlagSegment[]>(queryKey, (all) =>
      all?.map((segment) => (segment.key === savedSegment.key ? savedSegment : segment)),
    )
    void invalidate('flags')
  }
}

export const SegmentDialog = ({
  of: segment,
  onClose,
}: {
  readonly of?: FlagSegment
  readonly onClose: () => void
}) => {
  const [environment] = useEnvironment()
  const [key, setKey] = useState(segment?.key ?? '')
  const [description, setDescription] = useState(segment?.description ?? '')
  const [draft, setDraft] = useState<RuleDraft>(ruleDraft(segment?.when ?? NEW_RULE))
  const cacheSegment = useCacheSegment()
  const save = useAction(
    () =>
      flags.putSegment({
        key: key.trim(),
        environment,
        when: ruleOf(draft),
        ...(description === '' ? {} : { description }),
        ...(segment ? { version: segment.version } : {}),
      }),
    (changed) => {
      cacheSegment(changed)
      onClose()
    },
  )
  return (
    <Dialog title={segment ? `Segment ${segment.key}` : 'New segment'} isWide onClose={onClose}>
      <ActionForm
        action={save}
        onSubmit={() => save.run()}
        text="Save segment"
        unavailable={key.trim() === '' ? 'Enter a key first' : undefined}
        secondary={<Button onClick={onClose}>Cancel</Button>}
      >
        {!segment && <TextField label="Key" isMono value={key} onValue={setKey} fault={save.fields.key} />}
        <TextField label="Description" value={description} onValue={setDescription} fault={save.fields.description} />
        <ConditionFields draft={draft} onDraft={setDraft} fault={faultsUnder(save.fields, 'when')} />
      </ActionForm>
    </Dialog>
  )
}
