import { runFunction } from './control.ts'
import { pauses } from './pauses.ts'
import { asPerson, type Person } from './people.ts'

/** The state of an account's export, as the platform reports it. */
export interface ExportState {
  readonly missing: readonly string[]
}

/** Requests the export of a person's account. */
export const requestExport = <State extends ExportState>(person: Person) =>
  asPerson<State>(person, 'GET', '/api/account/export', { as: 'getAccountExport' })

/** Runs of the worker that joins exports, until all services have responded. */
const RUNS = 100

/** Returns the export once it is ready. @throws Error if services have not responded within half a minute */
export const waitForExport = async <State extends ExportState>(person: Person): Promise<State> => {
  const pause = pauses()
  for (let runs = 0; runs < RUNS; runs++) {
    const { status, body } = await requestExport<State>(person)
    if (status === 200) return body
    await pause()
    if (body.missing.length === 0) await runFunction('accounts-export')
  }
  const { missing } = (await requestExport(person)).body
  throw new Error(`The export is not ready: ${missing.join(', ')} missing`)
}
