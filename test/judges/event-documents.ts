import { Parser } from '@asyncapi/parser'
import { asyncApi } from '@signet/contract-tools/events'
import { samplerFor } from '@signet/contract-tools/fixtures'
import { cloudEvent } from '@signet/contracts/events'
import { type ContractIR, irOf } from '@signet/contracts/ir'
import { CloudEvent, HTTP } from 'cloudevents'
import { platformContracts } from '../../lib/platform-contracts.ts'
import { jobs } from '../support/sample-contract.ts'
import { parcels } from '../unit/contract-tools/fixtures/rich-contract.ts'

/**
 * Runs the AsyncAPI parser on the document of every contract that emits, and the CloudEvents SDK on an event of each
 * kind. `--plant` breaks the documents and the events, which the parser and the SDK must report.
 */
const isPlanted = process.argv.includes('--plant')
const findings: string[] = []
let documents = 0
let events = 0

const judgeDocument = async (ir: ContractIR): Promise<void> => {
  const document = asyncApi(ir)
  if (document === undefined) return
  documents += 1
  const planted = isPlanted
    ? { ...document, channels: { ...(document.channels as object), broken: { address: 7 } } }
    : document
  const { diagnostics } = await new Parser().parse(JSON.stringify(planted))
  // A newer version of AsyncAPI is not a fault of the document.
  const faults = diagnostics.filter(({ code, severity }) => severity <= 1 && code !== 'asyncapi-latest-version')
  for (const { path, message } of faults) findings.push(`${ir.name}: ${path.join('.')}: ${message}`)
}

const judgeEvents = (contract: typeof jobs | typeof parcels): void => {
  const ir = irOf(contract)
  const { samplesOf } = samplerFor(ir)
  for (const [name, payload] of Object.entries(ir.entity?.events ?? {})) {
    events += 1
    const eventInput = { entity: 'e-1', version: 1, time: new Date(0), data: samplesOf(payload, name)?.typical }
    const event = cloudEvent(contract, name as never, eventInput as never)
    try {
      const parsed = new CloudEvent(isPlanted ? { ...event, id: '' } : { ...event }, true)
      const received = HTTP.toEvent(HTTP.structured(parsed)) as CloudEvent<unknown>
      const sentPayload = JSON.stringify(event.data)
      if (JSON.stringify(received.data) !== sentPayload)
        findings.push(`${ir.name} ${name}: the payload did not survive`)
    } catch (cause) {
      findings.push(
        `${ir.name} ${name}: ${(cause as Error).message} ${JSON.stringify((cause as { errors?: unknown }).errors ?? '')}`,
      )
    }
  }
}

for (const ir of [irOf(jobs), irOf(parcels), ...platformContracts]) await judgeDocument(ir)
judgeEvents(jobs)
judgeEvents(parcels)
for (const finding of findings) console.log(finding)
console.log(`figures: ${documents} AsyncAPI documents and ${events} CloudEvents, ${findings.length} findings`)
process.exitCode = findings.length === 0 && documents > 1 && events > 3 ? 0 : 1
