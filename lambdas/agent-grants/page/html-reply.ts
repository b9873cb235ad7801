import { reply } from '@signet/contracts'
import { type PlainPage, plainDocument, plainHeaders } from '@signet/ui/pages'

/** A page of this service, with status 200. */
export const htmlReply = (page: PlainPage) => reply(200, plainDocument(page), plainHeaders(page))
