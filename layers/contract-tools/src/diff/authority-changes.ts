import { type Change, changed } from './change.ts'

/** The strictness of an authority. An authority that cannot be compared has no number. */
const ranks: Readonly<Record<string, number>> = { open: 0, public: 1, authenticated: 2, session: 3, internal: 9 }

const rankOf = (authority: string): number | undefined =>
  ranks[authority] ?? (authority.startsWith('scope:') ? 4 : undefined)

/** Anything asks more than `open` and `public` do; scopes, sessions and policies are not measured by one another. */
const orderOf = (before: string, after: string): 'raised' | 'lowered' | 'unknown' => {
  const old = rankOf(before)
  const now = rankOf(after)
  const isRanked = (rank: number | undefined): rank is number => rank !== undefined && (rank <= 2 || rank === 9)
  if (isRanked(old) && isRanked(now)) return now > old ? 'raised' : 'lowered'
  if (isRanked(old) && now !== undefined) return now > old ? 'raised' : 'lowered'
  if (isRanked(now) && old !== undefined) return now > old ? 'raised' : 'lowered'
  if (old !== undefined && old <= 1) return 'raised'
  if (now !== undefined && now <= 1) return 'lowered'
  return 'unknown'
}

/** Changes of authority. A change that admits new callers is marked for a security review. */
export const authorityChanges = (before: string, after: string, at: string): Change[] => {
  if (before === after) return []
  const what = `who may call was ${before} and is ${after}`
  const order = orderOf(before, after)
  if (order === 'raised') {
    const why = 'callers who were let in are refused; keep it, or raise the major version'
    return [changed('major', 'authority-raised', at, what, why)]
  }
  if (order === 'lowered') {
    const why = 'callers who were kept out are let in; have it reviewed'
    return [{ ...changed('minor', 'authority-lowered', at, what, why), security: true }]
  }
  const why =
    'neither asks more than the other, so some are refused and some let in; review it and raise the major version'
  return [{ ...changed('major', 'authority-replaced', at, what, why), security: true }]
}
