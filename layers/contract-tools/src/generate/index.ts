export { type GenerateOptions, generateAll } from './generate-all.ts'
export type { GeneratedFiles } from './generated-files.ts'
