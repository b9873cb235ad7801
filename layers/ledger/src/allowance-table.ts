import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { rowKey, type TableDeps, type WriteStep } from '@signet/kernel'
import { allowanceRow } from './allowance-row.ts'

/** A user's limit on an agent's spending, in whole credits. */
export interface Allowance {
  /** Total credits; null: no limit besides the account's balance. */
  readonly budget: number | null
  readonly spent: number
  /**
   * Remaining credits; null: no limit besides the account's balance. Negative if the budget was reduced below the spent
   * credits.
   */
  readonly left: number | null
  /** US cents that the agent may still charge to the saved card. */
  readonly centsLeft: number
  /** ISO time from which spending is blocked. */
  readonly revokedAt?: string
}

/**
 * Returns the spendable credits: zero once revoked, and never negative; null: no limit besides the account's balance.
 */
export const spendableOf = ({ left, revokedAt }: Pick<Allowance, 'left' | 'revokedAt'>): number | null => {
  if (revokedAt !== undefined) return 0
  return left === null ? null : Math.max(0, left)
}

/** Default limit in US cents that an agent with the purchase scope may charge. */
export const PURCHASE_CENTS = 2_500

/** The budgets of grants. Steps go into the transaction that writes the grant itself. */
export interface AllowanceTable {
  /** Strongly consistent. Returns undefined if no allowance was opened for the grant. */
  read(grant: string): Promise<Allowance | undefined>
  /** Builds the write that opens a new grant's allowance. Fails if one exists. */
  openStep(grant: string, budget: number | null, centsLeft?: number): WriteStep
  /**
   * Builds the write that changes the budget, which includes spent credits, and the US cents that may be charged from
   * now on. Fails if credits were spent since the allowance was read, or the grant was revoked.
   */
  changeStep(grant: string, current: Allowance, budget: number | null, centsLeft?: number): WriteStep
  /** Builds the write that ends the spending. Fails if no allowance exists; a repetition does not change the time. */
  revokeStep(grant: string, at: Date): WriteStep
}

/** More than any account will have, so that one condition serves grants with and without a budget. */
const NO_LIMIT = 1_000_000_000_000

const keyOf = (grant: string) => rowKey(allowanceRow, { grant })

const leftOf = (budget: number | null, spent: number): number => (budget ?? NO_LIMIT) - spent

/**
 * Deducts credits from an allowance if enough are left and it was not revoked. A row that fails the condition is not
 * returned.
 */
export const allowanceDebitStep = (table: string, grant: string, credits: number): WriteStep => ({
  Update: {
    TableName: table,
    Key: keyOf(grant),
    UpdateExpression: 'ADD #left :less, spent :credits',
    ConditionExpression: '#left >= :credits AND attribute_not_exists(revoked_at)',
    ExpressionAttributeNames: { '#left': 'left' },
    ExpressionAttributeValues: { ':less': -credits, ':credits': credits },
  },
})

/** Returns the credits of a failed job. A grant that was revoked in the meantime cannot spend them. */
export const giveBackToAllowance = (table: string, grant: string, credits: number): WriteStep => ({
  Update: {
    TableName: table,
    Key: keyOf(grant),
    UpdateExpression: 'ADD #left :credits, spent :less',
    ConditionExpression: 'spent >= :credits',
    ExpressionAttributeNames: { '#left': 'left' },
    ExpressionAttributeValues: { ':less': -credits, ':credits': credits },
  },
})

/** Deducts US cents from the agent's purchase limit, if enough is left, credits are left, and it was not revoked. */
export const chargeAllowance = (table: string, grant: string, cents: number): WriteStep => ({
  Update: {
    TableName: table,
    Key: keyOf(grant),
    UpdateExpression: 'SET cents_left = cents_left - :cents',
    ConditionExpression: '#left > :none AND attribute_not_exists(revoked_at) AND cents_left >= :cents',
    ExpressionAttributeNames: { '#left': 'left' },
    ExpressionAttributeValues: { ':cents': cents, ':none': 0 },
  },
})

export const refundAllowance = (table: string, grant: string, cents: number): WriteStep => ({
  Update: {
    TableName: table,
    Key: keyOf(grant),
    UpdateExpression: 'SET cents_left = cents_left + :cents',
    ConditionExpression: 'attribute_exists(cents_left)',
    ExpressionAttributeValues: { ':cents': cents },
  },
})

export const allowanceTable = ({ db, table }: Pick<TableDeps, 'db' | 'table'>): AllowanceTable => ({
  async read(grant) {
    const { Item } = await db.send(new GetCommand({ TableName: table, Key: keyOf(grant), ConsistentRead: true }))
    if (!Item) return undefined
    const { budget, spent: spentCredits, left: leftCredits, cents_left, revoked_at } = Item
    const otherFields = {
      centsLeft: Number(cents_left),
      ...(revoked_at === undefined ? {} : { revokedAt: String(revoked_at) }),
    }
    if (budget === null) return { budget, spent: Number(spentCredits), left: null, ...otherFields }
    return { budget: Number(budget), spent: Number(spentCredits), left: Number(leftCredits), ...otherFields }
  },

  openStep: (grant, budget, centsLeft = PURCHASE_CENTS) => ({
    Put: {
      TableName: table,
      Item: { ...keyOf(grant), budget, spent: 0, left: leftOf(budget, 0), cents_left: centsLeft },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  }),

  changeStep: (grant, { spent: spentCredits }, budget, centsLeft) => ({
    Update: {
      TableName: table,
      Key: keyOf(grant),
      UpdateExpression: `SET budget = :budget, #left = :left${centsLeft === undefined ? '' : ', cents_left = :cents'}`,
      ConditionExpression: 'spent = :seen AND attribute_not_exists(revoked_at)',
      ExpressionAttributeNames: { '#left': 'left' },
      ExpressionAttributeValues: {
        ':budget': budget,
        ':left': leftOf(budget, spentCredits),
        ':seen': spentCredits,
        ...(centsLeft === undefined ? {} : { ':cents': centsLeft }),
      },
    },
  }),

  revokeStep: (grant, at) => ({
    Update: {
      TableName: table,
      Key: keyOf(grant),
      UpdateExpression: 'SET revoked_at = if_not_exists(revoked_at, :at)',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':at': at.toISOString() },
    },
  }),
})
