import { camelCase } from '@signet/contracts/names'
import type { KeyTemplate } from './dynamo-key.ts'
import { type DynamoPlan, refuseSharedPrefixes } from './dynamo-plan.ts'

interface KeyAttribute {
  readonly name: string
  readonly type: 'S' | 'N'
}

/** Props of CDK's `TableV2` as plain JSON; `type` has the values of its `AttributeType`. */
export interface DynamoTableProps {
  readonly tableName: string
  readonly partitionKey: KeyAttribute
  readonly sortKey?: KeyAttribute
  readonly globalSecondaryIndexes: readonly DynamoIndexProps[]
}

export interface DynamoIndexProps {
  readonly indexName: string
  readonly partitionKey: KeyAttribute
  readonly sortKey?: KeyAttribute
}

const keyAttribute = ({ attribute: name, type }: KeyTemplate): KeyAttribute => ({ name, type })

const keyAttributes = ({ partitionKey, sortKey }: Pick<DynamoPlan, 'partitionKey' | 'sortKey'>) => ({
  partitionKey: keyAttribute(partitionKey),
  ...(sortKey === undefined ? {} : { sortKey: keyAttribute(sortKey) }),
})

/**
 * Returns the props of the table for the given entities: one, or several that share it. A shared table has as many
 * indexes as the entity with the highest number needs.
 * @throws ContractError if two contracts of a shared table use the same prefix.
 */
export const dynamoTableProps = (
  plans: readonly [DynamoPlan, ...DynamoPlan[]],
  tableName: string = plans[0].tableName,
): DynamoTableProps => {
  if (plans.length > 1 && plans.some(({ layout }) => layout === 'own')) {
    throw new TypeError(`Table "${tableName}" is shared: create every plan with the layout "single"`)
  }
  refuseSharedPrefixes(plans)
  const indexes = new Map(
    plans.flatMap((plan) =>
      plan.indexes.map((index) => [index.indexName, { indexName: index.indexName, ...keyAttributes(index) }]),
    ),
  )
  const byName = [...indexes.values()].sort((a, b) => a.indexName.localeCompare(b.indexName, 'en', { numeric: true }))
  return { tableName, ...keyAttributes(plans[0]), globalSecondaryIndexes: byName }
}

const keyText = (name: string, key: KeyAttribute | undefined): string[] =>
  key === undefined
    ? []
    : [`${name}: { name: ${JSON.stringify(key.name)}, type: AttributeType.${key.type === 'S' ? 'STRING' : 'NUMBER'} },`]

/** Returns the props as a TypeScript module: `new TableV2(this, 'Jobs', jobsTable)`. */
export const dynamoTableText = ({
  tableName,
  partitionKey,
  sortKey,
  globalSecondaryIndexes,
}: DynamoTableProps): string => {
  const name = camelCase(`${tableName.replaceAll(/[^A-Za-z0-9]+/g, '_')}_table`)
  const indexes = globalSecondaryIndexes.flatMap((index) => [
    '    {',
    `      indexName: ${JSON.stringify(index.indexName)},`,
    ...[...keyText('partitionKey', index.partitionKey), ...keyText('sortKey', index.sortKey)].map(
      (line) => `      ${line}`,
    ),
    '    },',
  ])
  return `${[
    `import { AttributeType, type TablePropsV2 } from 'aws-cdk-lib/aws-dynamodb'`,
    '',
    `export const ${/^[0-9]/.test(name) ? `table${name}` : name} = {`,
    `  tableName: ${JSON.stringify(tableName)},`,
    ...[...keyText('partitionKey', partitionKey), ...keyText('sortKey', sortKey)].map((line) => `  ${line}`),
    ...(indexes.length === 0 ? [] : ['  globalSecondaryIndexes: [', ...indexes, '  ],']),
    '} satisfies TablePropsV2',
  ].join('\n')}\n`
}
