import type { Model } from '../models/catalogue.ts'
import { OFFLINE_PAINTER } from './painter.ts'

/** `offline` stands in for every provider; `none` leaves models unavailable until a provider is configured. */
export type PainterSetting = 'offline' | 'none'

/** Which painter serves a model, by name; undefined when its provider is not configured here. */
export const configuredPainter =
  (setting: PainterSetting) =>
  (_model: Model): string | undefined =>
    setting === 'offline' ? OFFLINE_PAINTER : undefined
