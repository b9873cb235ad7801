import { cloudEvent } from '@signet/contracts/events'
import type { Outbox } from '@signet/events'
import { type Membership, memberRow, organisationRow, personalTenantOf, type Role } from '@signet/identity'
import { forbidden, type NewId, type RowOf, rowTable, type TableDeps, transact, type WriteStep } from '@signet/kernel'
import { memberContract } from '../contract/member-events.ts'
import { membershipRow } from '../contract/rows.ts'
import { isActive, isLastOwner, mayGrant } from './role-rules.ts'

export type Organisation = RowOf<typeof organisationRow>

/** Members that an organisation may have: one page. */
export const MEMBERS_MAX = 100

export interface OrganisationTableDeps extends TableDeps {
  readonly outbox: Outbox
  readonly newId: NewId
}

/** What becomes of a wish to change a member; `absent` also for whoever is no member themselves. */
export type Change = 'done' | 'absent' | 'forbidden' | 'last_owner'

/** A member, and an organisation that they are in. */
export interface MemberKey {
  readonly org: string
  readonly user: string
}

/** Events of a change, in the order of the organisation's versions. */
type Happened = 'organisation-member.added' | 'organisation-member.changed' | 'organisation-member.removed'

/** Shared organisations and their members. Each change of members counts the organisation's version up: two at once see one another. */
export interface OrganisationTable {
  create(user: string, name: string): Promise<Organisation>
  get(org: string): Promise<Organisation | undefined>
  /** At most 100; who is being removed is not in. */
  listOf(user: string): Promise<readonly Membership[]>
  /** Those who are being removed included. */
  members(org: string): Promise<readonly Membership[]>
  member(key: MemberKey): Promise<Membership | undefined>
  setRole(key: MemberKey, role: Role, actor: string): Promise<Change>
  /** From then on they are no member, though they still stand in the lists. */
  beginRemoval(key: MemberKey, actor: string): Promise<Change>
  endRemoval(key: MemberKey): Promise<void>
  /**
   * `full`: the organisation has as many members as it may have. Who is in stays what they are. `belonging`: writes that
   * belong to it, read anew with each attempt; without any it is not done.
   */
  join(
    key: MemberKey,
    role: Role,
    belonging: () => Promise<readonly WriteStep[] | undefined>,
  ): Promise<Role | 'full' | 'absent'>
  /**
   * Writes that fail if the person is no member by then; none for a personal organisation.
   * @throws Refusal 403 for who is none now.
   */
  guard(key: MemberKey): Promise<readonly WriteStep[]>
}

export const organisationTable = (deps: OrganisationTableDeps): OrganisationTable => {
  const { outbox, newId, now } = deps
  const organisations = rowTable(organisationRow, deps)
  const members = rowTable(memberRow, deps)
  const memberships = rowTable(membershipRow, deps)

  const list = async (org: string) => (await members.page({ org }, { limit: MEMBERS_MAX })).rows
  const counted = (org: Organisation) =>
    organisations.steps.replace({ org: org.org_id }, nextOf(org), { version: org.version ?? 0 })
  const nextOf = (org: Organisation): Organisation => ({ ...org, version: (org.version ?? 0) + 1 })
  const both = (from: Membership, to: Membership): WriteStep[] => {
    const key = { org: from.org_id, user: from.user_id }
    const expected = { role: from.role, state: from.state ?? 'active' }
    return [members.steps.replace(key, to, expected), memberships.steps.replace(key, to, expected)]
  }
  const added = (member: Membership): WriteStep[] => {
    const key = { org: member.org_id, user: member.user_id }
    return [members.steps.putNew(key, member), memberships.steps.putNew(key, member)]
  }
  const eventOf = (type: Happened, { org_id, version = 1 }: Organisation, { user_id, role }: Membership) =>
    cloudEvent(memberContract, type, {
      entity: org_id,
      version,
      time: now(),
      tenant: org_id,
      data: { org_id, user_id, role },
    })
  type Event = ReturnType<typeof eventOf>

  /** Writes with the events of the change, and sends them once that is done. */
  const commit = async <Result>(
    attempt: () => Promise<{ steps?: readonly WriteStep[]; event?: Event; result: Result }>,
  ): Promise<Result> => {
    let told: readonly Event[] = []
    const result = await transact<Result>(deps, async () => {
      const { steps = [], event, result: outcome } = await attempt()
      told = event ? [event] : []
      return { steps: [...steps, ...outbox.steps(told)], result: outcome }
    })
    await outbox.publish(told)
    return result
  }

  /** Who wants to change whom, as it is at one version of the organisation: undefined where one of them is not there. */
  const seen = async ({ org, user }: MemberKey, actorId: string) => {
    const organisation = await organisations.get({ org })
    const all = await list(org)
    const target = all.find(({ user_id }) => user_id === user)
    // Who leaves may ask for it again.
    const actor = all.find((each) => each.user_id === actorId && (isActive(each) || actorId === user))
    return organisation && target && actor ? { organisation, all, target, actor } : undefined
  }

  return {
    get: (org) => organisations.get({ org }),
    listOf: async (user) =>
      (await memberships.page({ user }, { limit: MEMBERS_MAX })).rows.filter((membership) => isActive(membership)),
    members: list,
    member: (key) => members.get(key),
    create: (user, name) => {
      const [org, since] = [newId(), now().toISOString()]
      const made = { org_id: org, kind: 'shared' as const, name, version: 1, created_by: user, created_at: since }
      const owner: Membership = { org_id: org, user_id: user, role: 'owner', since, state: 'active' }
      const steps = [organisations.steps.putNew({ org }, made), ...added(owner)]
      return commit(async () => ({ steps, event: eventOf('organisation-member.added', made, owner), result: made }))
    },
    setRole: (key, role, actorId) =>
      commit<Change>(async () => {
        const found = await seen(key, actorId)
        if (!found || !isActive(found.target)) return { result: 'absent' }
        const { organisation, all, target, actor } = found
        if (!mayGrant(actor.role, target.role) || !mayGrant(actor.role, role)) return { result: 'forbidden' }
        if (target.role === role) return { result: 'done' }
        if (isLastOwner(all, target)) return { result: 'last_owner' }
        const next = { ...target, role }
        const event = eventOf('organisation-member.changed', nextOf(organisation), next)
        return { steps: [counted(organisation), ...both(target, next)], event, result: 'done' }
      }),
    beginRemoval: (key, actorId) =>
      commit<Change>(async () => {
        const found = await seen(key, actorId)
        if (!found) return { result: 'absent' }
        const { organisation, all, target, actor } = found
        if (actorId !== key.user && !mayGrant(actor.role, target.role)) return { result: 'forbidden' }
        if (!isActive(target)) return { result: 'done' }
        if (isLastOwner(all, target)) return { result: 'last_owner' }
        return { steps: [counted(organisation), ...both(target, { ...target, state: 'leaving' })], result: 'done' }
      }),
    endRemoval: (key) =>
      commit<void>(async () => {
        const [organisation, target] = [await organisations.get({ org: key.org }), await members.get(key)]
        if (!organisation || !target || isActive(target)) return { result: undefined }
        const expected = { state: 'leaving' as const }
        const gone = [members.steps.remove(key, expected), memberships.steps.remove(key, expected)]
        const event = eventOf('organisation-member.removed', nextOf(organisation), target)
        return { steps: [counted(organisation), ...gone], event, result: undefined }
      }),
    join: ({ org, user }, role, belonging) =>
      commit<Role | 'full' | 'absent'>(async () => {
        const [organisation, all] = [await organisations.get({ org }), await list(org)]
        const known = all.find(({ user_id }) => user_id === user)
        const steps = await belonging()
        if (!organisation || !steps || (known && !isActive(known))) return { result: 'absent' }
        if (known) return { steps, result: known.role }
        if (all.length >= MEMBERS_MAX) return { result: 'full' }
        const member: Membership = { org_id: org, user_id: user, role, since: now().toISOString(), state: 'active' }
        const event = eventOf('organisation-member.added', nextOf(organisation), member)
        return { steps: [counted(organisation), ...added(member), ...steps], event, result: role }
      }),
    async guard(key) {
      if (key.org === personalTenantOf(key.user)) return []
      const member = await members.get(key)
      if (!member || !isActive(member)) throw forbidden('You are no member of this organisation any more')
      return [members.steps.replace(key, member, { role: member.role, state: 'active' })]
    },
  }
}
