export type { ScaffoldFile } from './cross-check.ts'
export { filesSha256 } from './file-digest.ts'
