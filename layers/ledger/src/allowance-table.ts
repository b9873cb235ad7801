import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { rowKey, type TableDeps, type WriteStep } from '@signet/kernel'
import { allowanceRow } from './allowance-row.ts'

/** A person's limit on an agent's spending. Credits are whole. */
export interface Allowance {
  /** Credits in all; null: as many as the account has. */
  readonly budget: number | null
  readonly spent: number
  /** Null: as many as the account has. Negative if the budget was cut below the credits that were spent. */
  readonly left: number | null
  /** US cents that may still be charged to the saved card. */
  readonly centsLeft: number
  /** ISO time from which nothing can be spent. */
  readonly revokedAt?: string
}

/** Spendable credits: zero once it is revoked, and never negative; null: as many as the account has. */
export const spendableOf = ({ left, revokedAt }: Pick<Allowance, 'left' | 'revokedAt'>): number | null => {
  if (revokedAt !== undefined) return 0
  return left === null ? null : Math.max(0, left)
}

/** US cents that an agent with the right to buy may charge where its person chose no other ceiling. */
export const PURCHASE_CENTS = 2_500

/** The budgets of grants. Steps go into the transaction that writes the grant itself. */
export interface AllowanceTable {
  /** Strongly consistent; undefined if no allowance was opened for the grant. */
  read(grant: string): Promise<Allowance | undefined>
  /** For a new grant. Fails if one exists. */
  opening(grant: string, budget: number | null, centsLeft?: number): WriteStep
  /**
   * Changes the budget, in which credits that were spent count, and the US cents that may be charged from now on. Fails
   * if credits were spent since it was read, or the grant was revoked.
   */
  changing(grant: string, seen: Allowance, budget: number | null, centsLeft?: number): WriteStep
  /** Ends the spending. Fails if there is no allowance; a repetition keeps the first time. */
  revoking(grant: string, at: Date): WriteStep
}

/** More than any account will have, so that one condition serves grants with a budget and without. */
const NO_LIMIT = 1_000_000_000_000

const keyOf = (grant: string) => rowKey(allowanceRow, { grant })

const leftOf = (budget: number | null, spent: number): number => (budget ?? NO_LIMIT) - spent

/** Takes credits from an allowance if enough are left and it was not revoked. A row that refuses is not returned. */
export const takeFromAllowance = (table: string, grant: string, credits: number): WriteStep => ({
  Update: {
    TableName: table,
    Key: keyOf(grant),
    UpdateExpression: 'ADD #left :less, spent :credits',
    ConditionExpression: '#left >= :credits AND attribute_not_exists(revoked_at)',
    ExpressionAttributeNames: { '#left': 'left' },
    ExpressionAttributeValues: { ':less': -credits, ':credits': credits },
  },
})

/** Returns the credits of a job that failed. A grant that was revoked meanwhile cannot spend them any more. */
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

/**
 * Takes US cents from what the agent may charge, if enough is left, it may spend anything, and it was not revoked.
 */
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
    const { budget, spent, left, cents_left, revoked_at } = Item
    const rest = {
      centsLeft: Number(cents_left),
      ...(revoked_at === undefined ? {} : { revokedAt: String(revoked_at) }),
    }
    if (budget === null) return { budget, spent: Number(spent), left: null, ...rest }
    return { budget: Number(budget), spent: Number(spent), left: Number(left), ...rest }
  },

  opening: (grant, budget, centsLeft = PURCHASE_CENTS) => ({
    Put: {
      TableName: table,
      Item: { ...keyOf(grant), budget, spent: 0, left: leftOf(budget, 0), cents_left: centsLeft },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  }),

  changing: (grant, { spent }, budget, centsLeft) => ({
    Update: {
      TableName: table,
      Key: keyOf(grant),
      UpdateExpression: `SET budget = :budget, #left = :left${centsLeft === undefined ? '' : ', cents_left = :cents'}`,
      ConditionExpression: 'spent = :seen AND attribute_not_exists(revoked_at)',
      ExpressionAttributeNames: { '#left': 'left' },
      ExpressionAttributeValues: {
        ':budget': budget,
        ':left': leftOf(budget, spent),
        ':seen': spent,
        ...(centsLeft === undefined ? {} : { ':cents': centsLeft }),
      },
    },
  }),

  revoking: (grant, at) => ({
    Update: {
      TableName: table,
      Key: keyOf(grant),
      UpdateExpression: 'SET revoked_at = if_not_exists(revoked_at, :at)',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':at': at.toISOString() },
    },
  }),
})
