import { describe, expect, it } from 'vitest'
import { cognitoPool, configuredPool } from '../../../lambdas/accounts/erasure/user-pool.ts'

interface RecordedRequest {
  readonly action: string
  readonly body: Record<string, unknown>
}

/** A fake of Cognito; `errorType`: the error that AdminDeleteUser returns. */
const cognito = (users: readonly string[], errorType?: string) => {
  const requests: RecordedRequest[] = []
  const pool = cognitoPool({
    baseUrl: 'https://cognito.test/',
    poolId: 'eu-central-1_abc',
    send: async (_, { headers, body }) => {
      const action = String((headers as Record<string, string>)['x-amz-target']).split('.')[1] ?? ''
      requests.push({ action, body: JSON.parse(String(body)) })
      if (action === 'ListUsers') return Response.json({ Users: users.map((Username) => ({ Username })) })
      return errorType ? Response.json({ __type: errorType }, { status: 400 }) : new Response(null, { status: 200 })
    },
  })
  return { pool, requests }
}

describe('the removal of a user from the user pool', () => {
  it('finds the user by subject and deletes by username, which differs for Google users', async () => {
    const { pool, requests } = cognito(['Google_1234'])
    await pool.remove('0b1c')
    expect(requests).toEqual([
      {
        action: 'ListUsers',
        body: { UserPoolId: 'eu-central-1_abc', Filter: 'sub = "0b1c"', AttributesToGet: [] },
      },
      { action: 'AdminDeleteUser', body: { UserPoolId: 'eu-central-1_abc', Username: 'Google_1234' } },
    ])
  })

  it('succeeds if the user does not exist, or is deleted between the two calls', async () => {
    const noUser = cognito([])
    await noUser.pool.remove('0b1c')
    expect(noUser.requests).toHaveLength(1)
    const deletedMeanwhile = cognito(['0b1c'], 'UserNotFoundException')
    await expect(deletedMeanwhile.pool.remove('0b1c')).resolves.toBeUndefined()
  })

  it('throws if Cognito returns an error, so that the next round retries', async () => {
    await expect(cognito(['0b1c'], 'TooManyRequestsException').pool.remove('0b1c')).rejects.toThrow(
      'Cognito refused AdminDeleteUser: TooManyRequestsException',
    )
  })

  it('does nothing if the deployment has no user pool', async () => {
    await expect(configuredPool({}).remove('0b1c')).resolves.toBeUndefined()
  })
})
