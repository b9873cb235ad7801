import type { Model } from '../models/catalogue.ts'

/** Something for each provider. */
export type PerProvider<T> = Readonly<Record<Model['provider'], T>>

/** The variables of a function's environment that name the providers' secrets. */
export const SECRET_VARIABLES = ['EDGE_HOSTED_SECRET', 'PROVIDER_A_SECRET', 'PROVIDER_B_SECRET'] as const

/** Makes something of each provider's secret, by its name or ARN. */
export const ofEachSecret = <T>(
  env: Readonly<Record<(typeof SECRET_VARIABLES)[number], string>>,
  make: (secretId: string) => T,
): PerProvider<T> => ({
  'edge-hosted': make(env.EDGE_HOSTED_SECRET),
  'provider-a': make(env.PROVIDER_A_SECRET),
  'provider-b': make(env.PROVIDER_B_SECRET),
})
