import { createHmac, hkdfSync } from 'node:crypto'
import type { SecretOwner } from './credential-store.ts'

/** Keys what identifies mentions of a tenant; it follows from the pepper (HKDF, RFC 5869), so no row holds it. */
export const tenantKey = (pepper: string, { org, tenant }: SecretOwner): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', `sentiment events of ${org}/${tenant}`, 32))

/** Whose webhook secrets are derived (layers/webhooks): a monitor is none of the image service's tenants. */
export const signerOf = ({ org, tenant }: SecretOwner): string => `sentiment/${org}/${tenant}`

/** A digest that only the holder of the key can make. */
export const keyedDigest = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url')
