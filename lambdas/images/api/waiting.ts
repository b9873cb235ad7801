import { type Preferences, WAIT_SECONDS_MAX } from '@signet/kernel'

export interface Waiting {
  /** 0: not at all. */
  readonly seconds: number
  /** For Preference-Applied; undefined if no preference was applied. */
  readonly applied: string | undefined
}

/**
 * `sync` in the body is an instruction and wins over preferences, which a server may ignore: true waits the full time,
 * false does not wait. Without `sync` the preferences decide, and without preferences the default. `respond-async,
 * wait=N` waits N seconds, as RFC 7240 4.3 means it.
 */
export const waitingFor = (
  { wait, respondAsync }: Preferences,
  { sync, byDefault }: { readonly sync: boolean | undefined; readonly byDefault: boolean },
): Waiting => {
  if (sync === true) return { seconds: WAIT_SECONDS_MAX, applied: undefined }
  const isHeld = sync ?? (wait !== undefined || (byDefault && !respondAsync))
  const applied = [
    ...(respondAsync ? ['respond-async'] : []),
    ...(isHeld && wait !== undefined ? [`wait=${wait}`] : []),
  ]
  return {
    seconds: isHeld ? (wait ?? WAIT_SECONDS_MAX) : 0,
    applied: applied.length > 0 ? applied.join(', ') : undefined,
  }
}
