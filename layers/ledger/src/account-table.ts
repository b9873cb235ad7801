import { rowKey, type TableDeps, transact, type WriteStep } from '@signet/kernel'
import { type Account, cycleBase, newAccount, nextCycle } from './account.ts'
import { balanceRow, postedRow } from './account-rows.ts'
import { readAccount } from './balance-table.ts'
import { type BalanceChange, balanceUpdate, monthIndexEntry, unchanged } from './balance-update.ts'
import { entryPut, type LedgerEntry, linesOf } from './ledger-entry.ts'
import { WELCOME_CREDITS } from './plans.ts'

export interface Posting {
  readonly change: BalanceChange
  readonly lines: LedgerEntry['lines']
  /** Amount paid, or returned (negative), in US cents. */
  readonly cents?: number
  /** Additional writes of the same purchase, rebuilt before every attempt. */
  readonly extraSteps?: readonly WriteStep[]
}

/** Identifies a posting: `type` and `ref` together make it happen once. */
export type PostingKey = Pick<LedgerEntry, 'type' | 'ref'>

export interface AccountTableDeps extends TableDeps {
  /**
   * Returns whether an account belongs to a single user and gets welcome credits when it is opened. Its ID is derived
   * from the user, so each user gets them once. Strongly consistent.
   */
  readonly isOwnAccount: (id: string) => Promise<boolean>
}

export interface AccountTable {
  /**
   * Returns the current account (strongly consistent), or the account to be opened if it was never used. Writes
   * nothing.
   */
  read(id: string): Promise<Account>
  /** Returns the account after opening it, or starting its new cycle, if that is due. */
  ensureCurrent(id: string): Promise<Account>
  /**
   * Writes the posting of `decide` once. `decide` runs again if the account changed in the meantime, and may return
   * undefined if there is nothing to post.
   */
  post(
    id: string,
    key: PostingKey,
    decide: (account: Account) => Promise<Posting | undefined> | Posting | undefined,
  ): Promise<'posted' | 'repeated' | 'nothing'>
}

const postedMarkPut = (table: string, id: string, key: PostingKey, at: string): WriteStep => ({
  Put: {
    TableName: table,
    Item: { ...rowKey(postedRow, { account: id, ...key }), at },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
})

const newAccountOf = async ({ isOwnAccount, now }: AccountTableDeps, id: string): Promise<Account> =>
  newAccount(id, now(), (await isOwnAccount(id)) ? WELCOME_CREDITS : 0)

/**
 * Opens the account; a user's own account gets the welcome credits. If a concurrent writer opened it first, its account
 * remains.
 */
const openAccount = async (deps: AccountTableDeps, id: string): Promise<void> => {
  const { id: _id, ...balance } = await newAccountOf(deps, id)
  const item = {
    ...rowKey(balanceRow, { account: id }),
    ...monthIndexEntry(id, new Date(balance.opened_at)),
    ...balance,
  }
  const putAccount = { Put: { TableName: deps.table, Item: item, ConditionExpression: 'attribute_not_exists(pk)' } }
  const entry: LedgerEntry = {
    type: 'welcome',
    ref: id,
    at: balance.opened_at,
    lines: linesOf(['issued', 'welcome', balance.welcome]),
  }
  const steps = balance.welcome === 0 ? [putAccount] : [putAccount, entryPut(deps.table, id, entry)]
  await transact(deps, async (refused) => ({
    steps: refused?.conditionFailed(putAccount) ? [] : steps,
    result: undefined,
  }))
}

/** Writes the new month. No credits move: the current balance becomes the base for the 80 percent warning. */
const startNextCycle = async (deps: TableDeps, account: Account): Promise<void> => {
  const now = deps.now()
  const next = nextCycle(account, now)
  if (!next) return
  const start = next.start.toISOString()
  const end = next.end.toISOString()
  const set = { cycle_start: start, cycle_end: end, base: cycleBase(account, next.start) }
  const step = balanceUpdate(deps.table, account.id, { add: {}, set, when: unchanged(account) }, now)
  await transact(deps, async (refused) => ({ steps: refused?.conditionFailed(step) ? [] : [step], result: undefined }))
}

/** Stores accounts in the shared table (docs/adr/0013). */
export const accountTable = (deps: AccountTableDeps): AccountTable => {
  const { table, now } = deps
  const ensureCurrent = async (id: string): Promise<Account> => {
    const account = await readAccount(deps, id)
    if (account && !nextCycle(account, now())) return account
    await (account ? startNextCycle(deps, account) : openAccount(deps, id))
    return ensureCurrent(id)
  }
  return {
    read: async (id) => (await readAccount(deps, id)) ?? { ...(await newAccountOf(deps, id)), isUnopened: true },
    ensureCurrent,
    async post(id, key, decide) {
      const time = now()
      const at = time.toISOString()
      const postedMark = postedMarkPut(table, id, key, at)
      return transact<'posted' | 'repeated' | 'nothing'>(deps, async (refused) => {
        if (refused?.conditionFailed(postedMark)) return { result: 'repeated' }
        const posting = await decide(await ensureCurrent(id))
        if (!posting) return { result: 'nothing' }
        const { change, lines, cents, extraSteps = [] } = posting
        const entry = entryPut(table, id, { ...key, at, lines, ...(cents ? { cents } : {}) })
        return { steps: [postedMark, balanceUpdate(table, id, change, time), entry, ...extraSteps], result: 'posted' }
      })
    },
  }
}
