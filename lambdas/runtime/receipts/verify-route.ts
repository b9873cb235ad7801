import { reply } from '@signet/contracts'
import { notFound, type Route, route } from '@signet/kernel'
import { type ReadingFile, readingSha256, replayReading } from '@signet/readings'
import { agentRunSha256, type ConsultFile, replayConsult } from '@signet/readings/consult'
import { type Check, type Checks, opens, readEnvelope, readStatement, type VerifyReply } from '@signet/receipts'
import { verifyRuntimeReceipt } from '../contract/receipts-and-memory.ts'
import { type GradeFile, regrade } from '../grader/grade-case.ts'
import { rescaffold, type ScaffoldRecord, storedScaffoldSha256 } from '../scaffolds/make-scaffold.ts'
import type { HourCounts } from '../telemetry/hour-counts-table.ts'
import {
  envelopeOf,
  type OwnReceipt,
  type OwnReceiptDeps,
  openingOf,
  receiptOfCaller,
  type StoredReceipt,
} from './own-receipt.ts'

const PASS: Check = { status: 'pass', detail: 'The replay gave the same bytes' }
const FAIL: Check = { status: 'fail', detail: 'The replay gave different bytes' }
const MISMATCH: Check = { status: 'fail', detail: 'The stored result does not match the subject of the receipt' }

const SKIPPED: Check = { status: 'skipped', detail: 'The runtime cannot replay results of this kind' }

const readingCheck = async (file: ReadingFile, subject: string): Promise<Check> => {
  if (readingSha256(file.reading) !== subject) return MISMATCH
  const replay = await replayReading(file)
  return replay.ok && replay.isSame ? PASS : FAIL
}

const scaffoldCheck = (file: ScaffoldRecord, subject: string): Check => {
  if (storedScaffoldSha256(file) !== subject) return MISMATCH
  return rescaffold(file) === subject ? PASS : FAIL
}

const consultationCheck = async (file: ConsultFile, subject: string): Promise<Check> => {
  if (agentRunSha256(file.result) !== subject) return MISMATCH
  const replay = await replayConsult(file)
  return replay.ok && replay.isSame ? PASS : FAIL
}

const replayCheck = async (kind: string, file: unknown, subject: string): Promise<Check> => {
  if (kind === 'reading') return readingCheck(file as ReadingFile, subject)
  if (kind === 'agent.run') return consultationCheck(file as ConsultFile, subject)
  if (kind === 'grader.run') return regrade(file as GradeFile) === subject ? PASS : FAIL
  if (kind === 'flow') return scaffoldCheck(file as ScaffoldRecord, subject)
  return SKIPPED
}

export interface VerifyDeps extends OwnReceiptDeps {
  readonly verifyReceipt: (hash: string, row: StoredReceipt, signal: AbortSignal) => Promise<VerifyReply>
  readonly counts: Pick<HourCounts, 'add'>
}

/** Checks the private claims against the stored opening. */
const claimsCheck = async (deps: VerifyDeps, hash: string, { row }: OwnReceipt): Promise<Check | undefined> => {
  if (row.visibility === 'public') return undefined
  const opening = await openingOf(deps, hash)
  if (opening === undefined) return undefined
  const { predicate } = readStatement(readEnvelope(envelopeOf(row)).body)
  return opens(predicate.claims, opening)
    ? { status: 'pass', detail: 'The opening proves the private claims' }
    : { status: 'fail', detail: 'The opening does not match the claims of the receipt' }
}

const verification = async (deps: VerifyDeps, hash: string, receipt: OwnReceipt, verified: VerifyReply) => {
  const { row, storedResult } = receipt
  const [claims, replay] = await Promise.all([
    claimsCheck(deps, hash, receipt),
    storedResult ? replayCheck(storedResult.kind, await deps.inscriber.read(storedResult), row.subject) : SKIPPED,
  ])
  if (replay !== SKIPPED) {
    const mismatched = replay.status === 'fail' ? { mismatched: 1 } : {}
    await deps.counts.add(row.org, 'replays', { checked: 1, ...mismatched })
  }
  const checks: Checks & { readonly replay: Check } = { ...verified.checks, ...(claims && { claims }), replay }
  const hasFailed = Object.values(checks).some(({ status }) => status === 'fail')
  return { ...verified, envelope: envelopeOf(row), checks, valid: verified.valid && !hasFailed }
}

/** `GET /verify/:hash`. */
export const verifyRoute = (deps: VerifyDeps): Route => {
  const find = receiptOfCaller(deps)
  return route(verifyRuntimeReceipt, async ({ params: { hash }, headers, caller, signal }) => {
    const receipt = await find(caller, headers['x-querent-ids'], hash)
    if (receipt === undefined) return notFound('The receipt does not exist')
    const verified = await deps.verifyReceipt(hash, receipt.row, signal)
    return reply(200, await verification(deps, hash, receipt, verified), { 'cache-control': 'no-store' })
  })
}
