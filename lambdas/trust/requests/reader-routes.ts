import { reply } from '@signet/contracts'
import { orgOf } from '@signet/identity'
import { type Route, route } from '@signet/kernel'
import { listReaders } from '../contract/requests.ts'
import type { ReaderTable } from './reader-table.ts'

export const readerRoutes = ({ readers }: { readonly readers: Pick<ReaderTable, 'page'> }): Route[] => [
  route(listReaders, async ({ query, caller }) => {
    const { rows, nextCursor } = await readers.page(orgOf(caller), query)
    return reply(200, { readers: [...rows], next_cursor: nextCursor })
  }),
]
