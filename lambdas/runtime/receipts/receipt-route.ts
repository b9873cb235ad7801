import { reply } from '@signet/contracts'
import { notFound, type Route, route } from '@signet/kernel'
import { getRuntimeReceipt } from '../contract/receipts-and-memory.ts'
import { envelopeOf, type OwnReceiptDeps, openingOf, receiptOfCaller } from './own-receipt.ts'

export interface ReceiptDeps extends OwnReceiptDeps {
  readonly issuer: string
}

/** `GET /receipt/:hash`. */
export const receiptRoute = (deps: ReceiptDeps): Route => {
  const find = receiptOfCaller(deps)
  return route(getRuntimeReceipt, async ({ params: { hash }, headers, caller }) => {
    const receipt = await find(caller, headers['x-querent-ids'], hash)
    if (receipt === undefined) return notFound('The receipt does not exist')
    const { row } = receipt
    const opening = row.visibility === 'private' ? await openingOf(deps, hash) : undefined
    const body = {
      hash,
      kind: row.kind,
      issuedAt: row.issued_at,
      envelope: envelopeOf(row),
      claimsVisibility: row.visibility,
      ...(row.claims === undefined ? {} : { claims: JSON.parse(row.claims) as unknown }),
      ...(opening && { opening: { salt: opening.salt, claims: opening.claims } }),
      verifyUrl: `${deps.issuer}/verify/${hash}`,
    }
    // The opening of private claims is deleted with the account's data, so no cache may retain a copy.
    return reply(200, body, { 'cache-control': 'no-store' })
  })
}
