import type { ContractIR } from '@signet/contracts/ir'
import { kebabCase } from '@signet/contracts/names'
import type { GeneratedFiles } from '../generated-files.ts'
import type { MigrationStep, Phase } from './migration-step.ts'
import type { SqlDialect } from './sql-dialect.ts'

const PHASES: readonly (readonly [phase: Phase, file: string, when: string])[] = [
  ['expand', '1-expand.sql', 'Run it before the new code. The old code goes on as before.'],
  [
    'backfill',
    '2-backfill.sql',
    'Run it when the new code writes, and once more before 3-contract.sql. A second run changes nothing.',
  ],
  ['contract', '3-contract.sql', 'Run it when no old code is left.'],
]

/** One line, even for a name with line breaks. */
const comment = (text: string): string => `-- ${text.replaceAll(/\p{Cc}|\u2028|\u2029/gu, ' ')}`

const stepText = ({ why, statements, transaction }: MigrationStep): string => {
  const lines = statements.map((statement) => `${statement};`)
  const block = transaction && lines.length > 1 ? ['BEGIN;', ...lines, 'COMMIT;'] : lines
  return [comment(why), ...block].join('\n')
}

const fileText = (head: readonly string[], steps: readonly MigrationStep[]): string =>
  `${[head.map(comment).join('\n'), ...steps.map(stepText)].join('\n\n')}\n`

/** By default both clients continue after an error, and would drop data that was not copied. */
const RUN: Readonly<Record<SqlDialect, string>> = {
  postgres: 'Stop at the first error: psql -v ON_ERROR_STOP=1 -f <this file>',
  sqlite: 'Stop at the first error: sqlite3 -bail <database> < <this file>',
}

/** The steps as files that `psql` and `sqlite3` run, one a phase. */
export const migrationFiles = (
  ir: ContractIR,
  dialect: SqlDialect,
  previous: ContractIR | undefined,
  steps: readonly MigrationStep[],
): GeneratedFiles => {
  const folder = `${dialect}/${kebabCase(ir.name)}`
  const isFresh = previous?.entity?.db === undefined
  if (isFresh) {
    const head = [`${ir.name} ${ir.version}, from nothing.`, RUN[dialect]]
    return steps.length === 0 ? {} : { [`${folder}/${ir.version}/create.sql`]: fileText(head, steps) }
  }
  const files = PHASES.flatMap(([phase, file, when]) => {
    const inPhase = steps.filter((step) => step.phase === phase)
    const head = [`${ir.name} ${previous.version} to ${ir.version}: ${phase}.`, when, RUN[dialect]]
    const path = `${folder}/${previous.version}-to-${ir.version}/${file}`
    return inPhase.length === 0 ? [] : [[path, fileText(head, inPhase)] as const]
  })
  return Object.fromEntries(files)
}
