export { ask, jsonOf, ownAddress, type Sent } from './ask.ts'
export { Refused } from './refused.ts'
