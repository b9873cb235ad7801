import { awsSigning, SIGNING_VARIABLES } from '@signet/kernel/aws-signing'
import { environment } from '@signet/kernel/environment'
import { type SignedFetch, signedFetch } from '@signet/kernel/signed-fetch'
import * as z from 'zod'

export interface UserPool {
  /**
   * Deletes a user, including email address and password, by their subject. Does nothing if the user does not exist.
   */
  remove(subject: string): Promise<void>
}

const RETRIES = 3
const TIMEOUT_MS = 10_000

const ListUsersOutput = z.object({ Users: z.array(z.object({ Username: z.string() })).default([]) })
const CognitoError = z.object({ __type: z.string() })

interface PoolDeps {
  readonly send: SignedFetch
  readonly baseUrl: string
  readonly poolId: string
}

/**
 * A user pool over the JSON API of Cognito. Users of an external provider, such as Google, have a username that differs
 * from their subject, so they are looked up (ListUsers and AdminDeleteUser, API reference).
 */
export const cognitoPool = ({ send, baseUrl, poolId }: PoolDeps): UserPool => {
  const call = async (action: 'ListUsers' | 'AdminDeleteUser', input: object): Promise<unknown> => {
    const headers = {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
    }
    const body = JSON.stringify({ UserPoolId: poolId, ...input })
    const response = await send(baseUrl, { method: 'POST', headers, body, isRepeatable: true })
    const text = await response.text()
    const output: unknown = text === '' ? {} : JSON.parse(text)
    if (response.ok) return output
    const type = CognitoError.safeParse(output).data?.__type ?? String(response.status)
    if (type.endsWith('UserNotFoundException')) return undefined
    throw new Error(`Cognito refused ${action}: ${type}`)
  }
  return {
    async remove(subject) {
      // A quote would end the filter; no subject of a pool contains one.
      const filter = `sub = "${subject.replaceAll(/["\\]/g, '')}"`
      const { Users } = ListUsersOutput.parse(await call('ListUsers', { Filter: filter, AttributesToGet: [] }))
      for (const { Username } of Users) await call('AdminDeleteUser', { Username })
    },
  }
}

/**
 * Returns the user pool that the environment configures; without one, no user is deleted.
 * @throws Error naming a variable that is missing
 */
export const configuredPool = (variables: Readonly<Record<string, string | undefined>>): UserPool => {
  const { USER_POOL_ID: poolId = 'none', AWS_ENDPOINT_URL } = variables
  if (poolId === 'none') return { remove: async () => undefined }
  const { AWS_REGION } = environment(variables, SIGNING_VARIABLES)
  const send = signedFetch(awsSigning(variables, 'cognito-idp', RETRIES), { timeoutMs: TIMEOUT_MS })
  return cognitoPool({ send, poolId, baseUrl: AWS_ENDPOINT_URL ?? `https://cognito-idp.${AWS_REGION}.amazonaws.com/` })
}
