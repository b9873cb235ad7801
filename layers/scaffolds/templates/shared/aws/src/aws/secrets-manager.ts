// #if secrets
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'

const CACHE_MS = 300_000

/** Reads fields of one secret, which is a JSON object. Changes take effect within five minutes. */
export const secretsManager = (id: string, now: () => number): ((name: string) => Promise<string>) => {
  const client = new SecretsManagerClient({})
  let cached: { readonly readAt: number; readonly values: Readonly<Record<string, string>> } | undefined
  return async (name) => {
    if (cached === undefined || now() - cached.readAt > CACHE_MS) {
      const { SecretString = '{}' } = await client.send(new GetSecretValueCommand({ SecretId: id }))
      cached = { readAt: now(), values: JSON.parse(SecretString) as Record<string, string> }
    }
    const value = cached.values[name]
    if (value === undefined || value === '') throw new Error(`The secret has no ${name}`)
    return value
  }
}
// #endif
