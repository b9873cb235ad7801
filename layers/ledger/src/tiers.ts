/** Tiers of an organization on the platform (spec platform-api 2.3). */
export const PLATFORM_TIERS = ['free', 'pro', 'team'] as const
export type PlatformTier = (typeof PLATFORM_TIERS)[number]

/** Quality tiers of images, cheapest first (spec image-service 2). */
export const QUALITY_TIERS = ['draft', 'standard', 'premium', 'ultra', 'ultra_plus'] as const
export type QualityTier = (typeof QUALITY_TIERS)[number]
