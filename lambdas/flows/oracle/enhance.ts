import { addMs, type Clock, type Log, type NewId, Refusal, refusal } from '@signet/kernel'
import { type IssueReceipt, ReceiptStepsRefused } from '@signet/receipts/issuing'
import { filesSha256, type ScaffoldFile } from '@signet/scaffolds/files'
import { EDITED_FLOW } from '../contract/oracle-receipt.ts'
import { ORACLE_DAYS } from '../contract/oracle-row.ts'
import { type FlowKey, type OracleTable, type StoredOracle, withEdited } from './oracle-table.ts'
import { EditorUnavailable, type Polish, type PolishResult } from './polish.ts'

export interface EnhanceDeps {
  readonly oracles: OracleTable
  readonly polish: Polish
  readonly issue: IssueReceipt
  readonly now: Clock
  readonly newId: NewId
  readonly log: Pick<Log, 'warn'>
}

export interface EnhanceRequest {
  readonly key: FlowKey
  readonly intention: string
  readonly files: readonly ScaffoldFile[]
  readonly signal: AbortSignal
}

type UpstreamRefusal = Refusal<'upstream_failed'>

/**
 * Time limits in milliseconds: of the editor, and of the whole request up to the end of editing.
 */
const EDITOR_MS = 15_000
const REQUEST_MS = 24_000

/**
 * Returns the signal that ends editing. Create it when the request starts, because the runtime uses part of the time.
 */
export const timeToEdit = (request: AbortSignal): AbortSignal =>
  AbortSignal.any([request, AbortSignal.timeout(REQUEST_MS)])

const DAY_MS = 86_400_000

const editFailure = (cause: unknown): UpstreamRefusal =>
  refusal('upstream_failed', 'The documents could not be edited; try again shortly', { cause })

const claimsOf = ({ key, files }: EnhanceRequest, { files: edited, method, model }: PolishResult) => ({
  flow: key.flow,
  files: files.length,
  edited: edited.map(({ path }) => path),
  method,
  ...(model !== undefined && { model }),
})

const rowOf = (
  { key }: EnhanceRequest,
  { files, ...polishResult }: PolishResult,
  at: Date,
  receipt: string,
): StoredOracle => ({
  flow: key.flow,
  at: at.toISOString(),
  until: addMs(at, ORACLE_DAYS * DAY_MS).toISOString(),
  receipt,
  ...polishResult,
  files: files as StoredOracle['files'],
})

/** Stores the result and its receipt in one transaction. Returns undefined if a concurrent request was first. */
const storeResult = async (
  { oracles, issue, now, newId }: EnhanceDeps,
  enhanceRequest: EnhanceRequest,
  polishResult: PolishResult,
): Promise<Refusal<'receipt_conflict'> | StoredOracle | undefined> => {
  const { key, files } = enhanceRequest
  const at = now()
  try {
    const issued = await issue(EDITED_FLOW, {
      org: key.org,
      key: `flow.oracle:${newId()}`,
      ref: key.flow,
      subject: { sha256: filesSha256(withEdited(files, polishResult)) },
      claims: claimsOf(enhanceRequest, polishResult),
      // The edited documents, which the claims describe, expire at the same time.
      opensUntil: addMs(at, ORACLE_DAYS * DAY_MS),
      steps: (hash) => [oracles.step(key, rowOf(enhanceRequest, polishResult, at, hash))],
    })
    return issued instanceof Refusal ? issued : rowOf(enhanceRequest, polishResult, at, issued.hash)
  } catch (error) {
    if (error instanceof ReceiptStepsRefused) return undefined
    throw error
  }
}

/**
 * Edits the prose of a flow once per 90 days. Later and concurrent requests return the first result. If the editor or
 * the receipt fails, nothing is stored.
 */
export const enhance =
  (deps: EnhanceDeps) =>
  async (enhanceRequest: EnhanceRequest): Promise<StoredOracle | UpstreamRefusal> => {
    const { key, files, intention } = enhanceRequest
    const earlier = await deps.oracles.find(key)
    if (earlier) return earlier
    const signal = AbortSignal.any([enhanceRequest.signal, AbortSignal.timeout(EDITOR_MS)])
    try {
      const result = await storeResult(deps, enhanceRequest, await deps.polish(files, intention, signal))
      if (result instanceof Refusal) return editFailure(result)
      const first = result ?? (await deps.oracles.find(key))
      return first ?? editFailure(new Error('A stored result has disappeared'))
    } catch (error) {
      if (error instanceof EditorUnavailable) return editFailure(error)
      throw error
    }
  }

export type Enhance = ReturnType<typeof enhance>
