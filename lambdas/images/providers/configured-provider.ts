import { OFFLINE_PAINTER, SKETCHING_PAINTER } from '@signet/imaging/image-provider'
import type { Model } from '../models/catalog.ts'
import type { PerProvider } from './provider-secrets.ts'

/**
 * Returns the name of the provider that serves a model; undefined if it is not configured here. The settings `offline`
 * and `sketch` replace every provider. With `live` a provider serves once its secret has a value.
 */
export const configuredProvider =
  (setting: string, isConfigured: PerProvider<() => Promise<boolean>>) =>
  async ({ provider }: Pick<Model, 'provider'>): Promise<string | undefined> => {
    if (setting === 'offline') return OFFLINE_PAINTER
    if (setting === 'sketch') return SKETCHING_PAINTER
    return (await isConfigured[provider]()) ? provider : undefined
  }
