import { type RunEvents, rowTable, type TableDeps } from '@signet/kernel'
import type { RowKeys } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { ERASURE_DUE } from './access.ts'
import { eraseAccount } from './erase-account.ts'
import { erasureAnswerRow } from './erasure-rows.ts'
import type { ServiceErasure } from './service-erasure.ts'

/** The account to erase. Its keys, sessions and memberships have already ended. */
export const AccountErasure = z
  .object({
    erasure_id: z.string(),
    org_id: z.string().nullable().describe('Organization to erase; its ID is also a tenant and billing account ID'),
    user_id: z.string().nullable().describe('User to erase; null if only an organization is erased'),
    email: z.string().nullable().describe('Email address of the user, for services that store data by address'),
  })
  .meta({ id: 'AccountErasure' })
export type AccountErasure = z.infer<typeof AccountErasure>

/**
 * Erases the data of a service on the event, and then stores one answer. The event is repeated every 15 minutes until
 * the answer is stored.
 */
export const erasureHandlers = (
  deps: TableDeps,
  service: string,
  kinds: readonly RowKeys[],
  special: ServiceErasure,
): RunEvents<typeof ERASURE_DUE> => {
  const answers = rowTable(erasureAnswerRow, deps)
  return {
    [ERASURE_DUE]: async ({ data }) => {
      const account = AccountErasure.parse(data)
      if ((await eraseAccount(deps, kinds, account, special)) === 'working') return
      const key = { id: account.erasure_id, service }
      await answers.putNew(key, { service, erased_at: deps.now().toISOString() })
    },
  }
}
