import { cloudEvent } from '@signet/contracts/events'
import { trustRequestContract } from '../contract/request-events.ts'
import type { RequestRow, SubmittedFormRow } from './request-table.ts'

/** That a form was sent. `nth` of the mails that were asked for by it. */
export const formSubmittedEvent = (org: string, form: string, { id }: Pick<SubmittedFormRow, 'id'>, time: Date) =>
  cloudEvent(trustRequestContract, 'trust-request.asked', {
    entity: id,
    version: time.getTime(),
    time,
    data: { org_id: org, request_id: id, form },
  })

const occasionOf = (org: string, { id, version, receipt_hash, artifact_slug }: RequestRow, time: Date) => ({
  entity: id,
  version,
  time,
  data: { org_id: org, request_id: id, receipt_hash, artifact_slug, version },
})

/** That a request is there. `waiting` counts those that wait for the owner, with it. */
export const createdEvent = (org: string, row: RequestRow, waiting: number, time: Date) => {
  const { data, ...occasion } = occasionOf(org, row, time)
  const link = `${row.base_url}/trust-pages/requests`
  return cloudEvent(trustRequestContract, 'trust-request.created', { ...occasion, data: { ...data, waiting, link } })
}

/** That a request was decided about. */
export const decidedEvent = (event: 'granted' | 'declined' | 'revoked', org: string, row: RequestRow, time: Date) =>
  cloudEvent(trustRequestContract, `trust-request.${event}`, occasionOf(org, row, time))
