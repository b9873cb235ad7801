import { mintPlatformCall } from '@signet/identity'
import type { Caller, Clock, SecretSource } from '@signet/kernel'
import { accountIdOf } from '@signet/ledger'
import { createServiceClient, type ServiceClient } from '../generated/image-service-client.ts'
import { createJobClient, type JobClient } from '../generated/job-client.ts'
import { createTenantsClient, type TenantsClient } from '../generated/tenants-client.ts'
import { createVariationsClient, type VariationsClient } from '../generated/variations-client.ts'

/** The image service for one caller. */
export interface ImageService {
  readonly jobs: Pick<JobClient, 'generate' | 'get' | 'delete'>
  readonly variations: Pick<VariationsClient, 'createVariations'>
  readonly models: Pick<ServiceClient, 'listModels'>
  readonly tenants: Pick<TenantsClient, 'getTenantUsage'>
  /** The thumbnail of a finished image; undefined if it is not available now. */
  thumbnail(jobId: string): Promise<{ readonly base64: string; readonly mediaType: string } | undefined>
}

export interface ImageServiceDeps {
  /** Address of the images API. */
  readonly baseUrl: string
  /** The secret that signs calls of the platform. */
  readonly secret: SecretSource
  readonly now: Clock
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/** Limit of a whole call, including the time that the image service holds it: tools answer within 25 seconds. */
const TIMEOUT_MS = 24_000
const PREVIEW_MS = 3_000

/** A larger preview would cost the model more tokens than it is worth. */
const PREVIEW_BYTES_MAX = 100_000

const credentialFor = ({ secret, now }: ImageServiceDeps, caller: Caller) => {
  const { tenantId, orgId, userId, clientId, grantId, keyId, dailyBudget } = caller
  const pays = { accountId: accountIdOf(caller), clientId, grantId, keyId, dailyBudget }
  const call = { audience: 'images', tenantId, orgId, userId, scopes: ['generate', 'read'], pays }
  return async () => mintPlatformCall(await secret(), call, now())
}

/**
 * The image service behind its generated clients. The agent's credential is not passed on. The service gets a platform
 * call for the same tenant, whose account pays within the limits of the grant or the key.
 */
export const imageServiceOf =
  (deps: ImageServiceDeps) =>
  (caller: Caller): ImageService => {
    const { baseUrl, fetch: get = fetch } = deps
    const credential = credentialFor(deps, caller)
    const options = {
      baseUrl,
      credential,
      timeout: TIMEOUT_MS,
      retries: 1,
      ...(deps.fetch ? { fetch: deps.fetch } : {}),
    }
    return {
      jobs: createJobClient(options),
      variations: createVariationsClient(options),
      models: createServiceClient(options),
      tenants: createTenantsClient(options),
      async thumbnail(jobId) {
        const url = `${baseUrl.replace(/\/+$/, '')}/v2/assets/${encodeURIComponent(jobId)}?preset=thumbnail&format=webp`
        const response = await get(url, { signal: AbortSignal.timeout(PREVIEW_MS) }).catch(() => undefined)
        if (response?.status !== 200) return undefined
        const bytes = await response.arrayBuffer().catch(() => undefined)
        if (bytes === undefined || bytes.byteLength > PREVIEW_BYTES_MAX) return undefined
        return { base64: Buffer.from(bytes).toString('base64'), mediaType: 'image/webp' }
      },
    }
  }
