/** A member of a room. */
export interface Member {
  readonly connection: string
  readonly person: string
  readonly room: string
  readonly joinedAt: number
}

export const MAX_MEMBERS = 100
export const MAX_TEXT = 2_000
/** Messages per connection in each window of ten seconds. */
export const MAX_RATE = 20

export const isRoom = (room: string): boolean => /^[a-z0-9-]{1,60}$/.test(room)

export type MemberMessage = { readonly type: 'say'; readonly text: string } | { readonly type: 'ping' }

/** Parses the message of a member. Returns the broken rule for an invalid one. */
export const readMemberMessage = (body: string): MemberMessage | string => {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return 'Send JSON'
  }
  const { type, text } = (value ?? {}) as { type?: unknown; text?: unknown }
  if (type === 'ping') return { type }
  if (type !== 'say') return 'type must be say or ping'
  if (typeof text !== 'string' || text === '' || text.length > MAX_TEXT)
    return `text must have 1 to ${MAX_TEXT} characters`
  return { type, text }
}

export interface Rate {
  readonly window: number
  readonly count: number
}

/** Counts a message, or returns undefined if the limit is exceeded. */
export const withMessage = (rate: Rate | undefined, now: number): Rate | undefined => {
  const window = Math.floor(now / 10_000)
  const count = rate?.window === window ? rate.count + 1 : 1
  return count > MAX_RATE ? undefined : { window, count }
}
