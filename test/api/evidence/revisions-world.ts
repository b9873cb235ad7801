import { idempotency } from '@signet/kernel'
import { fingerprintOf } from '@signet/ledger'
import type { EvidenceAttestation } from '../../../lambdas/evidence/contract/attest.ts'
import { type EvidenceGapFill, type EvidenceGapFillJob, fillGaps } from '../../../lambdas/evidence/contract/gap-fill.ts'
import { ownedKey } from '../../../lambdas/evidence/requests/idempotent-work.ts'
import type { Answer } from '../../support/api.ts'
import { planOutage, stackNow } from '../../support/control.ts'
import { orgOf } from '../../support/images.ts'
import { table } from '../../support/keys.ts'
import { asPerson, type Person } from '../../support/people.ts'
import { testStack } from '../../support/test-stack.ts'
import { createAs } from './evidence-world.ts'

/** Members of every refusal. */
interface RefusalBody {
  readonly code?: string
  readonly error?: string
  readonly limit?: number
  readonly upgrade?: string
  readonly at?: string
  readonly errors?: readonly { readonly field: string }[]
}

export const TEXT = {
  title: 'Sourdough at home',
  domains: ['food'],
  body: 'By Ada Kay\n\nSourdough rises because of wild yeast. Loaves of sourdough lose 12 percent of their weight in the oven.',
}

const FINDING = {
  type: 'research_finding',
  title: 'Weight loss of loaves in the oven',
  verificationStatus: 'verified',
  content: { finding: 'Sourdough loaves lost 12 percent in a survey of 400 bakeries.', method: 'Weighed (n=400).' },
  sourceUrl: 'https://www.usda.gov/loaves',
}

/** Adds a finding to the person's library and returns its id. */
export const stockAs = async (person: Person): Promise<string> => {
  const { status, body } = await createAs(person, FINDING)
  if (status !== 201) throw new Error(`Adding the finding returned ${status}: ${JSON.stringify(body)}`)
  return body.asset.id
}

const keyHeaders = (key: string | undefined): Readonly<Record<string, string>> =>
  key === undefined ? {} : { 'idempotency-key': key }

export const FILL_PATH = '/api/v1/evidence/gap-fill'
export const ATTEST_PATH = '/api/v1/evidence/attest'

export const fillAs = (
  person: Person,
  body: object = {},
  { key, prefer }: { readonly key?: string; readonly prefer?: string } = {},
): Promise<Answer<EvidenceGapFill & EvidenceGapFillJob & RefusalBody>> =>
  asPerson(person, 'POST', FILL_PATH, {
    body: { content: TEXT, ...body },
    headers: { ...keyHeaders(key), ...(prefer === undefined ? {} : { prefer }) },
    as: 'fillEvidenceGaps',
  })

export const gapFillAs = (person: Person, id: string): Promise<Answer<EvidenceGapFillJob & RefusalBody>> =>
  asPerson(person, 'GET', `/api/v1/evidence/gap-fills/${id}`, { as: 'getEvidenceGapFill' })

export const attestAs = (
  person: Person,
  body: object = {},
  key?: string,
): Promise<Answer<EvidenceAttestation & RefusalBody>> =>
  asPerson(person, 'POST', ATTEST_PATH, {
    body: { content: TEXT, publicPayload: { title: 'Sourdough' }, ...body },
    headers: keyHeaders(key),
    as: 'attestEvidence',
  })

/** Keeps the person's first gap fill with this key in progress while `during` runs; it ends without a response. */
export const whileFilling = async (person: Person, key: string, during: () => Promise<void>): Promise<void> => {
  const at = new Date(await stackNow())
  const requests = idempotency<string>({ db: table(), table: testStack().table, now: () => at })
  const org = await orgOf(person)
  const fingerprint = fingerprintOf(fillGaps.request.body.parse({ content: TEXT }))
  const { owner, ...onceKey } = ownedKey({ org, tenant: org }, { key, purpose: 'gap-fill', fingerprint })
  const failed = new Error('The gap fill ends without a response')
  const work = async () => {
    await during()
    throw failed
  }
  await requests.run(owner, onceKey, work, { leaseSeconds: 90 }).catch((error: unknown) => {
    if (error !== failed) throw error
  })
}

/** Makes table calls of the revisions function fail. */
export const tableFails = (operation: string, times = 1_000, type = 'ItemTooBig'): Promise<unknown> =>
  planOutage({ function: 'evidence-revisions', service: 'dynamodb', operation, times, status: 400, type })
