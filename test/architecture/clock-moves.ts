import type { SourceFile } from '../support/source-files.ts'
import { factsOf } from './module-facts.ts'

const CONTROL = 'test/support/control.ts'

/** What moves the clock of a whole stack; `*` and a dynamic import take everything. */
const MOVES = ['advance', 'advanceAsleep', '*']

const mayMove = (path: string): boolean => path === CONTROL || path.startsWith('test/stories/')

/** Imports of what moves the clock, outside of stories. */
export const clockMoves = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path, text }) => path.startsWith('test/') && !mayMove(path) && text.includes('/control.ts'))
    .flatMap((file) =>
      factsOf(file).imports.flatMap(({ target, names, line }) => {
        const moves = target === CONTROL ? names.filter((name) => MOVES.includes(name)) : []
        return moves.map(
          (name) =>
            `${file.path}:${line} imports ${name} of ${CONTROL}; run the work at a later time: later(), runFunction()`,
        )
      }),
    )
