import { rowKeys } from '../table/row-kind.ts'

/** A counter of what a subject used in one period. What is reserved stands in the row too, an attribute for each request. */
export const quotaCounter = rowKeys({
  name: 'What a subject used of a meter in one period',
  prefix: 'USE#',
  keys: { pk: '<subject>', sk: '<meter>#<period>' },
  kept: '7 days after its period',
})
