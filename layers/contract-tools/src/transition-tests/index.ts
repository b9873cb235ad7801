export { type Edge, type MachineCases, machineCases, type Refusal } from './machine-cases.ts'
export { transitionTests } from './transition-tests.ts'
