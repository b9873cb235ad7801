import type { Operation } from './operation.ts'
import type { Outcome } from './outcome.ts'

/**
 * Inputs for which another implementation returns another result, with the reason why the embedded one does not follow it.
 */
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
const repeatsARow = ({ name, input }: Operation): boolean => {
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
      'the embedded engine cancels a transaction whose update does not match the item, with ValidationError for that step (API_TransactWriteItems); DynamoDB Local rejects the request',
    covers: (_, ours, theirs) => rejectsOneStep(ours) && isInvalid(theirs),
  },
  {
    judge: 'dynamodb-local',
    reason:
      'the embedded engine rejects a repeated row in a transaction before it evaluates conditions (API_TransactWriteItems); DynamoDB Local evaluates conditions first',
    covers: (operation, ours, theirs) =>
      repeatsARow(operation) && isInvalid(ours) && errorOf(theirs) === 'TransactionCanceledException',
  },
  {
    judge: 'dynamodb-local',
    reason:
      'for UPDATED_OLD and UPDATED_NEW of a nested path the embedded engine returns that path only, as AWS does; DynamoDB Local returns the whole attribute',
    covers: updatedOnly,
  },
  {
    judge: 'ministack',
    reason:
      'MiniStack applies updates with overlapping paths, missing parents or a wrong type; the other engines reject them',
    covers: (operation, ours, theirs) =>
      mentions(operation, /"UpdateExpression"/) && (isInvalid(ours) || rejectsOneStep(ours)) && !isInvalid(theirs),
  },
  {
    judge: 'ministack',
    reason:
      'MiniStack checks an expression only when it is evaluated for a row; the other engines reject it immediately',
    covers: (operation, ours, theirs) =>
      isInvalid(ours) && !isInvalid(theirs) && mentions(operation, /"(?:Filter|Condition)Expression"/),
  },
  {
    judge: 'ministack',
    reason:
      'MiniStack rejects begins_with and contains on an attribute of another type; for the other engines they are false',
    covers: (operation, ours, theirs) =>
      !isInvalid(ours) && isInvalid(theirs) && mentions(operation, /begins_with|contains/),
  },
  {
    judge: 'ministack',
    reason: 'MiniStack returns a size for numbers and absent attributes; for the other engines they have none',
    covers: (operation) => mentions(operation, /size\(/),
  },
  {
    judge: 'ministack',
    reason: 'MiniStack treats two absent attributes as equal; for the other engines an absent attribute equals nothing',
    covers: (operation) => mentions(operation, /#[\w.[\]]+ (?:=|<>|<=|>=|<|>) #/),
  },
  {
    judge: 'ministack',
    reason:
      'for UPDATED_OLD and UPDATED_NEW MiniStack returns empty or other Attributes when a path did not exist before',
    covers: updatedOnly,
  },
]
