import { ConfirmDialog, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import { type Receipt, receipts } from '../api/receipts.ts'
import { useAction } from '../session/action.ts'
import { invalidate } from '../session/queries.ts'

export const WithdrawDialog = ({
  receipt: { hash },
  onClose,
}: {
  readonly receipt: Receipt
  readonly onClose: () => void
}) => {
  const [reason, setReason] = useState('')
  const [replacementHash, setReplacementHash] = useState('')
  const withdraw = useAction(
    () =>
      receipts.withdrawReceipt({
        hash,
        reason,
        ...(replacementHash.trim() === '' ? {} : { superseded_by: replacementHash.trim() }),
      }),
    () => {
      void invalidate('receipts')
      onClose()
    },
  )
  const { reason: reasonFault, superseded_by: replacementFault } = withdraw.fields
  return (
    <ConfirmDialog
      title="Withdraw this receipt?"
      action="Withdraw receipt"
      isBusy={withdraw.isBusy}
      fault={reasonFault || replacementFault ? undefined : withdraw.fault?.message}
      onConfirm={() => withdraw.run()}
      onClose={onClose}
    >
      <p>
        A withdrawal is issued and logged, and its reason is public. A withdrawal cannot be undone. The signature of the
        receipt remains valid.
      </p>
      <TextField
        label="Public reason"
        required
        maxLength={500}
        value={reason}
        onValue={setReason}
        fault={reasonFault}
      />
      <TextField
        label="Hash of the replacement receipt (optional)"
        isMono
        spellcheck={false}
        autocomplete="off"
        value={replacementHash}
        onValue={setReplacementHash}
        fault={replacementFault}
      />
    </ConfirmDialog>
  )
}
