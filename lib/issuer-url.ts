import type { Config } from './config.ts'

/**
 * Returns the issuer address in a stage's receipts: the configured public address of the platform, or that of its edge.
 * Without one, the address of API Gateway is unknown before the stack exists, so receipts name an address that never
 * resolves (RFC 6761 6.4).
 */
export const issuerUrl = ({ stage, publicUrls }: Pick<Config, 'stage' | 'publicUrls'>): string =>
  publicUrls.platform?.replace(/\/+$/, '') ?? `https://${stage}.signet.invalid`
