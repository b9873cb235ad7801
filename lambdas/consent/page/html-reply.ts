import { reply } from '@signet/contracts'
import { type PlainPage, plainDocument, plainHeaders } from '@signet/pages'

/** A page of this service, answered with 200. */
export const htmlReply = (page: PlainPage) => reply(200, plainDocument(page), plainHeaders(page))
