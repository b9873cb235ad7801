import { pagesOf, partitionOf, rowTable, type TableDeps } from '@signet/kernel'
import { type Erase, linesOf, type Take } from '@signet/erasure'
import { envelopeOf, statusOf } from '@signet/receipts/issuing'
import { ALL_RECEIPTS, openingRow, receiptListRow, receiptRow } from '@signet/receipts/rows'
import pMap from 'p-map'

const AT_ONCE = 16

/** Hashes of all receipts of an organisation, page by page, in their order. */
async function* hashesOf(deps: TableDeps, org: string): AsyncGenerator<readonly string[]> {
  const pk = partitionOf(receiptListRow, { org, list: ALL_RECEIPTS })
  for await (const page of pagesOf(deps, { pk })) yield page.map(({ hash }) => String(hash))
}

/** Erases what opens the private claims of an organisation. Receipts, chain and log stay valid, and name nobody. */
export const eraseOpenings =
  (deps: TableDeps): Erase =>
  async ({ org_id: org }) => {
    if (org === null) return 'done'
    const openings = rowTable(openingRow, deps)
    for await (const hashes of hashesOf(deps, org))
      await pMap(hashes, (hash) => openings.remove({ hash }), { concurrency: AT_ONCE })
    return 'done'
  }

/** Receipts as they were signed, with their claims, and what proves those that are private. */
export const takeReceipts = (deps: TableDeps): Take =>
  async function* ({ org_id: org }) {
    const receipts = rowTable(receiptRow, deps)
    const openings = rowTable(openingRow, deps)
    const recordOf = async (hash: string) => {
      const [row, opening] = await Promise.all([receipts.get({ hash }), openings.get({ hash })])
      if (!row) return []
      const { kind, seq, ref, issued_at, claims } = row
      return [
        {
          hash,
          kind,
          seq,
          ref,
          issued_at,
          envelope: envelopeOf(row),
          status: statusOf(row),
          ...(claims !== undefined && { claims: JSON.parse(claims) as unknown }),
          ...(opening && { opening: { salt: opening.salt, claims: JSON.parse(opening.claims) as unknown } }),
        },
      ]
    }
    const records = async function* () {
      for await (const hashes of hashesOf(deps, org))
        yield* (await pMap(hashes, recordOf, { concurrency: AT_ONCE })).flat()
    }
    yield* linesOf('receipts', records())
  }
