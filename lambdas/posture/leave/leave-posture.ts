import { intakeRow } from '@signet/posture/intakes/rows'
import { eraseRows, partitionOf, rowTable, type TableDeps } from '@signet/kernel'
import { type Erase, linesOf, type Take } from '@signet/erasure'

/** Erases intakes of the organisation with their verdicts. */
export const erasePosture =
  (deps: TableDeps): Erase =>
  async ({ org_id: org }) => {
    if (org !== null) await eraseRows(deps, { pk: partitionOf(intakeRow, { org }) })
    return 'done'
  }

/** Intakes of the organisation with their verdicts. */
export const takePosture = (deps: TableDeps): Take =>
  async function* ({ org_id: org }) {
    yield* linesOf('posture-intakes', await rowTable(intakeRow, deps).all({ org }))
  }
