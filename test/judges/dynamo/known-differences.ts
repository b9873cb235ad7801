import type { Operation } from './operation.ts'
import type { Outcome } from './outcome.ts'

/** A place where another implementation answers otherwise, and why ours stays as it is. */
export interface KnownDifference {
  readonly judge: 'dynamodb-local' | 'ministack'
  readonly reason: string
  readonly covers: (operation: Operation, ours: Outcome, theirs: Outcome) => boolean
}

const errorOf = (outcome: Outcome): string | undefined => ('error' in outcome ? outcome.error : undefined)
const isInvalid = (outcome: Outcome): boolean => errorOf(outcome) === 'ValidationException'

const reasonCodes = (outcome: Outcome): readonly string[] => {
  const { reasons = [] } = ('detail' in outcome ? outcome.detail : {}) as { reasons?: readonly { Code: string }[] }
  return reasons.map(({ Code }) => Code)
}
const rejectsOneStep = (outcome: Outcome): boolean => reasonCodes(outcome).includes('ValidationError')

type Step = Readonly<Record<string, { readonly Key?: object; readonly Item?: Readonly<Record<string, unknown>> }>>
const rowOf = (step: Step): string => {
  const { pk, sk } = (Object.values(step)[0]?.Key ?? Object.values(step)[0]?.Item ?? {}) as Record<string, unknown>
  return JSON.stringify([pk, sk])
}
const touchesARowTwice = ({ name, input }: Operation): boolean => {
  if (name !== 'TransactWriteItems') return false
  const rows = (input.TransactItems as readonly Step[]).map(rowOf)
  return new Set(rows).size < rows.length
}
const mentions = ({ input }: Operation, pattern: RegExp): boolean => pattern.test(JSON.stringify(input))

const updatedOnly: KnownDifference['covers'] = ({ input }, ours, theirs) =>
  /^UPDATED_/.test(String(input.ReturnValues)) && errorOf(ours) === undefined && errorOf(theirs) === undefined

export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    judge: 'dynamodb-local',
    reason:
      'ours cancels a transaction whose update does not suit the item, with ValidationError for that step (API_TransactWriteItems); theirs refuses the request',
    covers: (_, ours, theirs) => rejectsOneStep(ours) && isInvalid(theirs),
  },
  {
    judge: 'dynamodb-local',
    reason:
      'ours refuses a transaction that names a row twice before it looks at conditions (API_TransactWriteItems); theirs looks at conditions first',
    covers: (operation, ours, theirs) =>
      touchesARowTwice(operation) && isInvalid(ours) && errorOf(theirs) === 'TransactionCanceledException',
  },
  {
    judge: 'dynamodb-local',
    reason:
      'ours answers UPDATED_OLD and UPDATED_NEW of a nested path with that path alone, as AWS does; theirs with the whole attribute',
    covers: updatedOnly,
  },
  {
    judge: 'ministack',
    reason:
      'theirs carries out updates whose paths overlap, lead through what is not there or do not suit the type; ours and DynamoDB Local refuse them',
    covers: (operation, ours, theirs) =>
      mentions(operation, /"UpdateExpression"/) && (isInvalid(ours) || rejectsOneStep(ours)) && !isInvalid(theirs),
  },
  {
    judge: 'ministack',
    reason: 'theirs looks at an expression only when a row reaches it; ours and DynamoDB Local refuse it at once',
    covers: (operation, ours, theirs) =>
      isInvalid(ours) && !isInvalid(theirs) && mentions(operation, /"(?:Filter|Condition)Expression"/),
  },
  {
    judge: 'ministack',
    reason: 'theirs refuses begins_with and contains on an attribute of another type; ours and DynamoDB Local say no',
    covers: (operation, ours, theirs) =>
      !isInvalid(ours) && isInvalid(theirs) && mentions(operation, /begins_with|contains/),
  },
  {
    judge: 'ministack',
    reason: 'theirs gives a size to numbers and absent attributes; for ours and DynamoDB Local they have none',
    covers: (operation) => mentions(operation, /size\(/),
  },
  {
    judge: 'ministack',
    reason: 'theirs takes two absent attributes for equal; for ours and DynamoDB Local what is absent equals nothing',
    covers: (operation) => mentions(operation, /#[\w.[\]]+ (?:=|<>|<=|>=|<|>) #/),
  },
  {
    judge: 'ministack',
    reason:
      'for UPDATED_OLD and UPDATED_NEW theirs answers empty or other Attributes when a path led to nothing before',
    covers: updatedOnly,
  },
]
