/**
 * The qualities that a finished image is encoded in again. Any number may be asked for and the nearest rung is served:
 * an asset's address needs no credential, and a hundred qualities would be a hundred encodings that its holder could
 * have us make and keep.
 */
export const QUALITY_LADDER = [25, 50, 70, 85, 95] as const
export type QualityRung = (typeof QUALITY_LADDER)[number]

/** The default of `output_quality` (spec image-service 8), and what presets are encoded in. */
export const DEFAULT_QUALITY = 85

/** The nearest rung to a quality of 1 to 100; of two that are as near, the better. */
export const nearestRung = (quality: number): QualityRung =>
  QUALITY_LADDER.reduce((best, rung) => (Math.abs(rung - quality) <= Math.abs(best - quality) ? rung : best))
