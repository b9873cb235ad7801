import type { Membership, Role } from '@signet/identity'
import type { Clock, WriteStep } from '@signet/kernel'
import { MEMBERS_MAX, type MemberWrites, nextVersionOf } from './member-writes.ts'
import { isActive, isLastOwner, mayGrant } from './role-rules.ts'

/** Result of a membership change; `absent` also if the actor is not a member. */
export type Change = 'done' | 'absent' | 'forbidden' | 'last_owner'

export interface MemberKey {
  readonly org: string
  readonly user: string
}

/** Writes that belong to a change. `applied`: the change was applied before. undefined: it must not be applied. */
export type AdditionalWrites = () => Promise<readonly WriteStep[] | 'applied' | undefined>

/**
 * Returns the actor and the affected member at one version of the organization; undefined if one of them is not a
 * member.
 */
const membershipState = async ({ organizations, list }: MemberWrites, { org, user }: MemberKey, actorId: string) => {
  const organization = await organizations.get({ org })
  const memberList = await list(org)
  const target = memberList.find(({ user_id }) => user_id === user)
  // A member whose removal has started may repeat the request.
  const actor = memberList.find((each) => each.user_id === actorId && (isActive(each) || actorId === user))
  return organization && target && actor ? { organization, memberList, target, actor } : undefined
}

export const setRole = (writes: MemberWrites) => (key: MemberKey, role: Role, actorId: string) =>
  writes.commit<Change>(async () => {
    const state = await membershipState(writes, key, actorId)
    if (!state || !isActive(state.target)) return { result: 'absent' }
    const { organization, memberList, target, actor } = state
    if (!mayGrant(actor.role, target.role) || !mayGrant(actor.role, role)) return { result: 'forbidden' }
    if (target.role === role) return { result: 'done' }
    if (isLastOwner(memberList, target)) return { result: 'last_owner' }
    const next = { ...target, role }
    const steps = [writes.versionStep(organization), ...writes.changeSteps(target, next)]
    return {
      steps,
      event: writes.eventOf('organization-member.changed', nextVersionOf(organization), next),
      result: 'done',
    }
  })

/** Marks the member as removed. From then on they have no rights, although the lists still contain them. */
export const beginRemoval = (writes: MemberWrites) => (key: MemberKey, actorId: string) =>
  writes.commit<Change>(async () => {
    const state = await membershipState(writes, key, actorId)
    if (!state) return { result: 'absent' }
    const { organization, memberList, target, actor } = state
    if (actorId !== key.user && !mayGrant(actor.role, target.role)) return { result: 'forbidden' }
    if (!isActive(target)) return { result: 'done' }
    if (isLastOwner(memberList, target)) return { result: 'last_owner' }
    const removedMember = { ...target, state: 'leaving' as const }
    return { steps: [writes.versionStep(organization), ...writes.changeSteps(target, removedMember)], result: 'done' }
  })

export const beginClosing =
  (writes: MemberWrites) =>
  async (org: string): Promise<void> => {
    for (const { user_id: user } of (await writes.list(org)).filter(isActive)) {
      await writes.commit<void>(async () => {
        const organization = await writes.organizations.get({ org })
        const target = await writes.members.get({ org, user })
        if (!organization || !target || !isActive(target)) return { result: undefined }
        const steps = [writes.versionStep(organization), ...writes.changeSteps(target, { ...target, state: 'leaving' })]
        return { steps, result: undefined }
      })
    }
  }

export const finishRemoval = (writes: MemberWrites) => (key: MemberKey) =>
  writes.commit<void>(async () => {
    const organization = await writes.organizations.get({ org: key.org })
    const target = await writes.members.get(key)
    if (!organization || !target || isActive(target)) return { result: undefined }
    const event = writes.eventOf('organization-member.removed', nextVersionOf(organization), target)
    return { steps: [writes.versionStep(organization), ...writes.removeSteps(target)], event, result: undefined }
  })

export const join =
  (writes: MemberWrites, now: Clock) =>
  ({ org, user }: MemberKey, role: Role, additionalWrites: AdditionalWrites) =>
    writes.commit<Role | 'full' | 'absent'>(async () => {
      const organization = await writes.organizations.get({ org })
      // Must run before the members are read: if the change was already applied, the member is then listed.
      const steps = await additionalWrites()
      const memberList = await writes.list(org)
      const membership = memberList.find(({ user_id }) => user_id === user)
      if (!organization || !steps || (membership && !isActive(membership))) return { result: 'absent' }
      if (steps === 'applied') return { result: membership?.role ?? 'absent' }
      if (membership) return { steps, result: membership.role }
      if (memberList.length >= MEMBERS_MAX) return { result: 'full' }
      const member: Membership = { org_id: org, user_id: user, role, since: now().toISOString(), state: 'active' }
      const event = writes.eventOf('organization-member.added', nextVersionOf(organization), member)
      return { steps: [writes.versionStep(organization), ...writes.addSteps(member), ...steps], event, result: role }
    })
