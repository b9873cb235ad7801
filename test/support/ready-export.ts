import { advance } from './control.ts'
import { asPerson, type Person } from './people.ts'

/** What the platform says of an export of an account. */
export interface ExportState {
  readonly missing: readonly string[]
}

/** Asks for the export of a person's account. */
export const askForExport = <State extends ExportState>(person: Person) =>
  asPerson<State>(person, 'GET', '/api/account/export', { as: 'getAccountExport' })

/** The export once it is ready. @throws Error after twenty minutes of the stack's clock */
export const readyExport = async <State extends ExportState>(person: Person): Promise<State> => {
  for (let minute = 0; minute < 20; minute++) {
    const { status, body } = await askForExport<State>(person)
    if (status === 200) return body
    await advance(61_000)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  const { missing } = (await askForExport(person)).body
  throw new Error(`The export is not ready after twenty minutes: ${missing.join(', ')} missing`)
}
