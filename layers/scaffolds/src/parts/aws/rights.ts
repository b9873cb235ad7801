import type { Design } from '../../design.ts'

/** Calls of the port `Records`, and the verb of DynamoDB that each needs. */
const VERBS = [
  ['get', 'dynamodb:GetItem'],
  ['insert', 'dynamodb:PutItem'],
  ['replace', 'dynamodb:PutItem'],
  ['remove', 'dynamodb:DeleteItem'],
  ['list', 'dynamodb:Query'],
] as const

/** The source that runs: neither tests nor the memory that stands for a table there. */
const runs = (path: string): boolean => path.startsWith('src/') && path !== 'src/records/memory-records.ts'

/** The verbs that the code of a design needs of its table: those of the calls that stand in it, and no others. */
export const tableVerbsOf = ({ files }: Pick<Design, 'files'>): readonly string[] => {
  const source = files
    .filter(({ path }) => runs(path))
    .map(({ content }) => content)
    .join('\n')
  const needed = VERBS.filter(([call]) => new RegExp(`\\brecords\\s*\\??\\.${call}\\b`).test(source)).map(
    ([, verb]) => verb,
  )
  return [...new Set(needed)]
}
