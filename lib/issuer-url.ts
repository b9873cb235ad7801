import type { Config } from './config.ts'

/**
 * The address that receipts of a stage name as their issuer: that of the platform, as it is configured or as its edge has it.
 * A stage without one has an address of its own API Gateway, which is not known before the stack is there: its receipts name
 * a place that nobody can ever have (RFC 6761 6.4).
 */
export const issuerUrl = ({ stage, publicUrls }: Pick<Config, 'stage' | 'publicUrls'>): string =>
  publicUrls.platform?.replace(/\/+$/, '') ?? `https://${stage}.signet.invalid`
