import { runFunction } from './control.ts'
import { pauses } from './pauses.ts'
import { asPerson, type Person } from './people.ts'

/** What the platform says of an export of an account. */
export interface ExportState {
  readonly missing: readonly string[]
}

/** Requests the export of a person's account. */
export const askForExport = <State extends ExportState>(person: Person) =>
  asPerson<State>(person, 'GET', '/api/account/export', { as: 'getAccountExport' })

/** Runs of the worker that joins exports, until services have answered. */
const RUNS = 100

/** The export once it is ready. @throws Error when services have not answered within half a minute */
export const readyExport = async <State extends ExportState>(person: Person): Promise<State> => {
  const pause = pauses()
  for (let runs = 0; runs < RUNS; runs++) {
    const { status, body } = await askForExport<State>(person)
    if (status === 200) return body
    await pause()
    if (body.missing.length === 0) await runFunction('accounts-export')
  }
  const { missing } = (await askForExport(person)).body
  throw new Error(`The export is not ready: ${missing.join(', ')} missing`)
}
