import { type Membership, personalTenantOf } from '@signet/identity'
import { limitStep, type NewId, type Refusal, refusal, type TableDeps } from '@signet/kernel'
import { UPGRADE_PATH } from '@signet/ledger'
import {
  MEMBERS_MAX,
  type MemberWrites,
  type MemberWritesDeps,
  memberWrites,
  type Organization,
} from './member-writes.ts'
import { type MembersTable, membersTable } from './members-table.ts'
import { isActive } from './role-rules.ts'

interface CreationDeps extends TableDeps {
  readonly newId: NewId
  readonly isPaid: (org: string) => Promise<boolean>
}

const ORGANIZATIONS_MAX = 50

const FREE_ORGANIZATIONS_MAX = 10

type TooManyOrganizations = Refusal<'organization_limit_reached' | 'free_organization_limit_reached'>

const organizationLimitReached = (): TooManyOrganizations =>
  refusal(
    'organization_limit_reached',
    `You are a member of ${ORGANIZATIONS_MAX} organizations, the maximum. Leave one first`,
  )

const freeOrganizationLimitReached = (): TooManyOrganizations =>
  refusal(
    'free_organization_limit_reached',
    `You own ${FREE_ORGANIZATIONS_MAX} shared organizations on the free plan, the maximum. Upgrade one to a paid plan, or make another member its owner`,
    { extras: { limit: FREE_ORGANIZATIONS_MAX, upgrade: UPGRADE_PATH } },
  )

const createOrganization = (
  { organizations, memberships, addSteps, eventOf, commit }: MemberWrites,
  deps: CreationDeps,
) => {
  const { newId, now, isPaid } = deps
  const listOf = async (user: string) =>
    (await memberships.page({ user }, { limit: MEMBERS_MAX })).rows.filter(isActive)
  const countFreeOwned = async (user: string): Promise<number> => {
    const owned = (await listOf(user)).filter(
      ({ role, org_id }) => role === 'owner' && org_id !== personalTenantOf(user),
    )
    const paid = await Promise.all(owned.map(({ org_id }) => isPaid(org_id)))
    return paid.filter((each) => !each).length
  }
  const slotOf = (owner: string, list: string, max: number, count: () => Promise<number>) =>
    limitStep(deps, { owner, list, max, count })

  return (user: string, name: string): Promise<Organization | TooManyOrganizations> => {
    const org = newId()
    const since = now().toISOString()
    const organization = { org_id: org, kind: 'shared' as const, name, version: 1, created_by: user, created_at: since }
    const owner: Membership = { org_id: org, user_id: user, role: 'owner', since, state: 'active' }
    const steps = [organizations.steps.putNew({ org }, organization), ...addSteps(owner)]
    return commit<Organization | TooManyOrganizations>(async () => {
      const countAll = async () => (await listOf(user)).length
      const listSlot = await slotOf(user, 'organizations', ORGANIZATIONS_MAX, countAll)
      if (!listSlot) return { result: organizationLimitReached() }
      const freeSlot = await slotOf(user, 'free-organizations', FREE_ORGANIZATIONS_MAX, () => countFreeOwned(user))
      if (!freeSlot) return { result: freeOrganizationLimitReached() }
      const event = eventOf('organization-member.added', organization, owner)
      return { steps: [...steps, listSlot, freeSlot], event, result: organization }
    })
  }
}

export interface OrganizationTableDeps extends CreationDeps, MemberWritesDeps {
  readonly newId: NewId
}

export interface OrganizationTable extends MembersTable {
  /** Creates an organization. The limits are exact under concurrent requests. */
  create(user: string, name: string): Promise<Organization | TooManyOrganizations>
}

export const organizationTable = (deps: OrganizationTableDeps): OrganizationTable => ({
  ...membersTable(deps),
  create: createOrganization(memberWrites(deps), deps),
})
