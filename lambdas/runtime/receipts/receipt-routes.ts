import { reply } from '@signet/contracts'
import { notFound, type Route, route } from '@signet/kernel'
import { type Check, type Checks, opens, readEnvelope, readStatement, type VerifyReply } from '@signet/receipts'
import { getRuntimeReceipt, verifyRuntimeReceipt } from '../contract/kept.ts'
import type { HourCounts } from '../telemetry/hour-counts-table.ts'
import {
  envelopeOf,
  type OwnReceipt,
  type OwnReceiptDeps,
  openingOf,
  ownReceipt,
  type StoredReceipt,
} from './own-receipt.ts'
import { replayCheck, SKIPPED } from './replay-check.ts'

export interface ReceiptDeps extends OwnReceiptDeps {
  readonly issuer: string
  /** What everybody may know of a receipt, checked anew. */
  readonly verified: (hash: string, row: StoredReceipt, signal: AbortSignal) => Promise<VerifyReply>
  readonly counts: Pick<HourCounts, 'add'>
}

const absent = () => notFound('There is no such receipt')

/** Whoever owns a private receipt has what opens it, so its claims are checked, too. */
const claimsCheck = async (deps: ReceiptDeps, hash: string, { row }: OwnReceipt): Promise<Check | undefined> => {
  if (row.visibility === 'public') return undefined
  const opening = await openingOf(deps, hash)
  if (opening === undefined) return undefined
  const { predicate } = readStatement(readEnvelope(envelopeOf(row)).body)
  return opens(predicate.claims, opening)
    ? { status: 'pass', detail: 'The opening proves the private claims' }
    : { status: 'fail', detail: 'The claims are not those of the receipt' }
}

const verification = async (deps: ReceiptDeps, hash: string, receipt: OwnReceipt, shown: VerifyReply) => {
  const { row, place } = receipt
  const [claims, replay] = await Promise.all([
    claimsCheck(deps, hash, receipt),
    place ? replayCheck(place.kind, await deps.inscriber.read(place), row.subject) : SKIPPED,
  ])
  if (replay !== SKIPPED) {
    const mismatched = replay.status === 'fail' ? { mismatched: 1 } : {}
    await deps.counts.add(row.org, 'replays', { checked: 1, ...mismatched })
  }
  const checks: Checks & { readonly replay: Check } = { ...shown.checks, ...(claims && { claims }), replay }
  const hasFailed = Object.values(checks).some(({ status }) => status === 'fail')
  return { ...shown, envelope: envelopeOf(row), checks, valid: shown.valid && !hasFailed }
}

/** `GET /receipt/:hash` and `/verify/:hash` (runtime.md 8, ruling 3). */
export const receiptRoutes = (deps: ReceiptDeps): Route[] => {
  const find = ownReceipt(deps)
  return [
    route(getRuntimeReceipt, async ({ params: { hash }, headers, caller }) => {
      const receipt = await find(caller, headers['x-querent-ids'], hash)
      if (receipt === undefined) return absent()
      const { row } = receipt
      const opening = row.visibility === 'private' ? await openingOf(deps, hash) : undefined
      const body = {
        ...{ hash, kind: row.kind, issuedAt: row.issued_at, envelope: envelopeOf(row) },
        claimsVisibility: row.visibility,
        ...(row.claims === undefined ? {} : { claims: JSON.parse(row.claims) as unknown }),
        ...(opening && { opening: { salt: opening.salt, claims: opening.claims } }),
        verifyUrl: `${deps.issuer}/verify/${hash}`,
      }
      // What proves private claims is erased with what they describe: no copy stays on the way.
      return reply(200, body, { 'cache-control': 'no-store' })
    }),
    route(verifyRuntimeReceipt, async ({ params: { hash }, headers, caller, signal }) => {
      const receipt = await find(caller, headers['x-querent-ids'], hash)
      if (receipt === undefined) return absent()
      const shown = await deps.verified(hash, receipt.row, signal)
      return reply(200, (await verification(deps, hash, receipt, shown)) as never, { 'cache-control': 'no-store' })
    }),
  ]
}
