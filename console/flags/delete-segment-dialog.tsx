import { ConfirmDialog } from '@signet/ui'
import { type FlagSegment, flags } from '../api/flags.ts'
import { useAction } from '../session/action.ts'
import { readAgain } from '../session/queries.ts'
import { useEnvironment } from './readings.ts'

/** Asks before a segment goes. One that rules use is refused, and the refusal names the flags. */
export const DeleteSegmentDialog = ({
  of: { key, version },
  onClose,
}: {
  readonly of: FlagSegment
  readonly onClose: () => void
}) => {
  const [environment] = useEnvironment()
  const remove = useAction(
    () => flags.deleteSegment({ key, environment, 'if-match': `"${version}"` }),
    () => {
      void readAgain('flags')
      onClose()
    },
  )
  return (
    <ConfirmDialog
      title={`Delete the segment ${key}?`}
      action="Delete the segment"
      isBusy={remove.isBusy}
      fault={remove.fault?.message}
      onConfirm={() => remove.run()}
      onClose={onClose}
    >
      <p>No answer of a flag changes: a segment that a rule uses cannot be deleted.</p>
    </ConfirmDialog>
  )
}
