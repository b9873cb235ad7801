import type { RowKeys } from '@signet/kernel/row-kind'
import { SERVICES } from '../../lib/services.ts'
import { idOf, type Properties, type Synth } from './synth.ts'

const list = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T])

/** Rights on rows as the templates grant them: function, partitions, what it may do. */
const allRights = (synth: Synth): readonly (readonly string[])[] =>
  synth.of('AWS::Lambda::Function').flatMap((fn) => {
    const { Metadata, Properties, stack } = fn
    const role = idOf(Properties.Role)
    const policies = synth
      .of('AWS::IAM::Policy')
      .filter((each) => each.stack === stack && list(each.Properties.Roles).map(idOf).includes(role))
    return policies.flatMap((policy) =>
      (policy.Properties.PolicyDocument.Statement as Properties[]).flatMap(({ Action, Condition, Resource }) => {
        const actions = list<string>(Action).filter((action) => action.startsWith('dynamodb:'))
        if (actions.length === 0) return []
        const keys = Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] as string[] | undefined
        const index = /\/index\/(\w+)/.exec(JSON.stringify(Resource))?.[1]
        const where = keys ? keys.map(code).join(', ') : `index ${code(index)}`
        return [
          [String(Metadata?.['signet:bundle']), where, actions.map((a) => a.slice('dynamodb:'.length)).join(', ')],
        ]
      }),
    )
  })

/** The same code may run as several functions, which may the same: they stand here once. */
const rights = (synth: Synth): readonly (readonly string[])[] => [
  ...new Map(allRights(synth).map((row) => [row.join('|'), row])).values(),
]

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const code = (text: string | undefined): string => (text === undefined ? '' : `\`${text}\``)

const reasonOf = (text: string): string => `no: ${text}`

/** The owner of the rows of a kind, and what account deletion and account export do with them. */
const ownership = ({ owner, erasure, exported }: RowKeys): readonly string[] => {
  if (owner === 'platform') return [owner, '', '']
  const erased = erasure === undefined ? 'yes' : 'by' in erasure ? `yes: ${erasure.by}` : reasonOf(erasure.none)
  const file = exported && 'file' in exported ? code(`${exported.file}.jsonl`) : reasonOf(exported?.none ?? '')
  return [owner, erased, file]
}

/** The page docs/table.md: the kinds of rows with their keys, lifetimes and owners, and the rights of functions. */
export const tablePage = (synth: Synth): string => {
  const kinds = SERVICES.flatMap(({ service }) =>
    (service.rows as readonly RowKeys[]).map((kind) => ({ service: service.name, kind })),
  )
  const rows = kinds.map(({ service, kind }) => {
    const { name, shown, kept } = kind
    const keys = [shown.pk, shown.sk, shown.gsi1pk, shown.gsi1sk].map(code)
    return [name, service, ...keys, kept]
  })
  const owners = kinds.map(({ service, kind }) => [kind.name, service, ...ownership(kind)])
  return `# The table

Generated from the row kinds of the services and the rights in the templates; do not edit. After a change of either:
\`npm run pages\`.

Every row with a lifetime carries it as \`ttl\` in epoch seconds. Reads look at the time themselves; DynamoDB's own
removal only collects garbage, days later.

## Rows

${table(['Row', 'Domain', 'pk', 'sk', 'gsi1pk', 'gsi1sk', 'Kept'], rows)}

The index \`gsi1\` is sparse and holds keys only: in \`OPEN#\` what still needs somebody's attention, oldest first in each
partition; in \`GRACE#\` graces by their end; in \`CANARY\` running canaries by their next
stage; in \`DUE#\` what is at rest until something of it is to be removed, by that time.

## Owners

Rows of an account are erased when the account is deleted, and exported with it. See [accounts](accounts.md).

${table(['Row', 'Domain', 'Owner', 'Erased', 'Exported'], owners)}

## Who may touch them

${table(['Function', 'Partitions', 'May'], rights(synth))}
`
}
