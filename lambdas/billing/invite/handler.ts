import { createLog, handleStep, rowTable, systemClock, tableClient } from '@signet/kernel'
import { environmentOf } from '@signet/kernel/access'
import { access } from '../contract/access.ts'
import { inviteRow } from '../contract/invite-row.ts'
import { changeInvite, InviteChange } from './change-invite.ts'

const env = environmentOf(access.invite, process.env)
const now = systemClock

export const handler = handleStep(
  InviteChange,
  changeInvite({
    invites: rowTable(inviteRow, { db: tableClient(), table: env.TABLE_NAME, now }),
    now,
    log: createLog({ fields: { function: 'billing-invite' } }),
  }),
)
