/** Maximum seconds for which a response is delayed: the gateway times out at 29. */
export const WAIT_SECONDS_MAX = 25

/** The preferences of a caller that services can honor (RFC 7240). */
export interface Preferences {
  /** Seconds to wait for the result: 1 to 25. */
  readonly wait?: number
  readonly respondAsync: boolean
}

/** A member of the list. A comma within a quoted string (RFC 9110 5.6.4) is not a separator. */
const MEMBER = /(?:"(?:\\.|[^"\\])*"|[^,])+/g

const PREFERENCE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)(?:[ \t]*=[ \t]*(?:"((?:\\.|[^"\\])*)"|([^\s";]*)))?[ \t]*(?:;.*)?$/

const waitOf = (text: string | undefined): number | undefined => {
  if (text === undefined || !/^\d{1,9}$/.test(text) || Number(text) === 0) return undefined
  return Math.min(Number(text), WAIT_SECONDS_MAX)
}

/** Parses a Prefer header. Malformed and unknown preferences are ignored; if one is repeated, the first counts. */
export const preferencesOf = (header: string | undefined): Preferences => {
  const preferences = new Map<string, string | undefined>()
  for (const member of header?.match(MEMBER) ?? []) {
    const [, name, quoted, word] = PREFERENCE.exec(member.trim()) ?? []
    if (name && !preferences.has(name.toLowerCase())) preferences.set(name.toLowerCase(), quoted ?? word)
  }
  const wait = waitOf(preferences.get('wait'))
  const respondAsync = preferences.has('respond-async') && !preferences.get('respond-async')
  return { ...(wait === undefined ? {} : { wait }), respondAsync }
}
