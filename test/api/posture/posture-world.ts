import type { Intake } from '@signet/posture'
import { type Answer, call } from '../../support/api.ts'
import { type Outage, planOutage } from '../../support/control.ts'
import { asPerson, type Person } from '../../support/people.ts'
import { edited, faultFreeIntake } from '../../unit/posture/world.ts'

export interface FindingBody {
  readonly id: string
  readonly path: string
  readonly severity: string
  readonly description: string
  readonly remediation: string
  readonly recoveredBy?: { readonly gap: string; readonly owner: string }
}

interface Receipt {
  readonly hash: string
  readonly verifyUrl: string
  readonly claimsSchemaVersion: number
}

/** An intake's response, with the members that tests use. */
export interface IntakeBody {
  readonly accepted?: true
  readonly refused?: true
  readonly refusal?: { readonly refused: false; readonly findings: readonly FindingBody[]; readonly summary: string }
  readonly summary?: string
  readonly findings?: readonly FindingBody[]
  readonly receipt: Receipt
  readonly seed: number
  readonly latencyMs: number
  readonly warning?: { readonly meter: string }
  readonly code?: string
  readonly error?: string
  readonly upgrade?: string
  readonly errors?: readonly { readonly field: string; readonly message: string }[]
}

export const PATH = '/api/agents/ciso-intake'

/** Regulated data without a second factor, and no compensating control. */
export const REFUSED_INTAKE: Intake = edited({ 'controlBaseline.mfa.scope': 'none', dataHandled: ['pii', 'phi'] })

/** A disqualifier recovered by a compensating control. */
export const MITIGATED_INTAKE: Intake = edited({
  'controlBaseline.mfa.scope': 'none',
  compensatingControls: [{ gap: 'MFA-02', mitigation: 'Access by hardware keys in one room alone', owner: 'Ada Kay' }],
})

type Headers = Readonly<Record<string, string>>

export const submitAs = (
  person: Person,
  body: object = faultFreeIntake(),
  headers: Headers = {},
): Promise<Answer<IntakeBody>> => asPerson<IntakeBody>(person, 'POST', PATH, { body, headers, as: 'submitCisoIntake' })

export const submitWithKey = (key: string, body: object = faultFreeIntake()): Promise<Answer<IntakeBody>> =>
  call<IntakeBody>('POST', PATH, { key, body, as: 'submitCisoIntake' })

/** Submits an intake and returns its hash. */
export const newIntake = async (person: Person, body: object = faultFreeIntake()): Promise<string> =>
  (await submitAs(person, body)).body.receipt.hash

/** Read operations of an intake, by the end of their path. */
const QUERIES = {
  '': 'getCisoIntake',
  '/caiq': 'getCisoIntakeCaiq',
  '/disclosures': 'getCisoIntakeDisclosures',
} as const

export const readAs = <Body = Readonly<Record<string, unknown>>>(
  person: Person,
  hash: string,
  pathSuffix: keyof typeof QUERIES = '',
): Promise<Answer<Body & { readonly code?: string }>> =>
  asPerson(person, 'GET', `${PATH}/intakes/${hash}${pathSuffix}`, { as: QUERIES[pathSuffix] })

export const listAs = (person: Person, query = '') =>
  asPerson<{
    readonly intakes: readonly { readonly receipt: Receipt; readonly refused: boolean }[]
    readonly nextCursor?: string
    readonly code?: string
  }>(person, 'GET', `${PATH}${query}`, { as: 'listCisoIntakes' })

export const compareAs = (person: Person, from: string, to: string) =>
  asPerson<{
    readonly fixed: readonly FindingBody[]
    readonly appeared: readonly FindingBody[]
    readonly recovered: readonly FindingBody[]
    readonly code?: string
    readonly errors?: readonly { readonly field: string }[]
  }>(person, 'POST', `${PATH}/diff`, { body: { from, to }, as: 'compareCisoIntakes' })

/** Makes table calls of the API function fail. */
export const tableFails = (fault: Pick<Outage, 'operation' | 'type'> & Partial<Outage>): Promise<unknown> =>
  planOutage({ function: 'posture-api', service: 'dynamodb', times: 1_000, status: 400, ...fault })
