import { hkdfSync } from 'node:crypto'
import type { Clock, SecretSource } from '@signet/kernel'
import type { SecretState } from './secret-table.ts'
import { SECRET_PREFIX } from './signature.ts'

const SECRET_BYTES = 32

/** Derives the secret of a generation from the pepper (HKDF, RFC 5869), so that the table contains no secret. */
const secretOf = (pepper: string, tenantId: string, generation: number): string => {
  const bytes = hkdfSync('sha256', pepper, '', `webhook secret ${generation} of ${tenantId}`, SECRET_BYTES)
  return `${SECRET_PREFIX}${Buffer.from(bytes).toString('base64')}`
}

export interface WebhookSecrets {
  current(tenantId: string, state: SecretState): Promise<string>
  signing(tenantId: string, state: SecretState): Promise<readonly string[]>
}

export const webhookSecrets = (pepper: SecretSource, now: Clock): WebhookSecrets => ({
  async current(tenantId, { generation }) {
    return secretOf(await pepper(), tenantId, generation)
  },
  async signing(tenantId, { generation, replaced }) {
    const stillValid = replaced.filter(({ until }) => new Date(until) > now()).map((each) => each.generation)
    const key = await pepper()
    return [generation, ...stillValid].map((each) => secretOf(key, tenantId, each))
  },
})
