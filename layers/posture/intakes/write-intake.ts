import { type Log, type NewId, Refusal, type TableDeps, type WriteStep } from '@signet/kernel'
import type { Credit, ScaffoldWarning, Scopes } from '@signet/ledger'
import { claimsSha256 } from '@signet/receipts'
import { type IssueReceipt, ReceiptStepsRefused } from '@signet/receipts/issuing'
import { ruleSet } from '../src/index.ts'
import { CISO_INTAKE } from './intake-receipt.ts'
import { type IntakeRow, type IntakeTable, intakeRowOf, recoveredIn } from './intake-table.ts'
import type { JudgedIntake } from './judge-submission.ts'

export type IntakeCredit = Pick<Credit, 'hold' | 'warning' | 'prepareCharge' | 'release'>

export interface SigningDeps extends TableDeps {
  readonly creditFor: (scopes: Scopes, request: string) => IntakeCredit
  readonly issue: IssueReceipt
  readonly intakes: IntakeTable
  readonly newId: NewId
  readonly log: Pick<Log, 'warn'>
}

/** The credit of an intake that costs nothing. */
export const UNPAID: IntakeCredit = {
  hold: async () => undefined,
  warning: () => undefined,
  prepareCharge: async () => ({ steps: [], publish: async () => {} }),
  release: async () => {},
}

export interface IntakeRequest {
  readonly scopes: Scopes
  readonly key: string | undefined
  readonly submission: JudgedIntake
  readonly receivedAt: Date
}

export interface SignedIntake {
  readonly row: IntakeRow
  readonly warning?: ScaffoldWarning
}

export interface StoredIntakeReply {
  readonly hash: string
  readonly warning?: ScaffoldWarning | undefined
}

const [RULES_ID = '', RULES_VERSION = ''] = ruleSet().ruleset.split('@')

const receiptOf = (submission: JudgedIntake) => ({
  subject: { sha256: claimsSha256(submission.claims) },
  policy: { id: RULES_ID, version: RULES_VERSION, sha256: ruleSet().sha256 },
  claims: submission.claims,
  result: {
    refused: submission.verdict.isRefused ? 1 : 0,
    findings: submission.verdict.findings.length,
    recovered: recoveredIn(submission),
  },
})

export interface IntakeWrite {
  readonly request: IntakeRequest
  readonly id: string
  readonly credit: IntakeCredit
  readonly remember: (result: StoredIntakeReply) => readonly WriteStep[]
}

/** A concurrent request with the same idempotency key was written first. */
export class KeyTakenError extends Error {
  override readonly name = 'KeyTakenError'
}

/** Writes receipt, credit, intake and idempotency record in one transaction. */
export const writeIntake = async (
  deps: SigningDeps,
  { request: { scopes, submission, receivedAt }, id, credit, remember }: IntakeWrite,
): Promise<SignedIntake | Refusal<'receipt_conflict'>> => {
  const org = scopes.entitlementScope
  const warning = credit.warning()
  const { steps: creditSteps, publish } = await credit.prepareCharge()
  let row: IntakeRow | undefined
  let rememberSteps: readonly WriteStep[] = []
  const steps = (hash: string, issuedAt: Date): readonly WriteStep[] => {
    const latencyMs = Math.max(0, deps.now().getTime() - receivedAt.getTime())
    row = intakeRowOf(submission, { hash, issuedAt, latencyMs })
    rememberSteps = remember({ hash, warning })
    return [...rememberSteps, ...creditSteps, ...deps.intakes.steps(org, submission, row)]
  }
  try {
    const issued = await deps.issue(CISO_INTAKE, { org, key: `ciso.intake:${id}`, ...receiptOf(submission), steps })
    if (issued instanceof Refusal) return issued
  } catch (error) {
    const isTaken =
      error instanceof ReceiptStepsRefused && rememberSteps.some((step) => error.failedSteps.includes(step))
    if (isTaken) throw new KeyTakenError('A concurrent request with the same key was first', { cause: error })
    // A write may have succeeded although its response was lost.
    const storedIntake = row && !(error instanceof ReceiptStepsRefused) && (await deps.intakes.find(org, row.hash))
    if (!storedIntake) throw error
  }
  await publish()
  if (!row) throw new Error('A receipt was issued without its intake')
  return { row, ...(warning && { warning }) }
}
