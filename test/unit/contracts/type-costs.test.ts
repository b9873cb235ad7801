import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { INSTANTIATIONS_MAX, instantiationsIn, manyContracts } from '../../support/many-contracts.ts'
import { isLong } from '../../support/scale.ts'

/** Build output, so that a type check of the whole tree never includes the contracts. */
const buildFolder = fileURLToPath(new URL('../../../.tsbuild/', import.meta.url))
const tsc = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url))

describe('cost of type checking', () => {
  it.runIf(isLong)('100 contracts stay within the budget', () => {
    mkdirSync(buildFolder, { recursive: true })
    const folder = mkdtempSync(`${buildFolder}many-contracts-`)
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(`${folder}/contracts.ts`, manyContracts(100))
    const compilerOptions = { composite: false, emitDeclarationOnly: false, noEmit: true }
    const config = { extends: '../../tsconfig.base.json', compilerOptions }
    writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(config))
    const options = ['-p', folder, '--extendedDiagnostics', '--singleThreaded']
    const output = execFileSync(process.execPath, [tsc, ...options], { encoding: 'utf8' })
    expect(instantiationsIn(output)).toBeLessThanOrEqual(INSTANTIATIONS_MAX)
  })

  it('the cost is read from the output of the compiler', () => {
    expect(instantiationsIn('Types:          41234\nInstantiations: 402345\n')).toBe(402_345)
    expect(instantiationsIn('error TS2322')).toBeNaN()
  })
})
