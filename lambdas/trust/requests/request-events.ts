import { cloudEvent } from '@signet/contracts/events'
import { trustRequestContract } from '../contract/request-events.ts'
import type { AskedRow, RequestRow } from './request-table.ts'

/** That a form was sent. `nth` of the mails that were asked for by it. */
export const askedEvent = (org: string, form: string, { id }: Pick<AskedRow, 'id'>, time: Date) =>
  cloudEvent(trustRequestContract, 'trust-request.asked', {
    ...{ entity: id, version: time.getTime(), time },
    data: { org_id: org, request_id: id, form },
  })

/** That a request is in a state from now on. */
export const requestEvent = (
  event: 'created' | 'granted' | 'declined' | 'revoked',
  org: string,
  { id, version, receipt_hash, artifact_slug }: RequestRow,
  time: Date,
) =>
  cloudEvent(trustRequestContract, `trust-request.${event}`, {
    ...{ entity: id, version, time },
    data: { org_id: org, request_id: id, receipt_hash, artifact_slug, version },
  })
