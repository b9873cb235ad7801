import type { Membership, Role } from '@signet/identity'

type MemberRank = Pick<Membership, 'user_id' | 'role' | 'state'>

export const mayGrant = (actor: Role, role: Role): boolean =>
  actor === 'owner' || (actor === 'admin' && role !== 'owner')

export const isActive = ({ state }: Pick<Membership, 'state'>): boolean => state !== 'leaving'

export const isLastOwner = (members: readonly MemberRank[], { user_id, role }: MemberRank): boolean =>
  role === 'owner' && !members.some((other) => isActive(other) && other.role === 'owner' && other.user_id !== user_id)
