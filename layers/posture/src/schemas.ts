import * as z from 'zod'
import * as values from './intake-values.ts'

const name = z.string().min(1).max(200)
const longText = z.string().max(2_000)
/** A calendar date; invalid dates such as 2026-02-30 are refused. */
const day = z.iso.date()
const listOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.array(z.enum(words)).max(words.length)
const LIST_MAX = 100

const owner = z.string().max(200).describe('Person or team responsible. An empty value causes a finding.')
const control = { owner, notes: longText.optional() }

const certification = {
  status: z.enum(values.CERTIFICATION_STATUSES),
  lastAudit: day.optional().describe('Date of the last audit'),
}

/** A company's security answers (spec platform-api 2.5). `intakeFaults` checks what depends on the day. */
export const CisoIntake = z
  .strictObject({
    schemaVersion: z.literal(1),
    companyProfile: z.strictObject({
      name,
      employeeCount: z.int().min(0).max(10_000_000),
      foundingDate: day,
      fundingStage: z.enum(values.FUNDING_STAGES),
      customerTypes: listOf(values.CUSTOMER_TYPES),
      dataResidency: listOf(values.REGIONS),
    }),
    techStack: z.strictObject({
      cloudProvider: listOf(values.CLOUD_PROVIDERS),
      compute: listOf(values.COMPUTE),
      database: listOf(values.DATABASES),
      monitoring: listOf(values.MONITORING),
      cicd: listOf(values.CICD),
    }),
    dataHandled: listOf(values.DATA_CLASSES)
      .min(1)
      .describe('Classes of data that the company handles. `none` cannot be combined with other classes.'),
    controlBaseline: z.strictObject({
      mfa: z.strictObject({ scope: z.enum(values.MFA_SCOPES), ...control }),
      encryptionAtRest: z.strictObject({ algo: z.enum(values.AT_REST), ...control }),
      encryptionInTransit: z.strictObject({ tlsVersion: z.enum(values.TLS_VERSIONS), ...control }),
      iam: z.strictObject({ model: z.enum(values.IAM_MODELS), ...control }),
      logging: z.strictObject({
        // Claims allow integers only; intakeFaults reports negative numbers.
        retentionDays: z.int().max(36_500).describe('Log retention in days, 0 or more'),
        centralized: z.boolean(),
        ...control,
      }),
      workstationSecurity: z.strictObject({
        screenLock: z.boolean(),
        diskEncryption: z.boolean(),
        edr: z.boolean(),
        ...control,
      }),
      passwordManager: z.strictObject({ tool: z.string().max(200), coverage: z.enum(values.COVERAGES), ...control }),
      peerReview: z.strictObject({ model: z.enum(values.REVIEW_MODELS), ...control }),
    }),
    subprocessors: z
      .array(
        z.strictObject({
          name,
          purpose: z.string().min(1).max(500),
          dataAccess: listOf(values.DATA_ACCESS),
          jurisdiction: name.describe('Country or region, such as Germany or US'),
          dpaSigned: z.boolean(),
        }),
      )
      .max(LIST_MAX),
    incidentHistory: z
      .array(
        z.strictObject({
          date: day,
          severity: z.enum(values.INCIDENT_SEVERITIES),
          scope: longText,
          resolution: longText.describe(
            'How the incident was resolved. An empty value, `open`, `ongoing` and `tbd` mean unresolved.',
          ),
        }),
      )
      .max(LIST_MAX),
    certifications: z.strictObject({
      soc2: z.strictObject(certification),
      iso27001: z.strictObject(certification),
      penTest: z.strictObject({ ...certification, scope: longText.optional() }),
    }),
    compensatingControls: z
      .array(
        z.strictObject({
          gap: z.string().max(200).describe('Rule ID of the finding, such as `MFA-02`, or its path'),
          mitigation: longText.describe('Measure that mitigates the finding. At least 20 characters are required.'),
          owner,
        }),
      )
      .max(LIST_MAX),
  })
  .meta({ id: 'CisoIntake' })

export type Intake = z.output<typeof CisoIntake>
