import { sha256Hex } from '@signet/receipts/digest'
import type { StoredAlert } from '../alerts/alert-table.ts'

/** The id of the notification of a change: the same in every attempt, so that receivers tell a duplicate. */
export const noticeIdOf = ({ id, status }: Pick<StoredAlert, 'id' | 'status'>): string =>
  `msg_${sha256Hex(`${id} ${status}`).slice(0, 32)}`
