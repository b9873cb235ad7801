import { reply } from '@signet/contracts'
import { invalidInput, Refusal, type Route, route } from '@signet/kernel'
import { OBSERVABILITY_TERMS } from '@signet/ledger'
import { sha256Hex } from '@signet/receipts/digest'
import { telemetryOf } from '@signet/telemetry'
import { bodyFaults } from '@signet/telemetry/schemas'
import { ingestTelemetry } from '../contract/ingest.ts'
import { telemetryOwnerOf } from '../workers/windows.ts'
import { type IngestDeps, ingest } from './ingest.ts'
import { timeFaults } from './time-faults.ts'

/** Handles `POST /api/observe/ingest` (spec platform-api 4.9). */
export const ingestRoute = (deps: IngestDeps): Route => {
  const ingestRequest = ingest(deps)
  return route(ingestTelemetry, async ({ body, caller }) => {
    const faults = bodyFaults(body)
    if (faults.length > 0) return invalidInput(faults)
    const { tenant, org } = telemetryOwnerOf(caller)
    const text = JSON.stringify(body)
    const telemetry = telemetryOf(body)
    const { retentionHours } = OBSERVABILITY_TERMS[(await deps.tierStatusOf(org)).tier]
    const faultsOfTimes = timeFaults(telemetry, deps.now(), retentionHours)
    if (faultsOfTimes.length > 0) return invalidInput(faultsOfTimes)
    const result = await ingestRequest({
      tenant,
      org,
      request: sha256Hex(text),
      bytes: Buffer.byteLength(text),
      telemetry,
    })
    if (result instanceof Refusal) return result
    const rejected = result.pointsRejected > 0 ? { metrics_rejected: result.pointsRejected } : {}
    return reply(202, { ok: true, ...rejected }, result.advice && { 'x-ingest-advice': result.advice })
  })
}
