import { call } from '../../support/api.ts'
import { newTenant } from '../../support/keys.ts'
import { setTier } from '../../support/tiers.ts'
import { headersOf } from './runtime-world.ts'

const SCOPES = ['runtime:read', 'runtime:run', 'decks:write']

/** Creates a key of an organization with a paid plan. */
export const paidKey = async (): Promise<string> => {
  const { key, tenantId } = await newTenant({ scopes: SCOPES, prefix: 'plat_' })
  await setTier(tenantId, { sku: 'pro' })
  return key
}

/** Creates a key of an organization on the free plan, with the same scopes. */
export const freeKey = async (): Promise<string> => (await newTenant({ scopes: SCOPES, prefix: 'plat_' })).key

/** A role's response, with the members that tests use. */
export interface AgentBody {
  readonly role: string
  readonly response: string
  readonly analysis: { readonly findings: readonly { readonly id: string; readonly card: string }[] }
  readonly symbolicResponse: {
    readonly positions: readonly { readonly position: string }[]
    readonly facts: Readonly<Record<string, unknown>>
  }
  readonly metadata: { readonly seed: number; readonly memory: { readonly tick: number }; readonly bound_from?: string }
  readonly envelope?: { readonly bindings: Readonly<Record<string, unknown>> }
  readonly hash?: string
  readonly receipt?: { readonly verifyUrl: string }
}

export interface AgentOptions {
  readonly querents?: string
  readonly idempotencyKey?: string
}

export const CONSULTATION_BODY = { role: 'cto', intention: 'A webhook receiver that stores payments', seed: 7 }

export const askRole = <Body = AgentBody>(key: string, body: object, options: AgentOptions = {}) =>
  call<Body>('POST', '/agents/run', { key, body, headers: headersOf(options), as: 'runAgent' })

export const bootstrapRole = <Body>(key: string, body: object) =>
  call<Body>('POST', '/agents/bootstrap', { key, body, as: 'bootstrapAgent' })

interface MemoryBody {
  readonly role: string
  readonly exists: boolean
  readonly tick?: number
  readonly zones: { readonly deck: readonly string[]; readonly discard: readonly string[] }
  readonly entropy: { readonly totalCards: number; readonly transCapacity: number }
  readonly recentMemories?: readonly { readonly hash: string }[]
}

export const memoryOf = <Body = MemoryBody>(key: string, role: string, querents?: string) =>
  call<Body>('GET', `/agents/memory/${role}`, {
    key,
    headers: headersOf(querents === undefined ? {} : { querents }),
    as: 'getAgentMemory',
  })
