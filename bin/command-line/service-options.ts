import { COMMON_OPTIONS } from '@signet/command-line'

/** Options that every command of a client of a service has. */
export const SERVICE_OPTIONS = {
  ...COMMON_OPTIONS,
  key: { type: 'string' },
  url: { type: 'string' },
} as const

/** Names of the options that every command takes. */
export const EVERYWHERE = ['key', 'url'] as const
