import { type Answer, call } from '../../support/api.ts'
import { asPerson, type Person } from '../../support/people.ts'

/** A role's response, with the members that tests use. */
export interface ConsultationAnswer {
  readonly schema_version: string
  readonly success: boolean
  readonly role: string
  readonly response: string
  readonly responseMode: string
  readonly analysis: { readonly findings: readonly object[] }
  readonly symbolicResponse: { readonly facts: Readonly<Record<string, unknown>> }
  readonly guidance: object
  readonly hash: string
  readonly receipt: { readonly hash: string; readonly verifyUrl: string }
  readonly metadata: {
    readonly seed: number
    readonly method: string
    readonly memory: { readonly tick: number }
    readonly bound_from?: string
  }
  readonly envelope?: { readonly bindings: Readonly<Record<string, unknown>> }
  readonly warning?: { readonly meter: string; readonly used: number; readonly limit: number }
  readonly code?: string
  readonly error?: string
  readonly upgrade?: string
  readonly errors?: readonly { readonly field: string }[]
}

export const CONSULTATION = { role: 'cto', intention: 'A webhook receiver that stores payments', seed: 7 }

type Headers = Readonly<Record<string, string>>

/** Consults a role as a person in a browser. */
export const consultAs = (
  person: Person,
  body: object = {},
  headers: Headers = {},
): Promise<Answer<ConsultationAnswer>> =>
  asPerson<ConsultationAnswer>(person, 'POST', '/api/agents/run', {
    body: { ...CONSULTATION, ...body },
    headers,
    as: 'consultRole',
  })

export const consultWithKey = (key: string, body: object = {}): Promise<Answer<ConsultationAnswer>> =>
  call<ConsultationAnswer>('POST', '/api/agents/run', { key, body: { ...CONSULTATION, ...body }, as: 'consultRole' })

export interface BootstrapBody {
  readonly signalType: string
  readonly methodologyConfidence: string
  readonly code?: string
  readonly upgrade?: string
  readonly errors?: readonly { readonly field: string }[]
}

export const bootstrapAs = (person: Person, body: object = { role: 'cto' }, headers: Headers = {}) =>
  asPerson<BootstrapBody>(person, 'POST', '/api/agents/bootstrap', { body, headers, as: 'bootstrapRole' })

export interface MemoryBody {
  readonly role: string
  readonly exists: boolean
  readonly tick?: number
  readonly entropy: { readonly totalCards: number }
  readonly recentMemories?: readonly { readonly hash: string; readonly intention: string }[]
  readonly code?: string
  readonly errors?: readonly { readonly field: string }[]
}

export const memoryAs = (person: Person, role: string) =>
  asPerson<MemoryBody>(person, 'GET', `/api/agents/${role}/memory`, { as: 'getRoleMemory' })
