import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { INSTANTIATIONS_MAX, instantiationsIn, manyContracts } from '../support/many-contracts.ts'
import { generatedServices, sourcesOf, withFilesInFolder } from './generated-sources.ts'

/**
 * Type-checks every generated client and handler with TypeScript 5.9, under strict settings, and counts the type
 * instantiations of 100 contracts; `--plant` adds a line with a type error, which must fail the run.
 */
const [plant] = process.argv.slice(2)
const tsc = resolve('test/judges/node_modules/typescript-5/bin/tsc')
const compilerOptions = { composite: false, emitDeclarationOnly: false, noEmit: true, noUnusedLocals: true }
const config = { extends: '../../tsconfig.base.json', compilerOptions, include: ['*.ts'] }

let checked = 0
for (const service of generatedServices()) {
  const files = sourcesOf(service)
  if (plant === '--plant') files['planted.ts'] = "export const wrong: number = 'planted'\n"
  await withFilesInFolder({ ...files, 'tsconfig.json': JSON.stringify(config) }, (folder) =>
    promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch((error: { stdout?: string }) => {
      throw new Error(`TypeScript 5.9 rejects the code generated for ${service.name}:\n${error.stdout}`)
    }),
  )
  checked += Object.keys(files).length
}
const cost = await withFilesInFolder(
  { 'many.ts': manyContracts(100), 'tsconfig.json': JSON.stringify(config) },
  (folder) => promisify(execFile)(process.execPath, [tsc, '-p', folder, '--extendedDiagnostics']),
)
const instantiations = instantiationsIn(cost.stdout)
if (!(instantiations <= INSTANTIATIONS_MAX)) {
  throw new Error(`100 contracts take ${instantiations} instantiations in TypeScript 5.9, above ${INSTANTIATIONS_MAX}`)
}
console.log(`figures: type-checking 100 contracts takes TypeScript 5.9 ${instantiations} type instantiations`)
console.log(`figures: ${checked} generated files type-check under TypeScript 5.9`)
