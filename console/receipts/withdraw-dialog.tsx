import { ConfirmDialog, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import { type Receipt, receipts } from '../api/receipts.ts'
import { useAction } from '../session/action.ts'
import { invalidate } from '../session/queries.ts'

export const WithdrawDialog = ({ of: { hash }, onClose }: { readonly of: Receipt; readonly onClose: () => void }) => {
  const [reason, setReason] = useState('')
  const [by, setBy] = useState('')
  const withdraw = useAction(
    () => receipts.withdrawReceipt({ hash, reason, ...(by.trim() === '' ? {} : { superseded_by: by.trim() }) }),
    () => {
      void invalidate('receipts')
      onClose()
    },
  )
  const { reason: reasonFault, superseded_by: byFault } = withdraw.fields
  return (
    <ConfirmDialog
      title="Withdraw this receipt?"
      action="Withdraw receipt"
      isBusy={withdraw.isBusy}
      fault={reasonFault || byFault ? undefined : withdraw.fault?.message}
      onConfirm={() => withdraw.run()}
      onClose={onClose}
    >
      <p>
        A withdrawal is issued and logged, and its reason is public. It cannot be undone. The signature of the receipt
        remains valid.
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
        value={by}
        onValue={setBy}
        fault={byFault}
      />
    </ConfirmDialog>
  )
}
