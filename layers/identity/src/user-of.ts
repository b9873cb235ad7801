import type { Caller } from '@signet/kernel'

/** The user behind a caller. Routes with the authority `session` are only reached by a caller who is a user. */
export const userOf = ({ userId }: Pick<Caller, 'userId'>): string => {
  if (userId === undefined) throw new Error('A session without a user')
  return userId
}
