import type { Policy } from '@signet/evidence'
import { type Answer, call } from '../../support/api.ts'
import { asPerson, type Person } from '../../support/people.ts'

export const ASSET = {
  type: 'case_study',
  title: 'A bakery that weighs its loaves',
  content: { text: 'We weighed 400 loaves' },
  domains: ['food'],
}

export interface AssetBody {
  readonly id: string
  readonly title: string
  readonly usageCount: number
  readonly updatedAt: string
}

/** A library response, with the members that tests use. */
export interface LibraryBody {
  readonly asset: AssetBody
  readonly assets: readonly AssetBody[]
  readonly nextCursor?: string
  readonly id?: string
  readonly deleted?: boolean
  readonly code?: string
  readonly error?: string
  readonly tier?: string
  readonly limit?: number
  readonly current?: number
  readonly upgrade?: string
  readonly errors?: readonly { readonly field: string }[]
}

const PATH = '/api/v1/evidence/library'

export const createAs = (person: Person, body: object = {}): Promise<Answer<LibraryBody>> =>
  asPerson<LibraryBody>(person, 'POST', PATH, { body: { ...ASSET, ...body }, as: 'createEvidenceAsset' })

export const listAs = (person: Person, query = ''): Promise<Answer<LibraryBody>> =>
  asPerson<LibraryBody>(person, 'GET', `${PATH}${query}`, { as: 'listEvidenceAssets' })

export const getAs = (person: Person, id: string): Promise<Answer<LibraryBody>> =>
  asPerson<LibraryBody>(person, 'GET', `${PATH}/${id}`, { as: 'getEvidenceAsset' })

export const updateAs = (person: Person, id: string, body: object): Promise<Answer<LibraryBody>> =>
  asPerson<LibraryBody>(person, 'PUT', `${PATH}/${id}`, { body, as: 'updateEvidenceAsset' })

export const deleteAs = (person: Person, id: string): Promise<Answer<LibraryBody>> =>
  asPerson<LibraryBody>(person, 'DELETE', `${PATH}/${id}`, { as: 'deleteEvidenceAsset' })

export const listWithKey = (key: string): Promise<Answer<LibraryBody>> =>
  call<LibraryBody>('GET', PATH, { key, as: 'listEvidenceAssets' })

/** A validation response, with the members that tests use. */
export interface ValidationBody {
  readonly validationId: string
  readonly cached: boolean
  readonly score: number
  readonly gapCount: number
  readonly gaps: readonly { readonly requirementId: string }[]
  readonly contentHash: string
  readonly code?: string
  readonly limit?: number
  readonly upgrade?: string
  readonly errors?: readonly { readonly field: string }[]
}

export const validateAs = (person: Person, body: object): Promise<Answer<ValidationBody>> =>
  asPerson<ValidationBody>(person, 'POST', '/api/v1/evidence/validate', { body, as: 'validateEvidence' })

/** An import response, with the members that tests use. */
export interface ImportBody {
  readonly added: number
  readonly refused: number
  readonly rows: readonly {
    readonly row: number
    readonly status: string
    readonly id?: string
    readonly errors?: readonly { readonly field: string; readonly message: string }[]
  }[]
  readonly code?: string
  readonly limit?: number
  readonly errors?: readonly { readonly field: string; readonly message: string }[]
}

export const importAs = (person: Person, body: object): Promise<Answer<ImportBody>> =>
  asPerson<ImportBody>(person, 'POST', `${PATH}/import`, { body, as: 'importEvidenceAssets' })

/** A policy that requires a date. */
export const POLICY: Omit<Policy, 'id'> = {
  version: '2026.11.1',
  name: 'House rules',
  appliesTo: 'What we publish',
  requirements: [
    {
      id: 'OWN-01',
      pillar: 'Trustworthiness',
      type: 'date',
      severity: 'major',
      satisfiedBy: [],
      description: 'No date stands there.',
      suggestion: 'Say when it was written.',
      when: { minWords: 2 },
      detector: { kind: 'dated@1' },
    },
  ],
}

/** A policy response, with the members that tests use. */
export interface PolicyBody {
  readonly policyVersion: string
  readonly owner: string
  readonly sha256: string
  readonly policy: Policy
  readonly policies: readonly { readonly policyVersion: string; readonly owner: string }[]
  readonly code?: string
  readonly limit?: number
  readonly current?: number
  readonly tier?: string
  readonly upgrade?: string
  readonly errors?: readonly { readonly field: string; readonly message: string }[]
}

const POLICIES_PATH = '/api/v1/evidence/policies'

export const putPolicyAs = (person: Person, id: string, body: object = {}): Promise<Answer<PolicyBody>> =>
  asPerson<PolicyBody>(person, 'PUT', `${POLICIES_PATH}/${id}`, {
    body: { ...POLICY, ...body },
    as: 'putEvidencePolicy',
  })

export const getPolicyAs = (person: Person, name: string): Promise<Answer<PolicyBody>> =>
  asPerson<PolicyBody>(person, 'GET', `${POLICIES_PATH}/${name}`, { as: 'getEvidencePolicy' })

export const listPoliciesAs = (person: Person): Promise<Answer<PolicyBody>> =>
  asPerson<PolicyBody>(person, 'GET', POLICIES_PATH, { as: 'listEvidencePolicies' })
