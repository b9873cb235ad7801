import { ask, jsonOf, ownAddress } from '@signet/pages/client'

/** The parts of a flag that the page uses. */
export interface Flag {
  readonly key: string
  readonly type: 'boolean' | 'percentage' | 'variant'
  readonly description: string
  readonly tags: readonly string[]
  readonly enabled: boolean
  readonly archived?: boolean
  readonly percentage?: number
  readonly variants?: readonly { readonly key: string; readonly weight: number }[]
  readonly rules: readonly object[]
  readonly default: boolean | string
  readonly canary?: Canary
  readonly version: number
  readonly updatedAt: string
}

export interface Canary {
  readonly status: 'running' | 'paused' | 'succeeded' | 'rolled_back'
  readonly stages: readonly number[]
  readonly percentage: number
  readonly dwellSeconds: number
  readonly nextAt: string | null
  readonly overruled?: boolean
  readonly reason?: string
}

export interface Preview {
  readonly users: number
  readonly moved: number
  readonly movedPercent: number
}

export interface Metrics {
  readonly evaluations: number
  readonly variants: Readonly<Record<string, number>>
  readonly errors: Readonly<Record<string, number>>
  readonly p50LatencyMs: number | null
  readonly p99LatencyMs: number | null
  readonly hours: readonly { readonly hour: string; readonly variants: Readonly<Record<string, number>> }[]
}

export interface AuditEntry {
  readonly sequence: number
  readonly action: string
  readonly at: string
  readonly actor: { readonly type: string; readonly id: string }
  readonly reason: string | null
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

/** The credential and the environment. Without a key the browser's session is used. */
export interface Access {
  readonly key: string | undefined
  readonly environment: string
}

const base = ownAddress()

const call = async <T>(
  { key, environment }: Access,
  method: string,
  path: string,
  body?: object,
  query: Readonly<Record<string, string>> = {},
): Promise<T> => jsonOf<T>(await ask(method, new URL(path, base), { key, body, query: { environment, ...query } }))

const flagPath = (key: string, rest = ''): string => `flags/${encodeURIComponent(key)}${rest}`

export const listFlags = async (access: Access): Promise<Flag[]> => {
  const flags: Flag[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: Record<string, string> = { limit: '100', ...(cursor ? { cursor } : {}) }
    const page: { flags: Flag[]; nextCursor: string | null } = await call(access, 'GET', 'flags', undefined, query)
    flags.push(...page.flags)
    cursor = page.nextCursor
  }
  return flags
}

export const changeFlag = (access: Access, { key, version }: Flag, change: object): Promise<Flag> =>
  call(access, 'PATCH', flagPath(key), { ...change, version })

/** The users that a change would move, without making it. */
export const previewChange = (access: Access, { key, version }: Flag, change: object): Promise<Preview> =>
  call(access, 'PATCH', flagPath(key), { ...change, version }, { dry_run: 'true' })

export const moveCanary = (
  access: Access,
  { key }: Flag,
  action: 'start' | 'update' | 'stop',
  body: object = {},
): Promise<Flag> => call(access, 'POST', flagPath(key, `/canary/${action}`), body)

export const readMetrics = (access: Access, key: string): Promise<Metrics> =>
  call(access, 'GET', flagPath(key, '/metrics'), undefined, { hours: '24' })

export const readAudit = async (access: Access, key: string): Promise<AuditEntry[]> =>
  (await call<{ entries: AuditEntry[] }>(access, 'GET', flagPath(key, '/audit'), undefined, { limit: '20' })).entries
