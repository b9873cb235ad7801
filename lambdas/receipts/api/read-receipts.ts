import { reply } from '@signet/contracts'
import { scopesOf } from '@signet/identity'
import { encodeCursor, notFound, type Route, type RowOf, type RowTable, route } from '@signet/kernel'
import { envelopeOf, type StoredReceipt, statusOf } from '@signet/receipts/issuing'
import { ALL_RECEIPTS, type openingRow, type receiptListRow, type receiptRow } from '@signet/receipts/rows'
import { getReceipt, listReceipts } from '../contract/receipts.ts'
import { listedReceipt, openingOf } from '../views/receipt-shapes.ts'

export interface ReadDeps {
  readonly issuer: string
  readonly lists: Pick<RowTable<typeof receiptListRow>, 'page'>
  readonly receipts: Pick<RowTable<typeof receiptRow>, 'get'>
  readonly openings: Pick<RowTable<typeof openingRow>, 'get'>
}

const isoTime = (time: string): string => new Date(time).toISOString()

const claimsOf = (text: string | undefined) => (text === undefined ? {} : { claims: JSON.parse(text) as unknown })

const logPositionOf = ({ log_year: year, leaf_index: index }: StoredReceipt) =>
  year === undefined || index === undefined ? null : { year, index }

const listItemWithState =
  ({ receipts, issuer }: Pick<ReadDeps, 'receipts' | 'issuer'>) =>
  async (row: RowOf<typeof receiptListRow>) => {
    const receipt = await receipts.get({ hash: row.hash }, { allowsStaleRead: true })
    return listedReceipt(row, receipt ?? { state: 'active' }, issuer)
  }

export const readReceiptRoutes = ({ issuer, lists, receipts, openings }: ReadDeps): Route[] => [
  route(listReceipts, async ({ query: { kind, subject, from, until, limit, cursor }, caller }) => {
    const org = scopesOf(caller).entitlementScope
    // Without a cursor, the page starts at `until`, which is a sort key as in a cursor.
    const start = cursor ?? (until === undefined ? undefined : encodeCursor({ sk: isoTime(until) }))
    const list = subject ?? kind ?? ALL_RECEIPTS
    const page = await lists.page({ org, list }, { limit, cursor: start, newestFirst: true })
    const inPeriod = page.rows.filter(({ issued_at }) => from === undefined || issued_at >= isoTime(from))
    const ofKind = inPeriod.filter((row) => kind === undefined || row.kind === kind)
    return reply(200, {
      receipts: await Promise.all(ofKind.map(listItemWithState({ receipts, issuer }))),
      next_cursor: inPeriod.length < page.rows.length ? null : page.nextCursor,
    })
  }),
  route(getReceipt, async ({ params: { hash }, caller }) => {
    const row = await receipts.get({ hash })
    if (row?.org !== scopesOf(caller).entitlementScope) return notFound('The receipt does not exist')
    const opening = row.visibility === 'private' ? await openings.get({ hash }) : undefined
    const body = {
      ...listedReceipt({ hash, ...row }, row, issuer),
      envelope: envelopeOf(row),
      ...claimsOf(row.claims),
      ...openingOf(opening),
      log: logPositionOf(row),
      status: statusOf(row),
    }
    // Not cacheable: the opening of private claims is erased with the data that the claims describe.
    return reply(200, body, { 'cache-control': 'no-store' })
  }),
]
