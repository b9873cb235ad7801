import { ARTIFACT_TYPES } from '@signet/artifacts'
import * as z from 'zod'
import { Sha256 } from './slugs.ts'

const Day = z.iso.date()

const PublicArtifact = z.object({
  slug: z.string(),
  name: z.string(),
  excerpt: z.string().nullable(),
  mediaType: z.enum(ARTIFACT_TYPES),
  bytes: z.int().min(1),
  sha256: Sha256.describe('Of the bytes'),
  signed: z.boolean().describe('It embeds a signature of its own, says the organization; nobody checks that'),
  access: z.enum(['public', 'request']).describe('request: its bytes are given on request'),
  url: z.string().describe('Address of the bytes, or of the form by which they are requested'),
})

const Receipt = z.object({
  hash: Sha256,
  kind: z.string().describe('ciso.intake for a posture'),
  issuedAt: z.iso.datetime(),
  verifyUrl: z.string(),
  valid: z.boolean().describe('Payload, signature, key and claims agree, as the server checked for this answer'),
  state: z.enum(['active', 'withdrawn', 'superseded']),
  changedAt: z.iso.datetime().nullable().describe('When it was withdrawn or superseded'),
  by: Sha256.nullable().describe('Hash of the receipt that says so, or that stands in its place'),
  reason: z.string().nullable().describe('Why it was withdrawn or superseded'),
})

const Freshness = z.object({
  state: z.enum(['fresh', 'amber', 'red']),
  outOfDateFrom: Day.nullable().describe(
    'The first day on which it is red; null: no receipt that is active, or red already',
  ),
  reasons: z.array(
    z.object({ rule: z.string(), state: z.enum(['amber', 'red']), message: z.string(), since: Day.describe('Since') }),
  ),
})

const Posture = z.object({
  organization: z.string().describe('Name of the company, as it was signed'),
  asOf: Day.describe('Day of the verdict'),
  refused: z.boolean().describe('The rules refused it: a disqualifier is open'),
  ruleset: z.object({ ruleset: z.string(), sha256: z.string() }),
  freshness: Freshness,
  findings: z.object({ open: z.int(), recovered: z.int(), warnings: z.int() }),
  certifications: z.record(z.string(), z.object({ status: z.string(), lastAudit: Day.optional() })),
  controls: z.record(z.string(), z.union([z.string(), z.int(), z.boolean()])),
  dataHandled: z.array(z.string()),
  dataResidency: z.array(z.string()),
  incidents: z.record(z.string(), z.int()).describe('How many, by severity'),
  subprocessors: z.array(
    z.object({
      name: z.string(),
      purpose: z.string(),
      dataAccess: z.array(z.string()),
      jurisdiction: z.string(),
      dpaSigned: z.boolean().describe('A data processing agreement is signed'),
    }),
  ),
})

const Answer = z.object({
  id: z.string().describe('Id of the question: its text is that of its publisher'),
  answer: z.enum(['yes', 'no']),
  covers: z.enum(['whole', 'part']).describe('part: the question asks for more than the claims tell'),
  claims: z.array(z.string()).describe('Claims of the receipt that it stands on'),
})

export const TrustAnswers = z
  .object({
    questionnaire: z.string(),
    asOf: Day,
    receipt: z.object({ hash: Sha256, verifyUrl: z.string() }),
    answers: z.array(Answer),
  })
  .meta({ id: 'TrustAnswers' })

export const TrustPage = z
  .object({
    slug: z.string(),
    url: z.string().describe('Address of the page'),
    current: z.boolean().describe('false: the slug stands for another hash by now'),
    organization: z.object({
      name: z.string(),
      website: z.string().nullable(),
      securityContact: z.string().nullable(),
    }),
    hash: Sha256.describe('What the slug stands for'),
    since: z.iso.datetime().nullable().describe('Since when, or from when on it did'),
    receipt: Receipt.nullable().describe('null: the hash is of no receipt that is known here'),
    posture: Posture.nullable().describe('null: there is no receipt of a posture'),
    questionnaire: z.object({ name: z.string(), answers: z.array(Answer) }).nullable(),
    artifacts: z.array(PublicArtifact),
    history: z
      .array(
        z.object({
          hash: Sha256.nullable().describe('null: the slug was removed'),
          from: z.iso.datetime(),
          url: z.string().nullable(),
        }),
      )
      .describe('What the slug stood for while it was of this organization, newest first, 100 at most'),
  })
  .meta({ id: 'TrustPage' })

export type TrustPage = z.output<typeof TrustPage>
export type PublicArtifact = TrustPage['artifacts'][number]
