import { ConfirmDialog, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import { type Receipt, receipts } from '../api/receipts.ts'
import { useAction } from '../session/action.ts'
import { readAgain } from '../session/queries.ts'

export const WithdrawDialog = ({ of: { hash }, onClose }: { readonly of: Receipt; readonly onClose: () => void }) => {
  const [reason, setReason] = useState('')
  const [by, setBy] = useState('')
  const withdraw = useAction(
    () => receipts.withdrawReceipt({ hash, reason, ...(by.trim() === '' ? {} : { superseded_by: by.trim() }) }),
    () => {
      void readAgain('receipts')
      onClose()
    },
  )
  const { reason: reasonFault, superseded_by: byFault } = withdraw.fields
  return (
    <ConfirmDialog
      title="Withdraw this receipt?"
      action="Withdraw"
      isBusy={withdraw.isBusy}
      fault={reasonFault || byFault ? undefined : withdraw.fault?.message}
      onConfirm={() => withdraw.run()}
      onClose={onClose}
    >
      <p>
        A receipt that takes it back is issued, and everybody who looks it up sees that and the reason. Nothing brings
        it back into force; its signature stays valid.
      </p>
      <TextField
        label="Reason, for everybody to read"
        required
        maxLength={500}
        value={reason}
        onValue={setReason}
        fault={reasonFault}
      />
      <TextField
        label="Hash of the receipt that stands in its place (optional)"
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
