import type { Model } from '../models/catalogue.ts'

/** Something for each provider. */
export type PerProvider<T> = Readonly<Record<Model['provider'], T>>

/** Makes something of each provider's secret, by its name or ARN. */
export const ofEachSecret = <T>(
  env: Readonly<Record<'EDGE_HOSTED_SECRET' | 'PROVIDER_A_SECRET' | 'PROVIDER_B_SECRET', string>>,
  make: (secretId: string) => T,
): PerProvider<T> => ({
  'edge-hosted': make(env.EDGE_HOSTED_SECRET),
  'provider-a': make(env.PROVIDER_A_SECRET),
  'provider-b': make(env.PROVIDER_B_SECRET),
})
