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

/** The painters of all providers, and whether each has credentials. A secret is read when it is first needed. */
export const liveProviders = ({
  secrets,
  ...deps
}: LiveProvidersDeps): { providers: LiveProviders; isConfigured: PerProvider<() => Promise<boolean>> } => {
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
    providers: new Map(
      VENDORS.map((vendor) => [vendor.name, liveProvider({ ...deps, vendor, secret: secrets[vendor.name] })]),
    ),
    isConfigured: forEachProvider((provider) => has(secrets[provider])),
  }
}
