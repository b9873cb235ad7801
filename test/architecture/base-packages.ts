/**
 * Packages that every layer on the kernel may import. They do not import one another, except where a module gives a
 * reason.
 */
export const BASE_PACKAGES = [
  'node:*',
  'zod',
  '@signet/contracts',
  '@signet/contracts/*',
  '@signet/kernel',
  '@signet/kernel/*',
]
