import type { Flag } from '../../../console/api/flags.ts'

/** Returns a flag as the service does: enabled, with `part` overriding the defaults. */
export const flag = (part: Partial<Flag> = {}): Flag => ({
  key: 'checkout',
  type: 'boolean',
  description: '',
  tags: [],
  enabled: true,
  rules: [],
  default: false,
  salt: 's',
  bucketing: 'v1',
  version: 3,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  ...part,
})
