import { type Answer, call } from '../../support/api.ts'
import { asPerson, type Person } from '../../support/people.ts'

export const ASSET = {
  ...{ type: 'case_study', title: 'A bakery that weighs its loaves', content: { text: 'We weighed 400 loaves' } },
  domains: ['food'],
}

export interface AssetBody {
  readonly id: string
  readonly title: string
  readonly usageCount: number
  readonly updatedAt: string
}

/** What routes of the library say, as far as tests read it. */
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

/** What a check of a text says, as far as tests read it. */
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
