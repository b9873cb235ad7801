import type { Caller } from '@signet/kernel'

/** Returns the user id of a caller. Routes with the authority `session` are only reached by callers with one. */
export const userOf = ({ userId }: Pick<Caller, 'userId'>): string => {
  if (userId === undefined) throw new Error('The session has no user')
  return userId
}
