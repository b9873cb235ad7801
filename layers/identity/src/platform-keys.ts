export const PLATFORM_KEY_PREFIX = 'plat_'
