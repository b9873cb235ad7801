import { erasureAnswerRow, erasureRow, exportPartRow, exportRow } from '@signet/erasure/rows'
import { orgKeyRow } from '@signet/identity/key-rows'
import { memberRow, organizationRow } from '@signet/identity/organization-rows'
import { personRow } from '@signet/identity/person-row'
import { sessionRow } from '@signet/identity/session-rows'
import { tallyRow } from '@signet/kernel/tally-row'
import { invitationRow, membershipRow, personSessionRow } from './member-rows.ts'
import { relayRow } from './relay-row.ts'

export const rows = [
  invitationRow,
  personRow,
  membershipRow,
  personSessionRow,
  organizationRow,
  memberRow,
  sessionRow,
  relayRow,
  orgKeyRow,
  erasureRow,
  erasureAnswerRow,
  exportRow,
  exportPartRow,
  tallyRow,
]
