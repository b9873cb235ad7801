import type { SecretSource } from '@signet/kernel'
import * as z from 'zod'
import { VendorFault } from './vendor-fault.ts'

/** The JSON in a provider's secret. With `base_url`, the vendor is called through a gateway or in another region. */
const ProviderSecret = z.object({
  api_key: z.string().min(1),
  /** Only for the edge-hosted provider. */
  account_id: z.string().min(1).optional(),
  base_url: z.url().optional(),
})

export interface Credentials {
  readonly apiKey: string
  readonly accountId: string | undefined
  readonly baseUrl: string | undefined
}

const isMissing = (error: unknown): boolean => error instanceof Error && error.name === 'ResourceNotFoundException'

const parseCredentials = (text: string): Credentials => {
  try {
    const { api_key: apiKey, account_id: accountId, base_url } = ProviderSecret.parse(JSON.parse(text))
    return { apiKey, accountId, baseUrl: base_url?.replace(/\/+$/, '') }
  } catch {
    // Omits the cause: a parser's message may repeat the secret.
    throw new VendorFault('provider_auth', { retry: 'never', vendorCode: 'secret_not_in_documented_format' })
  }
}

/**
 * Reads the credentials in a provider's secret; undefined while it has no value.
 * @throws VendorFault `provider_auth` if the value does not have the documented form
 */
export const credentialsFrom = async (
  secret: SecretSource,
  options?: { readonly fresh?: boolean },
): Promise<Credentials | undefined> => {
  try {
    return parseCredentials(await secret(options))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
