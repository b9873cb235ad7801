import * as z from 'zod'
import { noticeIdOf } from '../rules/notice-id.ts'
import { NoticeKey } from './notice-queue.ts'

/** The beginning or the end of an incident, as the event on the bus. */
const Changed = z
  .object({
    source: z.literal('/contracts/observe-alert'),
    subject: z.string(),
    tenantid: z.string(),
    data: z.object({ status: z.enum(['firing', 'resolved']) }),
  })
  .transform(
    ({ subject, tenantid, data: { status } }): NoticeKey => ({
      tenant: tenantid,
      id: noticeIdOf({ id: subject, status }),
    }),
  )

/** The first attempt comes from the event, later ones from the message of the one before. */
export const NotifyMessage = z.union([NoticeKey, Changed])
