import { ConfirmDialog } from '@signet/ui'
import { type AgentGrant, agentGrants } from '../api/agent-grants.ts'
import { useAction } from '../session/action.ts'
import { readAgain } from '../session/queries.ts'
import { clientName } from './grant-words.ts'

export const RevokeDialog = ({ of: grant, onClose }: { readonly of: AgentGrant; readonly onClose: () => void }) => {
  const revoke = useAction(
    () => agentGrants.revokeGrant({ id: grant.id }),
    () => {
      void readAgain('agents')
      onClose()
    },
  )
  return (
    <ConfirmDialog
      title={`Revoke the access of ${clientName(grant)}?`}
      action="Revoke access"
      isBusy={revoke.isBusy}
      fault={revoke.fault?.message}
      onConfirm={() => revoke.run()}
      onClose={onClose}
    >
      <p>It draws and buys nothing from now on. For at most 15 minutes it may still read what it has drawn.</p>
      <p>To let it in again, connect it anew.</p>
    </ConfirmDialog>
  )
}
