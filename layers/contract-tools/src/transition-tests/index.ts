export { type Edge, type MachineCases, machineCases, type Refusal, transitionTests } from './transition-tests.ts'
