import { Button, Dialog, Diff, TextField } from '@signet/ui'
import { useEffect, useState } from 'preact/hooks'
import { type Flag, type FlagChangePreview, flags, type UpdateFlagInput } from '../api/flags.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { formatCount } from '../session/amounts.ts'
import { fieldFaults, isApiError } from '../session/faults.ts'
import { Loaded } from '../session/loaded.tsx'
import { useOrganizationQuery } from '../session/queries.ts'
import { changeWords } from './change-words.ts'
import { Conflict } from './conflict.tsx'
import { valueWords } from './explain-words.ts'
import { changedLines, editableFields } from './flag-diff.ts'
import { percentWords, stateSentence } from './flag-words.ts'
import { useEnvironment } from './queries.ts'
import { useCacheFlag } from './use-cache-flag.ts'

type Change = Partial<UpdateFlagInput>

const AffectedUsers = ({ of: { moved, movedPercent, moves } }: { readonly of: FlagChangePreview }) => (
  <div class="stack tight">
    <p>
      {moved === 0
        ? 'No simulated user gets a different value. The simulation does not include users targeted by custom attributes.'
        : `About ${percentWords(movedPercent)} of users get a different value.`}
    </p>
    {moves.map(({ from, to, users }) => (
      <p class="second small" key={`${from} ${to}`}>
        {formatCount(users, 'simulated user')} {users === 1 ? 'changes' : 'change'} from {valueWords(from)} to{' '}
        {valueWords(to)}
      </p>
    ))}
  </div>
)

const Changes = ({ of: flag, preview }: { readonly of: Flag; readonly preview: FlagChangePreview }) => (
  <>
    <p>
      <span class="second">Current:</span> {stateSentence(flag)}
      <br />
      <span class="second">New:</span> <strong>{stateSentence(preview.flag)}</strong>
    </p>
    <ul aria-label="Changes">
      {changeWords(flag, preview.flag).map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
    <AffectedUsers of={preview} />
  </>
)

const isConflict = (error: unknown): boolean => isApiError(error) && error.code === 'version_conflict'

interface SaveProps {
  readonly of: Flag
  readonly change: Change
  readonly onClose: () => void
  readonly onSaved: () => void
  readonly onFaults?: (faults: Readonly<Record<string, string>>) => void
}

const useSave = (flag: Flag, { change, onSaved, onFaults }: SaveProps, reason: string) => {
  const [environment] = useEnvironment()
  const cacheFlag = useCacheFlag()
  const { key, version } = flag
  const request = { ...change, key, environment, version }
  const preview = useOrganizationQuery((organization) => ({
    // A separate query key, so that saving does not repeat the preview for an outdated version.
    queryKey: ['flag-preview', organization, environment, key, version, change],
    queryFn: async ({ signal }) =>
      (await flags.updateFlag({ ...request, dry_run: true }, { signal })) as FlagChangePreview,
    staleTime: 0,
  }))
  const save = useAction(
    () => flags.updateFlag({ ...request, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) }),
    (changed) => {
      cacheFlag(changed)
      onSaved()
    },
  )
  useEffect(() => {
    const faults = fieldFaults(preview.error)
    if (Object.keys(faults).length > 0) onFaults?.(faults)
  }, [preview.error])
  return { preview, save }
}

export const SaveDialog = (props: SaveProps) => {
  const { of: openedFlag, change, onClose } = props
  const [reason, setReason] = useState('')
  // After a conflict, the flag as another member saved it.
  const [flag, setFlag] = useState(openedFlag)
  const { preview, save } = useSave(flag, props, reason)
  const applyToCurrent = (currentFlag: Flag) => {
    setFlag(currentFlag)
    save.reset()
  }
  const cancel = <Button onClick={onClose}>Cancel</Button>
  if (isConflict(preview.error) || isConflict(save.error)) {
    return (
      <Dialog title={`Change ${flag.key}`} isWide onClose={onClose}>
        <Conflict of={flag} change={change} onApply={applyToCurrent} />
        <div class="actions">{cancel}</div>
      </Dialog>
    )
  }
  return (
    <Dialog title={`Change ${flag.key}`} isWide onClose={onClose}>
      <Loaded of={preview} rows={1}>
        {(data) => <Changes of={flag} preview={data} />}
      </Loaded>
      <details>
        <summary>Show diff</summary>
        <Diff label="Diff" lines={changedLines(editableFields(flag), { ...editableFields(flag), ...change })} />
      </details>
      <ActionForm
        action={save}
        onSubmit={() => save.run()}
        text="Save change"
        unavailable={preview.error ? 'Fix the change first' : undefined}
        secondary={cancel}
      >
        <TextField
          label="Reason (optional)"
          hint="Recorded in the audit log"
          value={reason}
          onValue={setReason}
          maxLength={500}
          fault={save.fields.reason}
        />
      </ActionForm>
    </Dialog>
  )
}
