import { paidRunGuardOf } from '../guard/paid-runs.ts'
import { scaffoldCounts } from '../telemetry/scaffold-counts.ts'
import type { InscribingDeps, InscribingRuntime } from '../wiring/inscribing-deps.ts'
import { makeScaffold } from './make-scaffold.ts'
import { runCodegen } from './run-codegen.ts'
import { scaffoldObjects } from './scaffold-objects.ts'
import { scaffoldRuns } from './scaffold-runs-table.ts'

export const scaffoldDeps = (
  runtime: InscribingRuntime,
  { inscriber, issuer, counts: hours, bucket }: InscribingDeps,
) => {
  const runs = scaffoldRuns(runtime)
  const counts = scaffoldCounts(hours)
  const createScaffold = makeScaffold(() => process.hrtime.bigint())
  const objects = scaffoldObjects(bucket)
  const codegen = runCodegen({
    ...runtime,
    makeScaffold: createScaffold,
    runPaid: paidRunGuardOf(runtime),
    runs,
    objects,
    inscriber,
    counts,
  })
  return { codegen, runs, counts, issuer, now: runtime.now }
}
