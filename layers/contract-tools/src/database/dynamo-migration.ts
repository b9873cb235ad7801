import { type ContractProblem, refuseProblems } from '@signet/contracts'
import { sameJson } from '@signet/contracts/canonical'
import type { ContractIR } from '@signet/contracts/ir'
import { kebabCase } from '@signet/contracts/names'
import { type GeneratedFiles, jsonText } from '../generated-files.ts'
import { type Column, type ColumnKind, columnNamed, type Table } from './column.ts'
import { planDocument } from './dynamo-document.ts'
import {
  assignSlots,
  type DynamoIndexPlan,
  type DynamoPlan,
  type DynamoPlanOptions,
  dynamoPlan,
} from './dynamo-plan.ts'
import type { DynamoFill, DynamoStep } from './dynamo-step.ts'
import { type DynamoTableProps, dynamoTableProps, dynamoTableText } from './dynamo-table.ts'
import type { Phase } from './migration-step.ts'
import { type Backfill, type ChangeOptions, type TableChange, tableChange } from './table-change.ts'
import { tableOf } from './table-model.ts'

export interface DynamoMigrationOptions extends ChangeOptions, DynamoPlanOptions {
  /** The current version of the table; omitted for a new table. */
  readonly previous?: ContractIR | undefined
}

export interface DynamoMigration {
  readonly files: GeneratedFiles
  readonly steps: readonly DynamoStep[]
  /** `undefined` if the entity is stored elsewhere. */
  readonly plan: DynamoPlan | undefined
}

const templatesOf = ({ partitionKey, sortKey }: DynamoIndexPlan) => [partitionKey, ...(sortKey ? [sortKey] : [])]

const deploySteps = (phase: Phase, from: DynamoTableProps, to: DynamoTableProps): DynamoStep[] => {
  let table = from
  const steps: DynamoStep[] = []
  const addStep = (why: string, globalSecondaryIndexes: DynamoTableProps['globalSecondaryIndexes']): void => {
    table = { ...table, globalSecondaryIndexes }
    steps.push({ phase, action: 'deploy', why, table })
  }
  for (const index of from.globalSecondaryIndexes) {
    if (to.globalSecondaryIndexes.some(({ indexName }) => indexName === index.indexName)) continue
    const remainingIndexes = table.globalSecondaryIndexes.filter(({ indexName }) => indexName !== index.indexName)
    addStep(`No code queries ${index.indexName} anymore.`, remainingIndexes)
  }
  for (const index of to.globalSecondaryIndexes) {
    if (table.globalSecondaryIndexes.some(({ indexName }) => indexName === index.indexName)) continue
    addStep(`${index.indexName} is new; wait until it is ACTIVE before the next deploy.`, [
      ...table.globalSecondaryIndexes,
      index,
    ])
  }
  return steps
}

const updateStep = (phase: Phase, why: string, fill: DynamoFill): DynamoStep => ({
  phase,
  action: 'update_items',
  why,
  fill,
})

const backfillSteps = (backfill: Backfill): DynamoStep[] => {
  const { name: attribute } = backfill.column
  if (!('from' in backfill)) {
    const { value } = backfill
    const why = `Items of the old code lack ${attribute}.`
    return [
      { phase: 'expand', action: 'default_on_read', attribute, value, why },
      updateStep('backfill', `Items get ${attribute}.`, { kind: 'value', attribute, value }),
      updateStep('contract', `Repeated for items that the old code wrote since the backfill.`, {
        kind: 'value',
        attribute,
        value,
      }),
    ]
  }
  const { name: from } = backfill.from
  const why = `${from} remains authoritative for both versions until the old one has ended.`
  const copyReason = `Items get ${attribute} from ${from}, so that its indexes are filled.`
  const moveReason = `${from} becomes ${attribute}, with the last values that the old code wrote.`
  return [
    { phase: 'expand', action: 'dual_write', attribute, from, why },
    updateStep('backfill', copyReason, { kind: 'copy', attribute, from }),
    updateStep('contract', moveReason, { kind: 'move', attribute, from }),
  ]
}

/**
 * Returns the steps for an attribute that the new code no longer reads. It is written as long as the old code requires
 * it.
 */
const removalSteps = ({ name: attribute, nullable }: Column, transitional: Table): DynamoStep[] => {
  const value = columnNamed(transitional, attribute)?.default
  const keepWriting = {
    phase: 'expand',
    action: 'keep_writing',
    attribute,
    why: `The old code requires ${attribute}.`,
  } as const
  return [
    ...(nullable || value === undefined ? [] : [{ ...keepWriting, value }]),
    updateStep('contract', `No code reads ${attribute} anymore.`, { kind: 'remove', attribute }),
  ]
}

const attributeSteps = ({ before, after, transitional, renames, backfills }: TableChange): DynamoStep[] => {
  const renamedNames = renames.map(({ oldColumn }) => oldColumn.name)
  const removed = before.columns.filter(
    ({ name }) => columnNamed(after, name) === undefined && !renamedNames.includes(name),
  )
  return [...backfills.flatMap(backfillSteps), ...removed.flatMap((column) => removalSteps(column, transitional))]
}

/**
 * Returns the steps for the attributes of an index. Only the new code writes composed attributes, so items of the old
 * code are filled afterwards.
 */
const indexSteps = (before: DynamoPlan, after: DynamoPlan): DynamoStep[] =>
  after.indexes.flatMap((index) => {
    const templates = templatesOf(index)
    const isKnown = before.indexes.some((existing) => sameJson(templatesOf(existing), templates))
    if (isKnown || templates.every(({ isField }) => isField)) return []
    const fill = { kind: 'keys', index: index.indexName, templates } as const
    return [
      updateStep('backfill', `Items enter ${index.indexName}.`, fill),
      updateStep(
        'contract',
        `Repeated for items that the old code wrote since the backfill; query ${index.indexName} after this step.`,
        fill,
      ),
    ]
  })

const STORED_TYPES: Readonly<Record<ColumnKind, string>> = {
  text: 'S',
  uuid: 'S',
  timestamp: 'S',
  date: 'S',
  integer: 'N',
  number: 'N',
  boolean: 'BOOL',
  object: 'M',
  array: 'L',
  json: 'JSON',
}

const typeProblems = ({ before, after }: TableChange): ContractProblem[] =>
  before.columns.flatMap((oldColumn) => {
    const newColumn = columnNamed(after, oldColumn.name)
    if (
      newColumn === undefined ||
      STORED_TYPES[newColumn.kind] === STORED_TYPES[oldColumn.kind] ||
      newColumn.kind === 'json'
    )
      return []
    const problem = `was stored as ${STORED_TYPES[oldColumn.kind]} and would be ${STORED_TYPES[newColumn.kind]}, but DynamoDB does not convert values; add a field under another name and fill it`
    return [{ at: `schema.${oldColumn.name}`, problem }]
  })

const changeSteps = (change: TableChange, before: DynamoPlan, after: DynamoPlan): DynamoStep[] => {
  const oldProps = dynamoTableProps([before])
  const newProps = dynamoTableProps([after])
  const names = new Set(oldProps.globalSecondaryIndexes.map(({ indexName }) => indexName))
  const added = newProps.globalSecondaryIndexes.filter(({ indexName }) => !names.has(indexName))
  const both = { ...oldProps, globalSecondaryIndexes: [...oldProps.globalSecondaryIndexes, ...added] }
  const steps = [
    ...deploySteps('expand', oldProps, both),
    ...attributeSteps(change),
    ...indexSteps(before, after),
    ...deploySteps('contract', both, newProps),
  ]
  return (['expand', 'backfill', 'contract'] as const).flatMap((phase) => steps.filter((step) => step.phase === phase))
}

const planMigration = (
  ir: ContractIR,
  { previous, layout, slots = {}, ...options }: DynamoMigrationOptions,
): { readonly plan: DynamoPlan | undefined; readonly steps: readonly DynamoStep[] } => {
  const after = tableOf(ir)
  const before = previous === undefined ? undefined : tableOf(previous)
  if (after === undefined) return { plan: undefined, steps: [] }
  if (before === undefined || previous === undefined) {
    const plan = dynamoPlan(ir, { layout, slots })
    if (plan === undefined) return { plan, steps: [] }
    const why = 'The table of the entity; a new table can have all its indexes at once.'
    return { plan, steps: [{ phase: 'expand', action: 'deploy', why, table: dynamoTableProps([plan]) }] }
  }
  const change = tableChange({ ir, previous, before, after }, options)
  refuseProblems(ir.name, typeProblems(change))
  const currentSlots = assignSlots(
    before.indexes.filter(({ unique }) => !unique),
    slots,
  )
  const oldPlan = dynamoPlan(previous, { layout, slots: currentSlots })
  const plan = dynamoPlan(ir, { layout, slots: currentSlots })
  if (oldPlan === undefined || plan === undefined) return { plan, steps: [] }
  return { plan, steps: changeSteps(change, oldPlan, plan) }
}

/**
 * Generates the keys and indexes of an entity in DynamoDB and, from a previous version, the steps between the two.
 * Files: `dynamodb/<contract>/<version>/table.json` (keys, templates and slots), `table.ts` (props of CDK's TableV2)
 * and, from a previous version, `dynamodb/<contract>/<old>-to-<new>/steps.json`.
 * In the layout `single`, pass the `slots` of the last `table.json` to the next migration, so that indexes keep their
 * numbers.
 * @throws ContractError for data that DynamoDB cannot store, and for the changes that `sqlMigration` refuses.
 */
export const dynamoMigration = (ir: ContractIR, options: DynamoMigrationOptions = {}): DynamoMigration => {
  const { plan, steps } = planMigration(ir, options)
  if (plan === undefined) return { plan, steps, files: {} }
  const folder = `dynamodb/${kebabCase(ir.name)}`
  const { previous } = options
  const path = `${folder}/${previous?.version}-to-${ir.version}/steps.json`
  const files = {
    [`${folder}/${ir.version}/table.json`]: jsonText(planDocument(plan)),
    [`${folder}/${ir.version}/table.ts`]: dynamoTableText(dynamoTableProps([plan])),
    ...(previous?.entity?.db === undefined ? {} : { [path]: jsonText(steps) }),
  }
  return { plan, steps, files }
}
