import { templateText } from './dynamo-key.ts'
import { type DynamoPlan, entityPrefix, slotName } from './dynamo-plan.ts'
import { dynamoTableProps } from './dynamo-table.ts'

const keyTexts = ({ partitionKey, sortKey }: Pick<DynamoPlan, 'partitionKey' | 'sortKey'>): Record<string, string> => ({
  [partitionKey.attribute]: templateText(partitionKey),
  ...(sortKey === undefined ? {} : { [sortKey.attribute]: templateText(sortKey) }),
})

export const planDocument = (plan: DynamoPlan): unknown => ({
  contract: plan.contract,
  version: plan.version,
  layout: plan.layout,
  table: dynamoTableProps([plan]),
  ...(plan.layout === 'single' ? { prefix: entityPrefix(plan.contract) } : {}),
  keys: keyTexts(plan),
  indexes: plan.indexes.map((index) => ({ indexName: index.indexName, fields: index.fields, keys: keyTexts(index) })),
  ...(plan.layout === 'single'
    ? {
        uniqueItems: plan.uniqueItems.map(({ fields, partitionKey }) => ({ fields, pk: templateText(partitionKey) })),
        slots: Object.fromEntries(plan.indexes.map((index) => [slotName(index), Number(index.indexName.slice(3))])),
      }
    : {}),
})
