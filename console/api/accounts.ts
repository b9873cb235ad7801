import { SERVICE } from 'service:accounts'
import type { OutputOf } from '@signet/http-client'
import type { accountService } from '../../lambdas/accounts/contract/service.ts'
import { clientOf } from '../transport/requesting.ts'

export const accounts = clientOf<typeof accountService>(SERVICE)

export type GetAccountExportOutput = OutputOf<typeof accounts.getAccountExport>
export type InviteMemberOutput = OutputOf<typeof accounts.inviteMember>
export type ListApiKeysOutput = OutputOf<typeof accounts.listApiKeys>
export type ListInvitationsOutput = OutputOf<typeof accounts.listInvitations>
export type ListKeyScopesOutput = OutputOf<typeof accounts.listKeyScopes>
export type ListMembersOutput = OutputOf<typeof accounts.listMembers>
export type ListOrganizationsOutput = OutputOf<typeof accounts.listOrganizations>
export type ListSessionsOutput = OutputOf<typeof accounts.listSessions>
