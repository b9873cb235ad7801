import { type Outcome, runStep, type Step, type StepReport } from './report.ts'
import { newRun, type SmokeRun, type Undo } from './run.ts'
import { createKey, health, rates, signIn } from './steps/account.ts'
import { archive } from './steps/archive.ts'
import { flags } from './steps/flags.ts'
import { asset, image } from './steps/image.ts'
import type { Target } from './target.ts'

const STEPS: Readonly<Record<string, (run: SmokeRun) => Promise<StepReport>>> = {
  health,
  'sign-in': signIn,
  key: createKey,
  image,
  asset,
  archive,
  flags,
  rates,
}

/** Deletes everything that the steps created, newest first, and continues after failures. @throws the first failure */
const cleanUp = async (undo: readonly Undo[]): Promise<StepReport> => {
  const deleted: string[] = []
  const failures: unknown[] = []
  for (const { resource, run } of undo.toReversed()) {
    try {
      await run()
      deleted.push(resource)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return { message: deleted.length === 0 ? 'nothing was created' : `deleted ${deleted.join(', ')}` }
}

/** Runs all steps against a target in order, and then deletes everything that they created. */
export const runSmoke = async (
  target: Target,
  models: readonly Step[],
  onOutcome: (outcome: Outcome) => void = () => {},
): Promise<readonly Outcome[]> => {
  const run = newRun(target)
  const steps = Object.entries(STEPS).map(([name, step]): Step => ({ name, run: () => step(run) }))
  const outcomes: Outcome[] = []
  for (const step of [...steps, ...models, { name: 'clean up', run: () => cleanUp(run.undo) }]) {
    const outcome = await runStep(step)
    outcomes.push(outcome)
    onOutcome(outcome)
  }
  return outcomes
}
