import type { Model } from '../models/catalogue.ts'
import { OFFLINE_PAINTER } from './painter.ts'

/**
 * Which painter serves a model, by name; undefined when its provider is not configured here. The setting `offline` stands
 * in for every provider, any other leaves models unavailable.
 */
export const configuredPainter =
  (setting: string) =>
  (_model: Model): string | undefined =>
    setting === 'offline' ? OFFLINE_PAINTER : undefined
