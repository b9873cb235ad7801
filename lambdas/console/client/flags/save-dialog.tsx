import { Button, Dialog, Diff, LinkButton, Notice, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import { flags } from '../api/flags.ts'
import type { Flag, FlagChangePreview, UpdateFlagInput } from '../clients/flags.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { isRefused } from '../session/faults.ts'
import { Loaded } from '../session/loaded.tsx'
import { readAgain, useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { changedLines, shownMembers } from './flag-diff.ts'
import { percentWords } from './flag-words.ts'
import { useEnvironment } from './readings.ts'

type Change = Partial<UpdateFlagInput>

/** How many users get another answer, by simulation. */
const Moves = ({ of: { moved, movedPercent, moves } }: { readonly of: FlagChangePreview }) => (
  <div class="stack tight">
    <p>
      {moved === 0
        ? 'No simulated user gets another answer. Those whom rules match by attributes of their own are not simulated.'
        : `About ${percentWords(movedPercent)} of users get another answer.`}
    </p>
    {moves.map(({ from, to, users }) => (
      <p class="second small" key={`${from} ${to}`}>
        {users.toLocaleString('en')} simulated users from {from} to {to}
      </p>
    ))}
  </div>
)

const Conflict = ({ error }: { readonly error: unknown }) =>
  isRefused(error) && error.code === 'version_conflict' ? (
    <Notice kind="warn" isAlert>
      <p>Somebody else has changed the flag since this page was loaded. The audit log says who and what.</p>
      <p>Close this, look at the flag as it is now, and make the change again.</p>
    </Notice>
  ) : null

interface SaveProps {
  readonly of: Flag
  readonly change: Change
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** The effect of a change, asked before it is made, and the change itself. */
const useSave = ({ of: { key, version }, change, onSaved }: SaveProps, reason: string) => {
  const { organisation } = useSession()
  const [environment] = useEnvironment()
  const request = { ...change, key, environment, version }
  const preview = useQuery({
    queryKey: ['flags', organisation.id, environment, 'preview', key, version, change],
    queryFn: async ({ signal }) =>
      (await flags.updateFlag({ ...request, dry_run: true }, { signal })) as FlagChangePreview,
    staleTime: 0,
  })
  const save = useAction(
    () => flags.updateFlag({ ...request, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) }),
    () => {
      void readAgain('flags')
      onSaved()
    },
  )
  return { preview, save }
}

/** Shows what a change does before it is made: its lines, the users who move, and a reason for the log. */
export const SaveDialog = (props: SaveProps) => {
  const { of: flag, change, onClose } = props
  const [reason, setReason] = useState('')
  const { preview, save } = useSave(props, reason)
  return (
    <Dialog title={`Change ${flag.key}`} isWide onClose={onClose}>
      <Diff label="What changes" lines={changedLines(shownMembers(flag), { ...shownMembers(flag), ...change })} />
      <Loaded of={preview} rows={1}>
        {(data) => <Moves of={data} />}
      </Loaded>
      <ActionForm
        action={save}
        onSubmit={() => save.run()}
        text="Save the change"
        unavailable={preview.error ? 'The change is refused' : undefined}
        beside={<Button onClick={onClose}>Cancel</Button>}
      >
        <TextField
          label="Reason (optional)"
          hint="Kept in the audit log"
          value={reason}
          onValue={setReason}
          maxLength={500}
          fault={save.fields.reason}
        />
        <Conflict error={save.error} />
      </ActionForm>
      {save.error !== undefined && (
        <div class="row">
          <LinkButton href={`/flags/${encodeURIComponent(flag.key)}?view=audit`}>Audit log</LinkButton>
        </div>
      )}
    </Dialog>
  )
}
