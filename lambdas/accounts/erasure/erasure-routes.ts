import { reply } from '@signet/contracts'
import { personalTenantOf, userOf } from '@signet/identity'
import { notFound, type Route, refusal, route } from '@signet/kernel'
import {
  type AccountDeletion,
  cancelAccountDeletion,
  cancelOrganizationDeletion,
  deleteAccount,
  deleteOrganization,
  getAccountDeletion,
  getOrganizationDeletion,
} from '../contract/account-deletion.ts'
import type { OrganizationTable } from '../organizations/organization-table.ts'
import { noSuchOrganization, notAllowed, roleOfCaller } from '../organizations/refusals.ts'
import { isActive, isLastOwner } from '../organizations/role-rules.ts'
import type { AccountTable } from '../people/account-table.ts'
import { type ErasureRow, type ErasureTable, organizationErasure, personErasure } from './erasure-table.ts'

export interface ErasureDeps {
  readonly erasures: ErasureTable
  readonly organizations: OrganizationTable
  readonly accounts: AccountTable
}

const noStore = { 'cache-control': 'no-store' }

const deletionView = (row: ErasureRow | undefined): AccountDeletion =>
  row === undefined || row.state === 'erased'
    ? { state: 'none', asked_at: null, erases_at: null }
    : { state: row.state, asked_at: row.asked_at, erases_at: row.erases_at }

/** Returns the organizations with other members that would lose their only owner. */
const organizationsWithoutOwner = async ({ organizations }: ErasureDeps, user: string): Promise<readonly string[]> => {
  const shared = (await organizations.listOf(user)).filter(({ org_id }) => org_id !== personalTenantOf(user))
  const ownerlessLists = await Promise.all(
    shared.map(async (membership) => {
      const activeMembers = (await organizations.members(membership.org_id)).filter(isActive)
      return activeMembers.length > 1 && isLastOwner(activeMembers, membership) ? [membership.org_id] : []
    }),
  )
  return ownerlessLists.flat()
}

const accountRoutes = (deps: ErasureDeps): Route[] => [
  route(deleteAccount, async ({ caller }) => {
    const user = userOf(caller)
    const ownerlessIds = await organizationsWithoutOwner(deps, user)
    if (ownerlessIds.length > 0)
      return refusal(
        'last_owner',
        'These organizations would have no owner. Make another member an owner first, or delete them',
        {
          extras: { organizations: [...ownerlessIds] },
        },
      )
    const email = (await deps.accounts.get(user))?.email
    const account = { id: personErasure(user), org: personalTenantOf(user), user, email, askedBy: user }
    return reply(202, deletionView(await deps.erasures.schedule(account)), noStore)
  }),
  route(getAccountDeletion, async ({ caller }) =>
    reply(200, deletionView(await deps.erasures.get(personErasure(userOf(caller)))), noStore),
  ),
  route(cancelAccountDeletion, async ({ caller }) =>
    (await deps.erasures.cancel(personErasure(userOf(caller))))
      ? reply(204)
      : notFound('No account deletion is scheduled'),
  ),
]

const organizationRoutes = ({ erasures, organizations }: ErasureDeps): Route[] => [
  route(deleteOrganization, async ({ params: { org }, caller }) => {
    const user = userOf(caller)
    const role = await roleOfCaller(organizations, caller, org)
    if (!role) return noSuchOrganization()
    if (role !== 'owner') return notAllowed()
    if ((await organizations.get(org))?.kind !== 'shared')
      return refusal(
        'personal_organization',
        'A personal organization is deleted with its account: use DELETE /api/account',
      )
    return reply(
      202,
      deletionView(await erasures.schedule({ id: organizationErasure(org), org, askedBy: user })),
      noStore,
    )
  }),
  route(getOrganizationDeletion, async ({ params: { org }, caller }) => {
    if (!(await roleOfCaller(organizations, caller, org))) return noSuchOrganization()
    return reply(200, deletionView(await erasures.get(organizationErasure(org))), noStore)
  }),
  route(cancelOrganizationDeletion, async ({ params: { org }, caller }) => {
    const role = await roleOfCaller(organizations, caller, org)
    if (!role) return noSuchOrganization()
    if (role !== 'owner') return notAllowed()
    return (await erasures.cancel(organizationErasure(org)))
      ? reply(204)
      : notFound('No organization deletion is scheduled')
  }),
]

export const erasureRoutes = (deps: ErasureDeps): Route[] => [...accountRoutes(deps), ...organizationRoutes(deps)]
