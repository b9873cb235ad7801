import type { TableDeps } from '@signet/kernel'
import { linesOf, recordsOf, type Take } from '@signet/erasure'

/** The person, their organisations, sessions, keys and agents. Digests of secrets are left out. */
export const takeAccount = (deps: Pick<TableDeps, 'db' | 'table'>): Take =>
  async function* ({ user_id: user, org_id: org }) {
    const person = `PERSON#${user}`
    yield* linesOf('person', recordsOf(deps, { pk: person, startsWith: 'PROFILE' }))
    yield* linesOf('organisations', recordsOf(deps, { pk: person, startsWith: 'ORG#' }))
    yield* linesOf('sessions', recordsOf(deps, { pk: person, startsWith: 'SESSION#' }, ['digest']))
    yield* linesOf('keys', recordsOf(deps, { pk: `ORGKEY#${org}` }, ['digest', 'madeBy']))
    yield* linesOf('agents', recordsOf(deps, { pk: `OAGRANT#${user}` }, ['key', 'version']))
  }
