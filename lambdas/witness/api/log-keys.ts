import { type NoteKey, parseVerifierKey } from '@signet/receipts'

export interface LogKeysDeps {
  readonly platform: string
  readonly fetch?: typeof fetch
}

const KEYS_PATH = '/.well-known/log-vkey'
const TIMEOUT_MS = 5_000
const KEYS_MAX_BYTES = 64 * 1024

/** Returns whether an origin is a log of the platform: `<host>/log/<year>`. */
export const isOwnLog = (origin: string, platform: string): boolean => {
  const { host, pathname } = new URL(platform)
  const prefix = `${host}${pathname.replace(/\/$/, '')}/log/`
  return origin.startsWith(prefix) && /^\d{4}$/.test(origin.slice(prefix.length))
}

/**
 * Fetches the keys that the platform publishes for its logs. Called once per log, at its first checkpoint; the key is
 * then pinned.
 * @throws Error if the platform does not respond
 * @throws NoteError for a malformed response
 */
export const publishedLogKeys = async ({ platform, fetch: ask = fetch }: LogKeysDeps): Promise<readonly NoteKey[]> => {
  const keysUrl = `${platform.replace(/\/$/, '')}${KEYS_PATH}`
  const response = await ask(keysUrl, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' })
  if (!response.ok) throw new Error(`${keysUrl} answered ${response.status}`)
  const text = (await response.text()).slice(0, KEYS_MAX_BYTES)
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map(parseVerifierKey)
}
