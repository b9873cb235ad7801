import { epochSeconds } from '@signet/kernel'
import { KEPT_DAYS } from '../contract/rows.ts'
import { LEVELS, type Level, SLOT_US } from './units.ts'

/** When DynamoDB deletes what is of a time, in seconds since 1970. */
export const expiryOf = (at: Date): number => epochSeconds(at) + KEPT_DAYS * 86_400

/** The end of five minutes, an hour or a day, by its first slot. */
export const endOf = (level: Level, slot: number): Date => new Date(((slot + LEVELS[level].width) * SLOT_US) / 1_000)
