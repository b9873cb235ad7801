export { importUnleash, unleashContext } from './import-unleash.ts'
export type { Imported, ImportProblem } from './imported.ts'
