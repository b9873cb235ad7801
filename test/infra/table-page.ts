import type { RowKeys } from '@signet/kernel/row-kind'
import { SERVICES } from '../../lib/services.ts'
import { idOf, type Properties, type Synth } from './synth.ts'

const list = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T])

/** Lists rights on rows as the templates grant them: function, partitions, actions. */
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

/** Lists rights once per bundle: functions with the same code have the same rights. */
const rights = (synth: Synth): readonly (readonly string[])[] => [
  ...new Map(allRights(synth).map((row) => [row.join('|'), row])).values(),
]

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const code = (text: string | undefined): string => (text === undefined ? '' : `\`${text}\``)

const reasonOf = (text: string): string => `no: ${text}`

/** Returns the owner of the rows of a kind, and the effect of account deletion and account export on them. */
const ownership = ({ owner, erasure, exported }: RowKeys): readonly string[] => {
  if (owner === 'platform') return [owner, '', '']
  const erased = erasure === undefined ? 'yes' : 'by' in erasure ? `yes: ${erasure.by}` : reasonOf(erasure.none)
  const file = exported && 'file' in exported ? code(`${exported.file}.jsonl`) : reasonOf(exported?.none ?? '')
  return [owner, erased, file]
}

/**
 * Returns the page docs/table.md: the kinds of rows with their keys, lifetimes and owners, and the rights of functions.
 */
export const tablePage = (synth: Synth): string => {
  const kinds = SERVICES.flatMap(({ service }) =>
    (service.rows as readonly RowKeys[]).map((kind) => ({ service: service.name, kind })),
  )
  const rows = kinds.map(({ service, kind }) => {
    const { name, keyTemplates, retention } = kind
    const keys = [keyTemplates.pk, keyTemplates.sk, keyTemplates.gsi1pk, keyTemplates.gsi1sk].map(code)
    return [name, service, ...keys, retention]
  })
  const owners = kinds.map(({ service, kind }) => [kind.name, service, ...ownership(kind)])
  return `# The table

Generated from the row kinds of the services and the rights in the templates; do not edit. After a change of either, run
\`npm run pages\`.

A row with a lifetime has a \`ttl\` in epoch seconds. Queries ignore expired rows; DynamoDB deletes them days later.

## Rows

${table(['Row', 'Domain', 'pk', 'sk', 'gsi1pk', 'gsi1sk', 'Retention'], rows)}

The index \`gsi1\` is sparse and contains keys only:

- \`OPEN#\`: rows with pending work, oldest first in each partition
- \`GRACE#\`: grace periods by their end
- \`CANARY\`: running canaries by their next stage
- \`DUE#\`: rows at rest, by the time at which the row or its objects are to be deleted

## Owners

Rows of an account are erased when the account is deleted, and exported with it. See [accounts](accounts.md).

${table(['Row', 'Domain', 'Owner', 'Erased', 'Exported'], owners)}

## Access of functions

${table(['Function', 'Partitions', 'Actions'], rights(synth))}
`
}
