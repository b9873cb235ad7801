import { isWellFormedToken, mintToken, type Role, tokenDigest } from '@signet/identity'
import { addMs, limitStep, rowTable, type SecretSource, type TableDeps, transact, type WriteStep } from '@signet/kernel'
import { invitationRow } from '../contract/member-rows.ts'
import { type Invitation, type InvitationWithdrawal, invitationWithdrawal } from './invitation-withdrawal.ts'

export const INVITATIONS_MAX = 100
const VALID_MS = 7 * 86_400_000

interface InvitationInput {
  readonly org: string
  readonly email: string
  readonly role: Role
  readonly invitedBy: string
}

interface CreatedInvitation {
  readonly invitation: Invitation
  readonly token: string
}

/** Invitations, stored by the digests of their tokens. */
export interface InvitationTable extends InvitationWithdrawal {
  /**
   * Creates an invitation and returns its token, which is not stored. `guard`: writes whose conditions must hold,
   * rebuilt for each attempt. Returns `full` if the organization has the maximum of open invitations.
   */
  create(input: InvitationInput, guard: () => Promise<readonly WriteStep[]>): Promise<CreatedInvitation | 'full'>
  /** Returns undefined for a token that is unknown, expired or of another kind. */
  find(token: string): Promise<Invitation | undefined>
  acceptStep(invitation: Invitation, user: string): WriteStep
}

export const invitationTable = (deps: TableDeps & { readonly pepper: SecretSource }): InvitationTable => {
  const { pepper, now } = deps
  const rows = rowTable(invitationRow, deps)
  const withdrawal = invitationWithdrawal(deps)

  return {
    ...withdrawal,
    async create({ org, email, role, invitedBy }, guard) {
      const secret = mintToken()
      const digest = tokenDigest(await pepper(), 'invitation', `${org}.${secret}`)
      const created_at = now().toISOString()
      const expires_at = addMs(now(), VALID_MS).toISOString()
      const invitationData = { digest, org_id: org, email: email.toLowerCase(), role, invited_by: invitedBy }
      const invitation: Invitation = { ...invitationData, created_at, expires_at, state: 'open' }
      const step = rows.steps.putNew({ org, digest }, invitation)
      const result = { invitation, token: `${org}.${secret}` }
      const count = async () => (await withdrawal.listOpen(org)).length
      return transact<CreatedInvitation | 'full'>(deps, async () => {
        const slotStep = await limitStep(deps, { owner: org, list: 'invitations', max: INVITATIONS_MAX, count })
        return slotStep ? { steps: [step, slotStep, ...(await guard())], result } : { result: 'full' }
      })
    },
    async find(token) {
      const [org = '', secret = '', ...extraParts] = token.split('.')
      if (org === '' || extraParts.length > 0 || !isWellFormedToken(secret)) return undefined
      return rows.get({ org, digest: tokenDigest(await pepper(), 'invitation', token) })
    },
    acceptStep: (invitation, user) =>
      rows.steps.replace(
        { org: invitation.org_id, digest: invitation.digest },
        { ...invitation, state: 'accepted', accepted_by: user },
        { state: 'open' },
      ),
  }
}
