import { type Library, packLibraries } from '../lib/packages.ts'

/** Libraries that can be installed anywhere, in order of their dependencies. */
const LIBRARIES: readonly Library[] = ['contracts', 'contract-tools', 'flags', 'verify-receipt', 'evidence', 'replay']

const began = performance.now()
for (const { file, bytes } of packLibraries(LIBRARIES)) console.log(`${file}  ${Math.ceil(bytes / 1000)} KB`)
console.log(`${LIBRARIES.length} libraries packed in ${Math.round(performance.now() - began)} ms`)
