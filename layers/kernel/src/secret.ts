import { DescribeSecretCommand, GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { cached } from './cached.ts'
import { type Clock, systemClock } from './clock.ts'

/** Reads one secret. It is cached for a while, so a rotation takes effect without a deployment. `fresh` reads again. */
export type SecretSource = (options?: { readonly fresh?: boolean }) => Promise<string>

export interface SecretDeps {
  readonly client: SecretsManagerClient
  readonly id: string
  readonly now: Clock
}

const CACHE_MS = 5 * 60_000
/** Maximum time until the first value of a secret is detected. */
const PRESENCE_CACHE_MS = 60_000

/** A secret of Secrets Manager, fetched on first use. Environment variables never contain secrets. */
export const managedSecret = ({ client, id, now }: SecretDeps): SecretSource => {
  const read = async (): Promise<string> => {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: id }))
    if (!SecretString) throw new Error('The secret has no string value')
    return SecretString
  }
  const get = cached(read, CACHE_MS, now)
  return ({ fresh = false } = {}) => get(fresh)
}

/**
 * Checks that a secret has a value. Reads only its description, which needs no right to the value. A secret that is
 * deployed without a value has no version yet.
 */
export const secretPresence = ({ client, id, now }: SecretDeps): (() => Promise<boolean>) => {
  const read = async (): Promise<boolean> => {
    try {
      const { VersionIdsToStages = {} } = await client.send(new DescribeSecretCommand({ SecretId: id }))
      return Object.values(VersionIdsToStages).some((stages) => stages.includes('AWSCURRENT'))
    } catch (error) {
      if (error instanceof Error && error.name === 'ResourceNotFoundException') return false
      throw error
    }
  }
  const get = cached(read, PRESENCE_CACHE_MS, now)
  return () => get()
}

/** The client of Secrets Manager, with the reader of managed secrets. Only functions that name secrets bundle both. */
export interface SecretsClient {
  readonly client: SecretsManagerClient
  readonly managed: (id: string) => SecretSource
}

export const secretsClient = (): SecretsClient => {
  const client = new SecretsManagerClient({})
  return { client, managed: (id) => managedSecret({ client, id, now: systemClock }) }
}
