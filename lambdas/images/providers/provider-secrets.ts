import type { Provider } from '@signet/imaging/schemas/vocabulary'

export type PerProvider<T> = Readonly<Record<Provider, T>>

export const forEachProvider = <T>(valueFor: (provider: Provider) => T): PerProvider<T> => ({
  'edge-hosted': valueFor('edge-hosted'),
  'provider-a': valueFor('provider-a'),
  'provider-b': valueFor('provider-b'),
})

const SECRET_SETTINGS = {
  'edge-hosted': 'EDGE_HOSTED_SECRET',
  'provider-a': 'PROVIDER_A_SECRET',
  'provider-b': 'PROVIDER_B_SECRET',
} as const satisfies PerProvider<string>

export const mapSecrets = <T>(
  env: Readonly<Record<(typeof SECRET_SETTINGS)[Provider], string>>,
  valueFor: (secretId: string) => T,
): PerProvider<T> => forEachProvider((provider) => valueFor(env[SECRET_SETTINGS[provider]]))
