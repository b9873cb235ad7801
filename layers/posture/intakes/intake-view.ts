import { CISO_INTAKE } from './intake-receipt.ts'
import type { IntakeRow, ListedIntakeRow } from './intake-table.ts'
import type { AcceptedIntake, IntakeFinding, IntakeReceipt, ListedIntake, StoredIntake } from './schemas.ts'
import type { SignedIntake } from './write-intake.ts'

export const receiptView = (hash: string): IntakeReceipt => ({
  hash,
  verifyUrl: `/verify/${hash}`,
  claimsSchemaVersion: CISO_INTAKE.schemaVersion,
})

export const findingsIn = ({ findings }: IntakeRow): IntakeFinding[] => JSON.parse(findings) as IntakeFinding[]

/** The response to an accepted intake (spec platform-api 4.4). */
export const acceptedView = (row: IntakeRow): AcceptedIntake => ({
  accepted: true,
  refusal: { refused: false, findings: findingsIn(row), summary: row.summary },
  receipt: receiptView(row.hash),
  seed: row.seed,
  latencyMs: row.latencyMs,
})

const summaryFields = ({ hash, asOf, createdAt, isRefused, summary }: IntakeRow | ListedIntakeRow) => ({
  receipt: receiptView(hash),
  asOf,
  createdAt,
  refused: isRefused,
  summary,
})

export const listedView = (row: ListedIntakeRow): ListedIntake => ({
  ...summaryFields(row),
  findings: row.findings,
  recovered: row.recovered,
})

export const intakeView = (row: IntakeRow): Omit<StoredIntake, 'freshness'> => ({
  ...summaryFields(row),
  ruleset: row.ruleset,
  seed: row.seed,
  findings: findingsIn(row),
  claims: JSON.parse(row.claims),
  intake: JSON.parse(row.payload),
})

/** The fields of a refused intake's response, in addition to code and message (spec platform-api 4.4). */
export const refusedFields = ({ row, warning }: SignedIntake) => ({
  refused: true,
  summary: row.summary,
  findings: findingsIn(row),
  receipt: receiptView(row.hash),
  ...(warning && { warning }),
})
