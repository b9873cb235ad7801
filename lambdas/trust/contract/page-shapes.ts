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
  sha256: Sha256.describe('SHA-256 of the bytes'),
  signed: z
    .boolean()
    .describe(
      'Whether the document contains its own signature, as declared by the organization; the signature is not verified',
    ),
  access: z
    .enum(['public', 'request'])
    .describe('`public`: anyone can download the document; `request`: the document is available on request'),
  url: z.string().describe('URL of the document or, if `access` is `request`, of the request form'),
})

const Receipt = z.object({
  hash: Sha256,
  kind: z.string().describe('Kind of the receipt; `ciso.intake` for a security assessment'),
  issuedAt: z.iso.datetime(),
  verifyUrl: z.string(),
  valid: z
    .boolean()
    .describe('Whether the payload, signature, key and claims match. The server verifies them for each response.'),
  state: z.enum(['active', 'withdrawn', 'superseded']),
  changedAt: z.iso
    .datetime()
    .nullable()
    .describe('Time at which the receipt was withdrawn or superseded; null for an active receipt'),
  by: Sha256.nullable().describe(
    'Hash of the receipt that withdraws or supersedes this one; null for an active receipt',
  ),
  reason: z.string().nullable().describe('Reason for the withdrawal or replacement; null for an active receipt'),
})

const Freshness = z.object({
  state: z.enum(['fresh', 'amber', 'red']).describe('`fresh`: current; `amber`: aging; `red`: out of date'),
  outOfDateFrom: Day.nullable().describe(
    'First day on which the state is red; null if the receipt is not active or the state is already red',
  ),
  reasons: z.array(
    z.object({
      rule: z.string(),
      state: z.enum(['amber', 'red']),
      message: z.string(),
      since: Day.describe('First day of this state'),
    }),
  ),
})

const Posture = z.object({
  organization: z.string().describe('Name of the company in the signed receipt'),
  asOf: Day.describe('Date of the evaluation (UTC)'),
  refused: z
    .boolean()
    .describe('Whether the company does not meet the rules, because a critical gap has no compensating control'),
  ruleset: z.object({ ruleset: z.string(), sha256: z.string() }),
  freshness: Freshness,
  findings: z
    .object({ open: z.int(), recovered: z.int(), warnings: z.int() })
    .describe('Number of findings of the evaluation. `recovered` is the number of mitigated findings.'),
  certifications: z.record(z.string(), z.object({ status: z.string(), lastAudit: Day.optional() })),
  controls: z.record(z.string(), z.union([z.string(), z.int(), z.boolean()])),
  dataHandled: z.array(z.string()),
  dataResidency: z.array(z.string()),
  incidents: z.record(z.string(), z.int()).describe('Number of incidents by severity'),
  subprocessors: z.array(
    z.object({
      name: z.string(),
      purpose: z.string(),
      dataAccess: z.array(z.string()),
      jurisdiction: z.string(),
      dpaSigned: z.boolean().describe('Whether a data processing agreement is signed'),
    }),
  ),
})

const Answer = z.object({
  id: z.string().describe('ID of the question, as published by its author'),
  answer: z.enum(['yes', 'no']),
  covers: z
    .enum(['whole', 'part'])
    .describe('Coverage of the question by the claims. `part`: the question covers more than the claims state.'),
  claims: z.array(z.string()).describe('Claims of the receipt that support the answer'),
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
    url: z.string().describe('URL of the page'),
    current: z.boolean().describe('Whether the slug currently points to this hash'),
    organization: z.object({
      name: z.string(),
      website: z.string().nullable(),
      securityContact: z.string().nullable(),
    }),
    hash: Sha256.describe('Hash of the receipt that the page shows'),
    since: z.iso
      .datetime()
      .nullable()
      .describe('Time from which the slug pointed to this hash; null if the hash is not in `history`'),
    receipt: Receipt.nullable().describe('The receipt with this hash; null if it does not exist'),
    posture: Posture.nullable().describe(
      'Security claims in the receipt and their evaluation; null if the receipt has none',
    ),
    questionnaire: z.object({ name: z.string(), answers: z.array(Answer) }).nullable(),
    artifacts: z.array(PublicArtifact),
    history: z
      .array(
        z.object({
          hash: Sha256.nullable().describe('Hash to which the slug pointed; null if the slug was removed'),
          from: z.iso.datetime(),
          url: z.string().nullable(),
        }),
      )
      .describe('Hashes to which the slug pointed while it belonged to this organization, newest first, at most 100'),
  })
  .meta({ id: 'TrustPage' })

export type TrustPage = z.output<typeof TrustPage>
export type PublicArtifact = TrustPage['artifacts'][number]
