/** How the API keys of an organisation begin. */
export const PLATFORM_KEY_PREFIX = 'plat_'
