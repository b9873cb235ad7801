import type { SecretSource } from '@signet/kernel'
import { credentialsFrom } from './live/credentials.ts'
import { type LivePainterDeps, livePainter } from './live/live-painter.ts'
import { VendorFault } from './live/vendor-fault.ts'
import type { LivePainters } from './painter-named.ts'
import type { PerProvider } from './provider-secrets.ts'
import { VENDORS } from './vendors.ts'

export interface LivePaintersDeps extends Omit<LivePainterDeps, 'vendor' | 'secret'> {
  readonly secrets: PerProvider<SecretSource>
}

/** The painters of all providers, and whether each has credentials. A secret is read when it is first needed. */
export const livePainters = ({
  secrets,
  ...deps
}: LivePaintersDeps): { painters: LivePainters; isConfigured: PerProvider<() => Promise<boolean>> } => {
  const has = (secret: SecretSource) => async () => {
    try {
      return (await credentialsFrom(secret)) !== undefined
    } catch (error) {
      // A value that is not of the form opens nothing.
      if (error instanceof VendorFault) return false
      throw error
    }
  }
  return {
    painters: new Map(
      VENDORS.map((vendor) => [vendor.name, livePainter({ ...deps, vendor, secret: secrets[vendor.name] })]),
    ),
    isConfigured: {
      'edge-hosted': has(secrets['edge-hosted']),
      'provider-a': has(secrets['provider-a']),
      'provider-b': has(secrets['provider-b']),
    },
  }
}
