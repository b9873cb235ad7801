import { invokedFunction, rowTable, tableClient } from '@signet/kernel'
import { access } from '../contract/access.ts'
import { inviteRow } from '../contract/invite-row.ts'
import { changeInvite, InviteChange } from './change-invite.ts'

export const handler = invokedFunction({
  name: 'billing-invite',
  access: access.invite,
  variables: process.env,
  clients: { db: tableClient() },
  input: InviteChange,
  ids: ({ org_id }) => ({ tenant_id: org_id }),
  build: (runtime) => changeInvite({ ...runtime, invites: rowTable(inviteRow, runtime) }),
})
