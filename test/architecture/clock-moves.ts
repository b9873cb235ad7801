import type { SourceFile } from '../support/source-files.ts'
import { factsOf } from './module-facts.ts'
import { lineOf } from './syntax-tree.ts'

const CONTROL = 'test/support/control.ts'

/** Exports of `control.ts` that move the clock of a whole stack. `*` and a dynamic import include every export. */
const MOVING_EXPORTS = ['advance', 'advanceAsleep', '*']

const mayMove = (path: string): boolean => path === CONTROL || path.startsWith('test/stories/')

const CLOCK = '/_local/clock'

/**
 * Files that may call the clock's address: stories, the helpers of tests, the tests of the local runner, and programs
 * that start a separate stack. The test of this rule contains violations.
 */
const CLOCK_CALLERS =
  /^test\/(?:stories|support|judges|bench|soak|unit\/local(?:-aws)?)\/|^test\/architecture\/clock-moves\./

const ADVICE = 'run the work at a later time: later(), runFunction()'

const importedMoves = (file: SourceFile): string[] =>
  mayMove(file.path) || !file.text.includes('/control.ts')
    ? []
    : factsOf(file).imports.flatMap(({ target, names, line }) => {
        const moves = target === CONTROL ? names.filter((name) => MOVING_EXPORTS.includes(name)) : []
        return moves.map((name) => `${file.path}:${line} imports ${name} of ${CONTROL}; ${ADVICE}`)
      })

const calledClocks = ({ path, text }: SourceFile): string[] =>
  CLOCK_CALLERS.test(path)
    ? []
    : [...text.matchAll(new RegExp(CLOCK, 'g'))].map(
        ({ index }) => `${path}:${lineOf(text, index)} calls ${CLOCK}; ${ADVICE}, stackNow()`,
      )

/** Returns the imports and calls below `test/` that move the clock of a stack outside of stories. */
export const clockMoves = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => path.startsWith('test/'))
    .flatMap((file) => [...importedMoves(file), ...calledClocks(file)])
