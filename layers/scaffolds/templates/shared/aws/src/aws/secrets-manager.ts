// #if secrets
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'

const KEPT_MS = 300_000

/** Reads members of one secret, which is a JSON object. Changes take effect within five minutes. */
export const secretsManager = (id: string, now: () => number): ((name: string) => Promise<string>) => {
  const client = new SecretsManagerClient({})
  let kept: { readonly at: number; readonly values: Readonly<Record<string, string>> } | undefined
  return async (name) => {
    if (kept === undefined || now() - kept.at > KEPT_MS) {
      const { SecretString = '{}' } = await client.send(new GetSecretValueCommand({ SecretId: id }))
      kept = { at: now(), values: JSON.parse(SecretString) as Record<string, string> }
    }
    const value = kept.values[name]
    if (value === undefined || value === '') throw new Error(`The secret has no ${name}`)
    return value
  }
}
// #endif
