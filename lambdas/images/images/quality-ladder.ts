/**
 * Qualities in which a finished image can be encoded again. The service uses the rung nearest to the requested quality.
 * An asset URL needs no credential, so arbitrary qualities would let any client cause a hundred encodings per image.
 */
export const QUALITY_LADDER = [25, 50, 70, 85, 95] as const
export type QualityRung = (typeof QUALITY_LADDER)[number]

/** The default of `output_quality` (spec image-service 8), and the quality of presets. */
export const DEFAULT_QUALITY = 85

/** Returns the rung nearest to a quality of 1 to 100; of two equally near rungs, the higher. */
export const nearestRung = (quality: number): QualityRung =>
  QUALITY_LADDER.reduce((best, rung) => (Math.abs(rung - quality) <= Math.abs(best - quality) ? rung : best))
