/** Packages that every layer on the kernel may import. They do not import one another, but where a room says why. */
export const GROUND = [
  'node:*',
  'zod',
  '@signet/contracts',
  '@signet/contracts/*',
  '@signet/kernel',
  '@signet/kernel/*',
]
