import { type Account, monthAfter, monthSums, type StatementTable } from '@signet/ledger'
import { type IssueReceipt, requireIssued } from '@signet/receipts/issuing'
import { LEDGER_STATEMENT } from '../contract/receipt-kinds.ts'

export interface StateDeps {
  readonly readAccount: (id: string) => Promise<Account | undefined>
  readonly statements: StatementTable
  readonly issue: IssueReceipt
}

/** Returns the credits at the start of the month: the closing balance of the last statement plus the movements since. */
const openingOf = async ({ statements }: StateDeps, account: string, month: string): Promise<number> => {
  const { from, closing } = await statements.lastBefore(account, month)
  return closing + (await monthSums(statements.entries(account, [from, month]))).credits
}

/**
 * Issues the statement of an account for a past month, once. Entries never change, so every run produces the same
 * statement. Skips closed accounts and months without movements.
 */
export const issueAccountStatement =
  (deps: StateDeps) =>
  async (account: string, month: string): Promise<'issued' | 'nothing'> => {
    const { statements, issue } = deps
    const [earlier, ledgerAccount] = await Promise.all([
      statements.rows.get({ account, month }),
      deps.readAccount(account),
    ])
    if (earlier || !ledgerAccount || ledgerAccount.closed_at !== undefined) return 'nothing'
    const { postings, movements, credits, sums, sha256 } = await monthSums(
      statements.entries(account, [month, monthAfter(month)]),
    )
    if (movements === 0) return 'nothing'
    const openingCredits = await openingOf(deps, account, month)
    const closing = openingCredits + credits
    requireIssued(
      await issue(LEDGER_STATEMENT, {
        org: account,
        key: `ledger.statement:${month}`,
        ref: month,
        subject: { sha256 },
        claims: { month, openingCredits, closingCredits: closing, postings, sums },
        steps: (receipt) => [statements.rows.steps.putNew({ account, month }, { month, closing, receipt })],
      }),
    )
    return 'issued'
  }
