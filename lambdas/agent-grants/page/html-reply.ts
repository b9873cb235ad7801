import { reply } from '@signet/contracts'
import { type PlainPage, plainDocument, plainHeaders } from '@signet/ui/pages'

export const htmlReply = (page: PlainPage) => reply(200, plainDocument(page), plainHeaders(page))
