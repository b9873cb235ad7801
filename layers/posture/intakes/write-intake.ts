import { type Log, type NewId, Refusal, type TableDeps, type WriteStep } from '@signet/kernel'
import type { Credit, ScaffoldWarning, Scopes } from '@signet/ledger'
import { claimsSha256 } from '@signet/receipts'
import { type IssueReceipt, ReceiptStepsRefused } from '@signet/receipts/issuing'
import { ruleSet } from '../src/index.ts'
import { CISO_INTAKE } from './intake-receipt.ts'
import { type IntakeRow, type IntakeTable, intakeRowOf, recoveredIn } from './intake-table.ts'
import type { JudgedIntake } from './judged-intake.ts'

export type IntakeCredit = Pick<Credit, 'hold' | 'warning' | 'writes' | 'giveBack'>

export interface SigningDeps extends TableDeps {
  readonly creditFor: (scopes: Scopes, request: string) => IntakeCredit
  readonly issue: IssueReceipt
  readonly intakes: IntakeTable
  readonly newId: NewId
  readonly log: Pick<Log, 'warn'>
}

export const UNPAID: IntakeCredit = {
  hold: async () => undefined,
  warning: () => undefined,
  writes: async () => ({ steps: [], publish: async () => {} }),
  giveBack: async () => {},
}

export interface IntakeRequest {
  readonly scopes: Scopes
  readonly key: string | undefined
  readonly judged: JudgedIntake
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

const receiptOf = (judged: JudgedIntake) => ({
  subject: { sha256: claimsSha256(judged.claims) },
  policy: { id: RULES_ID, version: RULES_VERSION, sha256: ruleSet().sha256 },
  claims: judged.claims,
  result: {
    refused: judged.verdict.isRefused ? 1 : 0,
    findings: judged.verdict.findings.length,
    recovered: recoveredIn(judged),
  },
})

export interface Writing {
  readonly asked: IntakeRequest
  readonly id: string
  readonly credit: IntakeCredit
  readonly remember: (result: StoredIntakeReply) => readonly WriteStep[]
}

export class AnotherWasFirst extends Error {
  override readonly name = 'AnotherWasFirst'
}

/** Writes receipt, credit, intake and idempotency record in one transaction. */
export const written = async (
  deps: SigningDeps,
  { asked: { scopes, judged, receivedAt }, id, credit, remember }: Writing,
): Promise<SignedIntake | Refusal<'receipt_conflict'>> => {
  const org = scopes.entitlementScope
  const warning = credit.warning()
  const { steps: kept, publish } = await credit.writes()
  let row: IntakeRow | undefined
  let remembering: readonly WriteStep[] = []
  const steps = (hash: string, issuedAt: Date): readonly WriteStep[] => {
    const latencyMs = Math.max(0, deps.now().getTime() - receivedAt.getTime())
    row = intakeRowOf(judged, { hash, issuedAt, latencyMs })
    remembering = remember({ hash, warning })
    return [...remembering, ...kept, ...deps.intakes.steps(org, judged, row)]
  }
  try {
    const issued = await deps.issue(CISO_INTAKE, { org, key: `ciso.intake:${id}`, ...receiptOf(judged), steps })
    if (issued instanceof Refusal) return issued
  } catch (error) {
    const isTaken = error instanceof ReceiptStepsRefused && remembering.some((step) => error.refused.includes(step))
    if (isTaken) throw new AnotherWasFirst('A concurrent request with the same key was first', { cause: error })
    // A write may have succeeded although its response was lost.
    const made = row && !(error instanceof ReceiptStepsRefused) && (await deps.intakes.find(org, row.hash))
    if (!made) throw error
  }
  await publish()
  if (!row) throw new Error('A receipt was issued without its intake')
  return { row, ...(warning && { warning }) }
}
