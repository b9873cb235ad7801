import type { Provider } from '@signet/imaging/schemas/vocabulary'

export type PerProvider<T> = Readonly<Record<Provider, T>>

export const forEachProvider = <T>(make: (provider: Provider) => T): PerProvider<T> => ({
  'edge-hosted': make('edge-hosted'),
  'provider-a': make('provider-a'),
  'provider-b': make('provider-b'),
})

const SECRET_SETTINGS = {
  'edge-hosted': 'EDGE_HOSTED_SECRET',
  'provider-a': 'PROVIDER_A_SECRET',
  'provider-b': 'PROVIDER_B_SECRET',
} as const satisfies PerProvider<string>

export const ofEachSecret = <T>(
  env: Readonly<Record<(typeof SECRET_SETTINGS)[Provider], string>>,
  make: (secretId: string) => T,
): PerProvider<T> => forEachProvider((provider) => make(env[SECRET_SETTINGS[provider]]))
