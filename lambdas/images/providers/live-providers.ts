import type { SecretSource } from '@signet/kernel'
import { credentialsFrom } from './live/credentials.ts'
import { type LiveProviderDeps, liveProvider } from './live/live-provider.ts'
import { VendorFault } from './live/vendor-fault.ts'
import type { LiveProviders } from './provider-by-name.ts'
import { forEachProvider, type PerProvider } from './provider-secrets.ts'
import { VENDORS } from './vendors.ts'

export interface LiveProvidersDeps extends Omit<LiveProviderDeps, 'vendor' | 'secret'> {
  readonly secrets: PerProvider<SecretSource>
}

/** Creates the live providers, and checks whether each has credentials. A secret is read on first use. */
export const liveProviders = ({
  secrets,
  ...deps
}: LiveProvidersDeps): { providers: LiveProviders; isConfigured: PerProvider<() => Promise<boolean>> } => {
  const hasCredentials = (secret: SecretSource) => async () => {
    try {
      return (await credentialsFrom(secret)) !== undefined
    } catch (error) {
      // A malformed value counts as no credentials.
      if (error instanceof VendorFault) return false
      throw error
    }
  }
  return {
    providers: new Map(
      VENDORS.map((vendor) => [vendor.name, liveProvider({ ...deps, vendor, secret: secrets[vendor.name] })]),
    ),
    isConfigured: forEachProvider((provider) => hasCredentials(secrets[provider])),
  }
}
