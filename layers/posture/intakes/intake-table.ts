import { type PageOptions, type RowOf, rowTable, type TableDeps, type WriteStep } from '@signet/kernel'
import { CISO_RULESET } from '../src/index.ts'
import type { JudgedIntake } from './judge-submission.ts'
import { intakeRow, listedIntakeRow } from './rows.ts'

export type IntakeRow = RowOf<typeof intakeRow>
export type ListedIntakeRow = RowOf<typeof listedIntakeRow>

export interface IntakeSignature {
  readonly hash: string
  readonly issuedAt: Date
  readonly latencyMs: number
}

export const intakeRowOf = (
  { intake, asOf, verdict, claims, seed }: JudgedIntake,
  { hash, issuedAt, latencyMs }: IntakeSignature,
): IntakeRow => ({
  hash,
  asOf,
  createdAt: issuedAt.toISOString(),
  isRefused: verdict.isRefused,
  summary: verdict.summary,
  ruleset: CISO_RULESET,
  seed,
  latencyMs,
  payload: JSON.stringify(intake),
  findings: JSON.stringify(verdict.findings),
  claims: JSON.stringify(claims),
})

export const recoveredIn = ({ verdict }: JudgedIntake): number =>
  verdict.findings.filter(({ recoveredBy }) => recoveredBy !== undefined).length

const listedOf = (
  submission: JudgedIntake,
  { hash, asOf, createdAt, isRefused, summary }: IntakeRow,
): ListedIntakeRow => ({
  hash,
  asOf,
  createdAt,
  isRefused,
  summary,
  findings: submission.verdict.findings.length,
  recovered: recoveredIn(submission),
})

export const intakeTable = (deps: TableDeps) => {
  const intakes = rowTable(intakeRow, deps)
  const lists = rowTable(listedIntakeRow, deps)
  return {
    find: (org: string, hash: string): Promise<IntakeRow | undefined> => intakes.get({ org, hash }),
    /**
     * Newest first.
     * @throws Refusal 400 for an invalid cursor
     */
    page: (org: string, options: Pick<PageOptions, 'limit' | 'cursor'>) =>
      lists.page({ org }, { ...options, newestFirst: true }),
    steps: (org: string, submission: JudgedIntake, row: IntakeRow): readonly WriteStep[] => [
      intakes.steps.putNew({ org, hash: row.hash }, row),
      lists.steps.putNew({ org, at: row.createdAt, hash: row.hash }, listedOf(submission, row)),
    ],
  }
}

export type IntakeTable = ReturnType<typeof intakeTable>
