import type { Membership, Role } from '@signet/identity'

type Ranked = Pick<Membership, 'user_id' | 'role' | 'state'>

/** Whether somebody of this role may give or take that one: owners every one, admins all but owner, members none. */
export const mayGrant = (actor: Role, role: Role): boolean =>
  actor === 'owner' || (actor === 'admin' && role !== 'owner')

/** Who is being removed is no member any more. */
export const isActive = ({ state }: Pick<Membership, 'state'>): boolean => state !== 'leaving'

/** Whether without this member nobody would own the organisation. */
export const isLastOwner = (members: readonly Ranked[], { user_id, role }: Ranked): boolean =>
  role === 'owner' && !members.some((other) => isActive(other) && other.role === 'owner' && other.user_id !== user_id)
