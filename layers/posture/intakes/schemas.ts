import { scaffoldWarning } from '@signet/ledger/paid-contract'
import * as z from 'zod'

export const receiptHash = () =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')
    .describe('Hash of the receipt')

export const IntakeFinding = z
  .object({
    id: z.string().describe('ID of the rule, such as `MFA-02`'),
    path: z.string().describe('Path of the field, such as `subprocessors[2].dpaSigned`'),
    severity: z
      .enum(['disqualifier', 'warning'])
      .describe('An intake with an unmitigated finding of severity `disqualifier` is refused'),
    description: z.string(),
    remediation: z.string(),
    recoveredBy: z
      .object({ gap: z.string(), owner: z.string() })
      .optional()
      .describe('Compensating control that mitigates the finding; absent without one'),
  })
  .meta({ id: 'IntakeFinding' })
export type IntakeFinding = z.output<typeof IntakeFinding>

const findings = () =>
  z.array(IntakeFinding).describe('Findings, in the order of the rules and, for each rule, of the list elements')
const Day = z.iso.date().describe('Date as of which the intake was judged')
const Instant = z.iso.datetime()

export const IntakeReceipt = z
  .object({
    hash: receiptHash(),
    verifyUrl: z.string().describe('Path of the public verification page'),
    claimsSchemaVersion: z.int(),
  })
  .meta({ id: 'IntakeReceipt' })
export type IntakeReceipt = z.output<typeof IntakeReceipt>

/** An intake that is accepted (spec platform-api 4.4). */
export const AcceptedIntake = z
  .object({
    accepted: z.literal(true),
    refusal: z.object({ refused: z.literal(false), findings: findings(), summary: z.string() }),
    receipt: IntakeReceipt,
    seed: z.int().min(0).describe('32-bit number derived from the payload; the same payload gives the same number'),
    latencyMs: z.int().min(0).describe('Processing time in milliseconds'),
    warning: scaffoldWarning(),
  })
  .meta({ id: 'IntakeAcceptance' })
export type AcceptedIntake = z.output<typeof AcceptedIntake>

const summaryFields = {
  receipt: IntakeReceipt,
  asOf: Day,
  createdAt: Instant.describe('Time at which the receipt was issued'),
  refused: z
    .boolean()
    .describe('Whether the intake was refused because of an unmitigated finding of severity `disqualifier`'),
  summary: z.string(),
}

export const ListedIntake = z
  .object({
    ...summaryFields,
    findings: z.int().min(0).describe('Number of findings'),
    recovered: z.int().min(0).describe('Number of findings that a compensating control mitigates'),
  })
  .meta({ id: 'ListedIntake' })
export type ListedIntake = z.output<typeof ListedIntake>

const Freshness = z.object({
  state: z.enum(['fresh', 'amber', 'red']).describe('`fresh`: current; `amber`: aging; `red`: out of date'),
  reasons: z.array(
    z.object({ rule: z.string(), state: z.enum(['amber', 'red']), message: z.string(), since: z.iso.date() }),
  ),
})

export const StoredIntake = z
  .object({
    ...summaryFields,
    ruleset: z.string().describe('ID and version of the ruleset'),
    seed: z.int().min(0).describe('32-bit number derived from the payload; the same payload gives the same number'),
    findings: findings(),
    claims: z.record(z.string(), z.unknown()).describe('Public claims of the receipt'),
    intake: z.looseObject({}).describe('The payload as submitted'),
    freshness: Freshness.describe('Whether the answers are still current, as of the current UTC date'),
  })
  .meta({ id: 'IntakeRecord' })
export type StoredIntake = z.output<typeof StoredIntake>

const comparedIntake = () => z.object({ receipt: IntakeReceipt, asOf: Day, refused: z.boolean() })

export const ComparedIntakes = z
  .object({
    from: comparedIntake(),
    to: comparedIntake(),
    fixed: findings().describe('Findings of the earlier intake that the later intake does not have'),
    appeared: findings().describe('Open findings of the later intake that the earlier intake does not have'),
    stillOpen: findings().describe('Open findings of the later intake that the earlier intake also has'),
    recovered: findings().describe('Findings of the later intake that a compensating control mitigates'),
  })
  .meta({ id: 'IntakeComparison' })
export type ComparedIntakes = z.output<typeof ComparedIntakes>

const texts = () => z.array(z.string())

export const IntakeRules = z
  .object({
    ruleset: z.string().describe('ID and version of the ruleset. A version is immutable.'),
    sha256: z.string().describe('SHA-256 of the other fields of this response as canonical JSON'),
    rules: z.array(
      z.object({
        id: z.string(),
        path: z
          .string()
          .describe('Path of a field. `[i]` matches each element of a list, and `*` matches each entry of an object.'),
        severity: z.enum(['disqualifier', 'warning']),
        isRecoverable: z.boolean(),
        when: z.array(z.looseObject({})).describe('Alternative conditions. The rule applies if one of them is true.'),
        description: z.string(),
        remediation: z.string(),
        mappings: z.object({ soc2: texts(), iso27001: texts(), csf: texts(), law: texts() }),
      }),
    ),
    recovery: z.object({
      mitigationMin: z.int().describe('Minimum number of characters in the mitigation of a compensating control'),
    }),
    lists: z.object({ placeholders: texts(), adequateJurisdictions: texts() }),
  })
  .meta({ id: 'IntakeRules' })

export const IntakeDisclosures = z
  .object({
    receipt: IntakeReceipt,
    sdRoot: z.string().describe('Merkle root of the claims; part of the signed receipt'),
    disclosures: z.array(
      z.object({
        name: z.string().describe('Name of the claim'),
        value: z.unknown(),
        disclosure: z.string().describe('The base64url-encoded JSON array `[salt, name, value]` (RFC 9901)'),
        index: z.int().min(0),
        size: z.int().min(1),
        proof: texts().describe('Merkle proof: base64-encoded hashes, from leaf to root'),
      }),
    ),
  })
  .meta({ id: 'IntakeDisclosures' })

/** The largest payload (spec platform-api 7). */
export const INTAKE_BYTES = 131_072

export const intakeRefused = (cost: string) =>
  ({
    code: 'intake_refused',
    status: 422,
    description: `The intake has an unmitigated finding of severity \`disqualifier\`. \`refused\` is true, \`summary\` and \`findings\` contain the reasons, and \`receipt\` is the receipt of the refusal. ${cost}`,
  }) as const
