import {
  type Caller,
  giveBack,
  keyBudget,
  keyBudgetExhausted,
  keyBudgetOf,
  type Quota,
  type Quotas,
  quotaUseStep,
  type Refusal,
  refusal,
  type TableDeps,
  unauthenticated,
  type WriteStep,
} from '@signet/kernel'
import { type Allowance, type AllowanceTable, allowanceDebitStep, giveBackToAllowance } from './allowance-table.ts'

export type Spender = { readonly grant: string } | { readonly key: string; readonly day: string }

/** The account could pay, but the spending limit of this agent or key is reached. */
export type OverLimit = Refusal<'budget_exhausted' | 'key_budget_exhausted'>

export interface SpendingLimit {
  readonly spender: Spender
  refusal(credits: number): OverLimit | undefined
  /** Builds the write that deducts the credits from the limit. */
  deductionStep(credits: number): WriteStep
  /** Reads the limit again, after a concurrent deduction. */
  reload(): Promise<SpendingLimit>
}

export type SpendingCaller = Pick<Caller, 'grantId' | 'keyId' | 'dailyBudget' | 'budgetOf'>

/**
 * Reads a caller's spending limit; undefined if only the balance limits it.
 * @throws Refusal 401 for an agent whose grant was revoked.
 */
export type SpendingLimits = (caller: SpendingCaller) => Promise<SpendingLimit | undefined>

export interface LimitDeps extends Pick<TableDeps, 'table' | 'now'> {
  readonly allowances: Pick<AllowanceTable, 'read'>
  readonly quotas: Pick<Quotas, 'read'>
}

const REVOKED_MESSAGE = "The user has revoked this agent's access. Request access again"

/**
 * Returns the allowance of an active grant.
 * @throws Refusal 401 if the grant was revoked or does not exist
 */
export const activeAllowance = async (allowances: Pick<AllowanceTable, 'read'>, grant: string): Promise<Allowance> => {
  const allowance = await allowances.read(grant)
  if (!allowance || allowance.revokedAt !== undefined) throw unauthenticated(REVOKED_MESSAGE)
  return allowance
}

export const budgetExhausted = ({ left, required }: { readonly left: number; readonly required: number }): OverLimit =>
  refusal(
    'budget_exhausted',
    `This requires ${required} credits, and the agent can spend only ${left} more. The user who authorized the agent can raise the limit`,
    { extras: { left, required } },
  )

const grantLimit = async (deps: LimitDeps, grant: string): Promise<SpendingLimit> => {
  const { left } = await activeAllowance(deps.allowances, grant)
  return {
    spender: { grant },
    refusal: (credits) =>
      left === null || credits <= left ? undefined : budgetExhausted({ left: Math.max(0, left), required: credits }),
    deductionStep: (credits) => allowanceDebitStep(deps.table, grant, credits),
    reload: () => grantLimit(deps, grant),
  }
}

const keyLimit = async (deps: LimitDeps, key: string, quota: Quota<'credits'>): Promise<SpendingLimit> => {
  const { used, limit } = await deps.quotas.read(quota)
  return {
    spender: { key, day: quota.period },
    refusal: (required) =>
      used + required <= limit ? undefined : keyBudgetExhausted(quota, { used, required }, deps.now()),
    deductionStep: (amount) => quotaUseStep(deps.table, { ...quota, amount }),
    reload: () => keyLimit(deps, key, quota),
  }
}

export const spendingLimits =
  (deps: LimitDeps): SpendingLimits =>
  async (caller) => {
    if (caller.grantId !== undefined) return grantLimit(deps, caller.grantId)
    const quota = keyBudget(caller, deps.now())
    const key = caller.budgetOf ?? caller.keyId
    return quota && key !== undefined ? keyLimit(deps, key, quota) : undefined
  }

/** Returns the write that returns credits to the spender's limit. */
export const giveBackTo = (table: string, spender: Spender, credits: number): WriteStep =>
  'grant' in spender
    ? giveBackToAllowance(table, spender.grant, credits)
    : // Returning credits does not depend on the limit.
      giveBack(table, { ...keyBudgetOf(spender.key, spender.day, 0), amount: credits })
