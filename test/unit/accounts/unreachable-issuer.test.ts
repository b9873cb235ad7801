import { Refusal } from '@signet/kernel'
import { describe, expect } from 'vitest'
import { IssuerUnavailableError } from '../../../lambdas/accounts/issuer/issuer-client.ts'
import { type AccountDeps, accountRoutes } from '../../../lambdas/accounts/people/account-routes.ts'
import { verifies } from '../../spec/verifies.ts'

describe('POST /api/account/name for a user without an account', () => {
  verifies('PLA-4.1-10', 'returns 502 while the authentication service does not respond', async () => {
    const deps = {
      accounts: { rename: async () => undefined },
      issuer: { userOf: () => Promise.reject(new IssuerUnavailableError('no answer')) },
    } as unknown as AccountDeps
    const { run } = accountRoutes(deps).find(({ operation }) => operation === 'setName') ?? {}
    const request = { body: { name: 'Ada' }, headers: { authorization: 'Bearer x' }, caller: { userId: 'u' } }
    const response = await run?.(request as never)
    expect(response).toBeInstanceOf(Refusal)
    expect(response).toMatchObject({ code: 'upstream_failed', headers: {} })
  })
})
