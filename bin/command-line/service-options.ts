import { COMMON_OPTIONS } from '@signet/command-line'

export const SERVICE_OPTIONS = {
  ...COMMON_OPTIONS,
  key: { type: 'string' },
  url: { type: 'string' },
} as const

export const COMMON_FLAGS = ['key', 'url'] as const
