export type { GeneratedFiles } from '../generated-files.ts'
export { type GenerateOptions, generateAll } from './generate-all.ts'
