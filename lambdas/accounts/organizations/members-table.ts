import { type MemberGuard, type Membership, memberGuard, type Role } from '@signet/identity'
import {
  type AdditionalWrites,
  beginClosing,
  beginRemoval,
  type Change,
  finishRemoval,
  join,
  type MemberKey,
  setRole,
} from './change-members.ts'
import { MEMBERS_MAX, type MemberWritesDeps, memberWrites, type Organization } from './member-writes.ts'
import { isActive } from './role-rules.ts'

/** Shared organizations and their members. Each membership change increments the organization's version. */
export interface MembersTable {
  get(org: string): Promise<Organization | undefined>
  /** Lists all memberships of the user, including those whose removal has started. */
  allOf(user: string): Promise<readonly Membership[]>
  /** Lists at most 100 memberships, excluding those whose removal has started. */
  listOf(user: string): Promise<readonly Membership[]>
  /** Includes members whose removal has started. */
  members(org: string): Promise<readonly Membership[]>
  member(key: MemberKey): Promise<Membership | undefined>
  setRole(key: MemberKey, role: Role, actor: string): Promise<Change>
  /** Marks the member as removed. From then on they have no rights, although the lists still contain them. */
  beginRemoval(key: MemberKey, actor: string): Promise<Change>
  finishRemoval(key: MemberKey): Promise<void>
  /** Marks the organization as ended. From then on it has no members, although the lists still contain them. */
  beginClosing(org: string): Promise<void>
  /**
   * Adds a member. Returns `full` if the organization has reached the limit of members. An existing member keeps their
   * role.
   */
  join(key: MemberKey, role: Role, additionalWrites: AdditionalWrites): Promise<Role | 'full' | 'absent'>
  readonly guard: MemberGuard
}

export const membersTable = (deps: MemberWritesDeps): MembersTable => {
  const writes = memberWrites(deps)
  const { organizations, members, memberships, list } = writes
  return {
    get: (org) => organizations.get({ org }),
    allOf: (user) => memberships.all({ user }),
    listOf: async (user) => (await memberships.page({ user }, { limit: MEMBERS_MAX })).rows.filter(isActive),
    members: list,
    member: (key) => members.get(key),
    setRole: setRole(writes),
    beginRemoval: beginRemoval(writes),
    finishRemoval: finishRemoval(writes),
    beginClosing: beginClosing(writes),
    join: join(writes, deps.now),
    guard: memberGuard(deps),
  }
}
