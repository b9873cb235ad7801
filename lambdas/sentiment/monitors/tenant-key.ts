import { createHmac, hkdfSync } from 'node:crypto'
import type { SecretOwner } from './credential-store.ts'

/**
 * Derives the key that pseudonymizes the mentions of a tenant from the pepper (HKDF, RFC 5869), so that no row contains
 * it.
 */
export const tenantKey = (pepper: string, { org, tenant }: SecretOwner): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', `sentiment events of ${org}/${tenant}`, 32))

/**
 * Returns the owner of webhook secrets (layers/notifications). Tenants of monitors are distinct from tenants of the
 * image service.
 */
export const signerOf = ({ org, tenant }: SecretOwner): string => `sentiment/${org}/${tenant}`

export const keyedDigest = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url')
