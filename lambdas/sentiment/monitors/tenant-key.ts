import { createHmac, hkdfSync } from 'node:crypto'
import type { SecretOwner } from './credential-store.ts'

/**
 * The key that pseudonymises mentions of a tenant. It is derived from the pepper (HKDF, RFC 5869), so no row stores it.
 */
export const tenantKey = (pepper: string, { org, tenant }: SecretOwner): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', `sentiment events of ${org}/${tenant}`, 32))

/** The owner name for webhook secrets (layers/notifications): a monitor is not one of the image service's tenants. */
export const signerOf = ({ org, tenant }: SecretOwner): string => `sentiment/${org}/${tenant}`

export const keyedDigest = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url')
