import {
  CreateSecretCommand,
  DeleteSecretCommand,
  GetSecretValueCommand,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import type { NewId } from '@signet/kernel'
import * as z from 'zod'
import { CREDENTIALS, type Platform, type PlatformInputs } from '../contract/monitor.ts'

const PlatformCredentials = z.record(z.string(), z.string())

export const Credentials = z.object({
  ingestAuthToken: z.string(),
  microblog: PlatformCredentials.optional(),
  reviews: PlatformCredentials.optional(),
  social: PlatformCredentials.optional(),
})
export type Credentials = z.infer<typeof Credentials>

export interface SecretOwner {
  readonly org: string
  readonly tenant: string
}

/** Credentials of monitors in Secrets Manager, one secret per monitor. No row, log or response contains them. */
export interface CredentialStore {
  store(owner: SecretOwner, credentials: Credentials): Promise<string>
  /** @throws Error if the secret is absent or malformed */
  read(owner: SecretOwner, ref: string): Promise<Credentials>
  /** Deletes a secret. Ignores an absent one. */
  delete(owner: SecretOwner, ref: string): Promise<void>
}

const isMissing = (error: unknown): boolean => error instanceof Error && error.name === 'ResourceNotFoundException'

export const credentialStore = (client: SecretsManagerClient, prefix: string, newId: NewId): CredentialStore => {
  const nameOf = ({ org, tenant }: SecretOwner, ref: string): string => `${prefix}${org}/${tenant}/${ref}`
  return {
    async store(owner, credentials) {
      const ref = newId()
      const SecretString = JSON.stringify(credentials)
      await client.send(new CreateSecretCommand({ Name: nameOf(owner, ref), SecretString }))
      return ref
    },
    async read(owner, ref) {
      const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId: nameOf(owner, ref) }))
      return Credentials.parse(JSON.parse(SecretString))
    },
    async delete(owner, ref) {
      const secret = { SecretId: nameOf(owner, ref), ForceDeleteWithoutRecovery: true }
      await client.send(new DeleteSecretCommand(secret)).catch((error: unknown) => {
        if (!isMissing(error)) throw error
      })
    },
  }
}

type CredentialInput = Readonly<Record<string, unknown>>

export const credentialsIn = (platform: Platform, input: CredentialInput): Readonly<Record<string, string>> =>
  Object.fromEntries(
    CREDENTIALS[platform].flatMap((name) => (typeof input[name] === 'string' ? [[name, String(input[name])]] : [])),
  )

export const withInputs = (before: Credentials, inputs: PlatformInputs): Credentials => {
  const added = (Object.keys(inputs) as Platform[]).flatMap((platform) => {
    const newValues = credentialsIn(platform, inputs[platform] ?? {})
    return Object.keys(newValues).length === 0 ? [] : [[platform, { ...before[platform], ...newValues }]]
  })
  return { ...before, ...Object.fromEntries(added) }
}
