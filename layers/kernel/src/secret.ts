import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import type { Clock } from './clock.ts'

/** Reads one secret; kept in memory for a while, so a rotation is seen without a deployment. */
export type SecretSource = () => Promise<string>

const KEEP_MS = 5 * 60_000

/** A secret of Secrets Manager, fetched on first use: nothing secret is ever in an environment variable. */
export const managedSecret = (deps: {
  readonly client: SecretsManagerClient
  readonly id: string
  readonly now: Clock
}): SecretSource => {
  let kept: { readonly value: Promise<string>; readonly until: number } | undefined
  const read = async (): Promise<string> => {
    const { SecretString } = await deps.client.send(new GetSecretValueCommand({ SecretId: deps.id }))
    if (!SecretString) throw new Error('The secret has no string value')
    return SecretString
  }
  return () => {
    const at = deps.now().getTime()
    if (kept && at < kept.until) return kept.value
    const value = read()
    kept = { value, until: at + KEEP_MS }
    // A failed read must not be remembered: the next request tries again.
    value.catch(() => {
      kept = undefined
    })
    return value
  }
}
