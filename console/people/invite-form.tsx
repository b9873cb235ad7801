import { Select, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import { accounts, type InviteMemberOutput } from '../api/accounts.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { invalidate } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { grantableRoles } from './roles.ts'

export const InviteForm = ({ onSent }: { readonly onSent: (invitation: InviteMemberOutput) => void }) => {
  const { organization } = useSession()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<InviteMemberOutput['role']>('member')
  const invite = useAction(
    () => accounts.inviteMember({ org: organization.id, email, role }),
    (invitation) => {
      setEmail('')
      void invalidate('invitations')
      onSent(invitation)
    },
  )
  return (
    <ActionForm isRow action={invite} onSubmit={() => invite.run()} text="Invite member">
      <TextField
        label="Email"
        type="email"
        required
        value={email}
        onValue={setEmail}
        fault={invite.fields.email}
        autocomplete="off"
      />
      <Select label="Role" value={role} options={grantableRoles(organization.role)} onValue={setRole} />
    </ActionForm>
  )
}
