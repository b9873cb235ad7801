import { isDeeperThan } from '@signet/contracts/nesting'

/** Arguments of tools need a handful of levels. A much deeper message would overflow recursive readers. */
const LEVELS_MAX = 64

export const isTooDeep = (message: unknown): boolean => isDeeperThan(LEVELS_MAX, message)
